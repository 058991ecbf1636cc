import { fchownSync, lchownSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { MODES } from './layout.ts';

/**
 * Makes a folder and those above it that are missing. What `recursive` of Node does never ends where the kernel says that
 * there is no such folder although there is one, as /proc does (Node 20 and 22). Throws what node:fs throws.
 */
export function makeFolder(path: string, mode: number = MODES.folder): void {
  if (isFolder(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // another process was faster
    if (isFolder(path)) return;
    throw error;
  }
  giveToOwner(path);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/**
 * What root makes in the folder of a person (`sudo -E`) belongs to that person, who could not use the guard after that. To
 * be called for what was made just now, and for nothing else. `descriptor`: it is open. `replaced`: a file that it takes the
 * place of, if there is one, and whose owner counts.
 */
export function giveToOwner(path: string, descriptor?: number, replaced = dirname(path)): void {
  if (process.getuid?.() !== 0) return;
  try {
    const { uid, gid } = statSync(replaced, { throwIfNoEntry: false }) ?? statSync(dirname(path));
    if (uid === 0) return;
    if (descriptor === undefined) lchownSync(path, uid, gid);
    else fchownSync(descriptor, uid, gid);
  } catch {
    // not on this file system; doctor tells
  }
}
