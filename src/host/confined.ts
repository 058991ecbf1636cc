import { closeSync, openSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../store/folders.ts';
import { MODES } from '../store/layout.ts';

/**
 * Are we behind a wall ourselves? There the folder of walls cannot be written, although its mode lets us. One wall is enough, and the kernel
 * takes no more than 16 of them (landlock(7)).
 */
export function isConfined(folder: string): boolean {
  try {
    makeFolder(folder);
    makeFile(join(folder, 'probe'));
    return false;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return (code === 'EACCES' || code === 'EPERM') && isWritableByMode(folder);
  }
}

function isWritableByMode(folder: string): boolean {
  const { mode, uid } = statSync(folder, { throwIfNoEntry: false }) ?? statSync(dirname(folder));
  const own = process.getuid?.();
  return own === 0 || (own === uid && (mode & 0o300) === 0o300);
}

/** There it is empty, or as it was. Throws what node:fs throws. */
export function makeFile(path: string): void {
  closeSync(openSync(path, 'a', MODES.file));
}
