import { rmSync } from 'node:fs';

/** What the guard does behind the back of a command may still write there: tried again for a while. */
export function removeFolder(path: string, triesLeft = 50): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (error) {
    if (triesLeft === 0) throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    removeFolder(path, triesLeft - 1);
  }
}
