import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { giveToOwner, makeFolder } from './folders.ts';
import { MODES } from './layout.ts';
import { readRegular } from './small-file.ts';

/** Logs of sessions are the largest. */
const MAX_OWN_BYTES = 64 * 1024 * 1024;

export interface Writing {
  readonly mode?: number | undefined;
  /** false: a crash of the machine right after may lose it, which spares a wait for the disk */
  readonly durable?: boolean;
}

/**
 * The file appears whole or not at all, and survives a crash right after; missing folders are made.
 * Throws what node:fs throws; the old content is then still there.
 */
export function writeFileAtomic(
  path: string,
  content: string | Uint8Array,
  { mode = MODES.file, durable = true }: Writing = {},
): void {
  const folder = dirname(path);
  makeFolder(folder);
  const fresh = nameBeside(join(folder, `.${basename(path)}`), 'new');
  try {
    const descriptor = openSync(fresh, 'wx', mode);
    try {
      giveToOwner(fresh, descriptor);
      writeFileSync(descriptor, content);
      if (durable) fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(fresh, path);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}

/** It appears with its content, or there is one already: false. The folder must be there. Throws what node:fs throws. */
export function createFileAtomic(path: string, content: string): boolean {
  const fresh = nameBeside(path, 'new');
  writeFileSync(fresh, content, { mode: MODES.file, flag: 'wx' });
  try {
    giveToOwner(fresh);
    linkSync(fresh, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(fresh, { force: true });
  }
}

/**
 * Removes it where `mayGo` says so of what is really there; what somebody put in its place meanwhile is put back, unless
 * there is another by then. Returns whether it was removed by us. Never throws what node:fs throws.
 */
export function removeIf(path: string, mayGo: (aside: string) => boolean): boolean {
  const aside = nameBeside(path, 'old');
  try {
    renameSync(path, aside);
    if (mayGo(aside)) return true;
    linkSync(aside, path);
  } catch {
    // gone already, or there is another
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
  return false;
}

/** Nobody else's; it need not be hard to guess, which would take a module that costs 2 ms to load. */
export function nameBeside(path: string, ending: string): string {
  return `${path}.${process.pid}.${Math.random().toString(36).slice(2)}.${ending}`;
}

/** undefined = there is none, or it cannot be read: it is no regular file, or far too large. */
export function readIfThere(path: string): string | undefined {
  try {
    return readRegular(path, MAX_OWN_BYTES).toString('utf8');
  } catch {
    return undefined;
  }
}
