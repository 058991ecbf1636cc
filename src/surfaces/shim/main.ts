import { testUnderWatchdog } from '../../facts/regex-watchdog.ts';
import { setWatchdog } from '../../patterns/match.ts';
import { hostMachine } from './host.ts';
import { endAs, runShim } from './run-shim.ts';

setWatchdog(testUnderWatchdog);
runShim(process.argv.slice(2), hostMachine()).then(endAs);
