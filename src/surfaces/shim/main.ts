import { hostMachine } from './host.ts';
import { endAs, runShim } from './run-shim.ts';

runShim(process.argv.slice(2), hostMachine()).then(endAs);
