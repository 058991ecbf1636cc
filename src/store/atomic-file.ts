import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { MODES } from './layout.ts';

/**
 * The file appears whole or not at all, and survives a crash right after; missing folders are made.
 * Throws what node:fs throws; the old content is then still there.
 */
export function writeFileAtomic(path: string, content: string | Uint8Array, mode: number = MODES.file): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: MODES.folder });
  const fresh = join(folder, `.${basename(path)}.${process.pid}.${randomBytes(6).toString('hex')}.new`);
  try {
    const descriptor = openSync(fresh, 'wx', mode);
    try {
      writeFileSync(descriptor, content);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(fresh, path);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}

/** undefined = there is none, or it cannot be read. */
export function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
