export { compilePolicy } from '../../policy/compile.ts';
export { keepHooksFresh } from '../../policy/hooks.ts';
