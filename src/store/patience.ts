import { rmSync } from 'node:fs';

/** Stops this process for a while. */
export function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/** Between two tries, milliseconds. */
const TRY_AGAIN_MS = 200;

/**
 * Removes a file or folder, whole. A process that brings shims in line may still be writing there: tried again for a while.
 * Throws what node:fs throws.
 */
export function removePatiently(path: string, triesLeft = 60): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (error) {
    if (triesLeft === 0 || (error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error;
    pause(TRY_AGAIN_MS);
    removePatiently(path, triesLeft - 1);
  }
}
