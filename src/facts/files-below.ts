import { type Dirent, readdirSync } from 'node:fs';
import { memoize } from '../util/memoize.ts';
import { errorCode } from './disk.ts';

/** Entries that are looked at below one folder. */
const MAX_ENTRIES = 20_000;

/** Packages that others publish: nothing in them is a secret of this machine. */
const PUBLISHED: ReadonlySet<string> = new Set(['node_modules', 'site-packages']);

/** See Facts.filesBelow; each folder is listed once. */
export function fileLister(): (folder: string, hidden: boolean) => readonly string[] | undefined {
  const visible = memoize((folder: string) => ({ files: filesBelow(folder, false) }));
  const all = memoize((folder: string) => ({ files: filesBelow(folder, true) }));
  return (folder, hidden) => (hidden ? all : visible)(folder).files;
}

function filesBelow(start: string, hidden: boolean): readonly string[] | undefined {
  const files: string[] = [];
  const folders = [start === '/' ? '' : start];
  let entries = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const listed = entriesOf(folder || '/');
    entries += listed?.length ?? MAX_ENTRIES;
    if (listed === undefined || entries > MAX_ENTRIES) return undefined;
    for (const entry of listed) {
      if (!isSearched(entry.name, hidden)) continue;
      const path = `${folder}/${entry.name}`;
      if (entry.name === '.git') files.push(`${path}/config`);
      else if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile()) files.push(path);
    }
  }
  return files;
}

/** Is a file of this name, or what lies in a folder of this name, among those that are listed? */
export function isSearched(name: string, hidden: boolean): boolean {
  return !PUBLISHED.has(name) && (hidden || !name.startsWith('.'));
}

/** What may not be read or is gone is not read by the command either. */
function entriesOf(folder: string): readonly Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    return ['ENOENT', 'ENOTDIR', 'EACCES'].includes(errorCode(error) ?? '') ? [] : undefined;
  }
}
