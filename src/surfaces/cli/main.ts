import { testUnderWatchdog } from '../../facts/regex-watchdog.ts';
import { setWatchdog } from '../../patterns/match.ts';
import { runCli } from './app.ts';

setWatchdog(testUnderWatchdog);
runCli(process.argv.slice(2)).then((status) => {
  process.exitCode = status;
});
