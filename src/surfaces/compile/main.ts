export { compilePolicy } from '../../policy/compile.ts';
export { refresh } from '../../policy/refresh.ts';
