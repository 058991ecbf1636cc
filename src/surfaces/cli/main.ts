import { isMainThread } from 'node:worker_threads';
import { testUnderWatchdog } from '../../facts/regex-watchdog.ts';
import { EXIT } from '../../model/errors.ts';
import { setWatchdog } from '../../patterns/match.ts';
import { runCli } from './app.ts';

// until there is an answer: what ends early, as where something is never called back, must not look like one
process.exitCode = EXIT.internal;

/** What a shell reports of a program that SIGPIPE ended. */
const ENDED_BY_SIGPIPE = 141;

// a reader that leaves (`| head`) ends us as it ends others
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(ENDED_BY_SIGPIPE);
  process.stderr.write(`safeshell: ${error.message}\n`);
  process.exit(EXIT.io);
});
// nobody is left to be told
process.stderr.on('error', () => {});
setWatchdog(testUnderWatchdog);
if (isMainThread) {
  runCli(process.argv.slice(2)).then((status) => {
    process.exitCode = status;
  });
} else import('./replay/thread.ts').then(({ runThread }) => runThread());
