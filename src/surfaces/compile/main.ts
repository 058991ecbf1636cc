export { compilePolicy } from '../../policy/compile.ts';
