import { closeSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { boxOf } from '../store/box.ts';
import { MODES } from '../store/layout.ts';

/**
 * Are we behind a wall ourselves? There the folder of walls cannot be written, although its mode lets us. One wall is enough, and the kernel
 * takes no more than 16 of them (landlock(7)). `folder`: whoever puts up a wall makes it before; without it there is none. In a box one file
 * of it is mounted to be written, and only an agent's own sandbox mounts it otherwise.
 */
export function isConfined(folder: string): boolean {
  try {
    makeFile(join(folder, 'probe'));
    return false;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EROFS') return boxOf() !== undefined;
    return (code === 'EACCES' || code === 'EPERM') && isWritableByMode(folder);
  }
}

function isWritableByMode(folder: string): boolean {
  try {
    const { mode, uid } = statSync(folder);
    const own = process.getuid?.();
    return own === 0 || (own === uid && (mode & 0o300) === 0o300);
  } catch {
    return false; // the folder above is closed by its mode
  }
}

/** There it is empty, or as it was. Throws what node:fs throws. */
export function makeFile(path: string): void {
  closeSync(openSync(path, 'a', MODES.file));
}
