import { testUnderWatchdog } from '../../facts/regex-watchdog.ts';
import { setWatchdog } from '../../patterns/match.ts';
import { runCli } from './app.ts';

/** What a shell reports of a program that SIGPIPE ended. */
const ENDED_BY_SIGPIPE = 141;

// a reader that leaves (`| head`) ends us as it ends others
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(ENDED_BY_SIGPIPE);
});
setWatchdog(testUnderWatchdog);
runCli(process.argv.slice(2)).then((status) => {
  process.exitCode = status;
});
