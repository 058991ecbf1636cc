import { closeSync, fsyncSync, lstatSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { makeFolder } from '../../store/folders.ts';
import { parentPath } from '../../util/path.ts';

/** Bytes of a regular file; undefined = it is none, larger, or not there. */
export function readRegular(path: string, maxBytes = Number.POSITIVE_INFINITY): Buffer | undefined {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    return found?.isFile() && found.size <= maxBytes ? readFileSync(path) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Writes a file of the git directory as git does: `FILE.lock`, which only one process can make, renamed when it is whole.
 * false = somebody else has it locked.
 */
export function replaceLocked(path: string, bytes: Buffer, mode = 0o666): boolean {
  makeFolder(parentPath(path), 0o777);
  return withLock(path, mode, (file) => {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    fsyncSync(file);
  });
}

/** Removes a file under its lock; false = somebody else has it. */
export function removeLocked(path: string): boolean {
  const file = openNew(`${path}.lock`, 0o666);
  if (file === undefined) return false;
  closeSync(file);
  rmSync(path, { force: true });
  rmSync(`${path}.lock`, { force: true });
  return true;
}

function withLock(path: string, mode: number, write: (file: number) => void): boolean {
  const lock = `${path}.lock`;
  const file = openNew(lock, mode);
  if (file === undefined) return false;
  try {
    write(file);
    renameSync(lock, path);
    return true;
  } catch (error) {
    rmSync(lock, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

function openNew(path: string, mode: number): number | undefined {
  try {
    return openSync(path, 'wx', mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined;
    throw error;
  }
}
