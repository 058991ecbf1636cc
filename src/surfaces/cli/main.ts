import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { testUnderWatchdog } from '../../facts/regex-watchdog.ts';
import { EXIT } from '../../model/errors.ts';
import { setWatchdog } from '../../patterns/match.ts';
import type { RunningCode } from '../../store/code-cache.ts';
import { keepCodeOf } from '../../store/code-keep.ts';
import { isCommand, runCli } from './app.ts';

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

/**
 * See KeepsCode. Not for words that are no command, of which there is no end; nor where the command has taken the product
 * away, whose folder would be made again.
 */
export function keepCode(running: readonly RunningCode[]): void {
  const [main] = running;
  if (!isMainThread || main === undefined || !existsSync(join(__dirname, 'cli-main.cjs'))) return;
  if (isCommand(basename(dirname(main.cache)))) keepCodeOf(running, () => {});
}
