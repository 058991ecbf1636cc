import { dirname, join } from 'node:path';
import { writeFileAtomic } from './atomic-file.ts';
import type { RunningCode } from './code-cache.ts';
import { makeFolder } from './folders.ts';
import { withLock } from './lock.ts';

/**
 * Keeps the code that V8 compiled in this process: of functions that ran in it, or whose code was kept before. `warmUp` runs
 * what most later processes run, as this one ran one command only: without it others take 6 % more. One process at a time does
 * so, as whoever waits for the answer waits for this, too. Where nothing can be written the next process compiles again: slower, not wrong.
 */
export function keepCodeOf(running: readonly RunningCode[], warmUp: () => void): void {
  const [main] = running;
  if (main === undefined) return;
  try {
    const folder = dirname(main.cache);
    makeFolder(folder);
    withLock(join(folder, '.lock'), () => {
      keepOne(main); // first: the process may be killed during the warm-up
      warmUp(); // may load files, which then run too
      running.forEach(keepOne);
    });
  } catch {
    // see above
  }
}

/**
 * The code, the same once more, a note of what it was made from, and the length of that, a 32-bit number. V8 does not
 * check the code and crashes where it is damaged; comparing two copies takes a tenth of the time of a checksum. Nobody waits for the
 * disk: what a crash of the machine leaves of it are no two copies.
 */
function keepOne({ script, cache, origin }: RunningCode): void {
  const note = Buffer.from(origin);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(note.length);
  const code = script.createCachedData();
  writeFileAtomic(cache, Buffer.concat([code, code, note, length]), { durable: false });
}
