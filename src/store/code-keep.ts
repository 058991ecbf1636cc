import { writeFileAtomic } from './atomic-file.ts';
import type { RunningCode } from './code-cache.ts';

/**
 * Keeps the code that V8 made of files in this process: that of the functions that ran in it, and in those that kept it
 * before. `warmUp` runs what most later processes will run, so that what is kept does not hang on what is asked first.
 * Where nothing can be written all is compiled anew next time: slower, not wrong.
 */
export function keepCodeOf(running: readonly RunningCode[], warmUp: () => void): void {
  try {
    running.slice(0, 1).forEach(keepOne); // nobody waits for a warm-up that is lost
    warmUp(); // may load files, which then run too
    running.forEach(keepOne);
  } catch {
    // see above
  }
}

/**
 * The code, the same once more, a note of what it was made from, and the length of that, a 32-bit number. V8 runs what it
 * kept without a look at it, and dies of damage; two copies are compared in a tenth of the time of a checksum.
 */
function keepOne({ script, cache, origin }: RunningCode): void {
  const note = Buffer.from(origin);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(note.length);
  const code = script.createCachedData();
  writeFileAtomic(cache, Buffer.concat([code, code, note, length]));
}
