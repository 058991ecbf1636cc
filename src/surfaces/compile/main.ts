export { compilePolicy } from '../../policy/compile.ts';
export { gatesFor } from '../../policy/gates.ts';
export { keepHooksFresh } from '../../policy/hooks.ts';
