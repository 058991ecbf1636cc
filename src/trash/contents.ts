import { lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, isAbsolute, join, normalize } from 'node:path';
import { makeFolder } from '../store/folders.ts';
import { type Can, existingCans, type Owner } from './cans.ts';
import { parseInfo } from './info.ts';
import { move } from './move.ts';

/** One thing in the trash. */
export interface Trashed {
  /** where it was */
  readonly path: string;
  /** local time; '' = not known */
  readonly deleted: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  /** bytes of a file; null = not counted */
  readonly bytes: number | null;
  /** where it is now */
  readonly file: string;
  readonly note: string;
}

/** All that is in the trash, latest first. Notes that say nothing useful are passed by, and files without one. */
export function listTrash(owner: Owner): readonly Trashed[] {
  const all = existingCans(owner).flatMap((can) => namesIn(can).flatMap((name) => read(can, name) ?? []));
  return all.sort((a, b) => (a.deleted < b.deleted ? 1 : a.deleted > b.deleted ? -1 : a.path < b.path ? -1 : 1));
}

const SUFFIX = '.trashinfo';

function namesIn({ folder }: Can): readonly string[] {
  try {
    const names = readdirSync(join(folder, 'info'));
    return names.filter((name) => name.endsWith(SUFFIX)).map((name) => name.slice(0, -SUFFIX.length));
  } catch {
    return [];
  }
}

function read({ folder, top }: Can, name: string): Trashed | undefined {
  const note = join(folder, 'info', `${name}${SUFFIX}`);
  const file = join(folder, 'files', name);
  try {
    const info = parseInfo(readFileSync(note, 'utf8'));
    const stats = lstatSync(file);
    if (info === undefined) return undefined;
    const path = originalPath(info.path, top);
    if (path === undefined) return undefined;
    const kind = stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : stats.isSymbolicLink() ? 'link' : 'other';
    return { path, deleted: info.deleted, kind, bytes: kind === 'file' ? stats.size : null, file, note };
  } catch {
    return undefined;
  }
}

/** A relative one may not leave its volume. */
function originalPath(path: string, top: string | undefined): string | undefined {
  if (path.split('/').includes('..') || path.includes('\0')) return undefined;
  if (isAbsolute(path)) return normalize(path);
  return top === undefined ? undefined : join(top, path);
}

/** Puts it back, or to another path. Throws what node:fs throws, and where something is there. */
export function restore({ file, note, path }: Trashed, to = path): void {
  if (lstatSync(to, { throwIfNoEntry: false }) !== undefined) throw new Error('something else is there now');
  makeFolder(dirname(to), 0o777);
  move(file, to);
  rmSync(note, { force: true });
}

/** Removes it for good: the note last, so that what could not be removed is still known. Throws what node:fs throws. */
export function discard({ file, note }: Trashed): void {
  rmSync(file, { recursive: true, force: true });
  rmSync(note, { force: true });
}
