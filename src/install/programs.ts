import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The entries of a PATH in order; an empty one is the working directory, as shells read it. */
export function pathEntries(path: string): readonly string[] {
  return path.split(':').map((entry) => (entry === '' ? '.' : entry));
}

/**
 * PATH without a directory, however it is spelled there: twice, relative, through a symlink, with extra slashes.
 * Where nothing is left the system's own: an empty PATH would mean the working directory.
 */
export function pathWithout(path: string, directory: string): string {
  const kept = path.split(':').filter((entry) => !isSameFile(entry === '' ? '.' : entry, directory));
  return kept.length === 0 ? '/usr/bin:/bin' : kept.join(':');
}

/** First executable of that name in PATH outside `exceptIn`; undefined where there is none. */
export function findProgram(name: string, path: string, exceptIn: string): string | undefined {
  for (const directory of pathEntries(path)) {
    const file = join(directory, name);
    if (isExecutable(file) && !isSameFile(directory, exceptIn)) return file;
  }
  return undefined;
}

/**
 * The same test for many names: a folder is listed once instead of being asked for each, as most names are in none. Where
 * it cannot be listed it is asked; letters of either case count, as on disks that do not tell them apart.
 */
export function programFinder(path: string, exceptIn: string): (name: string) => boolean {
  const folders = [...new Set(pathEntries(path))].filter((folder) => !isSameFile(folder, exceptIn));
  const listed = folders.map((folder) => ({ folder, names: namesIn(folder) }));
  return (name) =>
    listed.some(
      ({ folder, names }) => (names === undefined || names.has(name.toLowerCase())) && isExecutable(join(folder, name)),
    );
}

function namesIn(folder: string): ReadonlySet<string> | undefined {
  try {
    return new Set(readdirSync(folder).map((name) => name.toLowerCase()));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? new Set() : undefined;
  }
}

export function isSameFile(a: string, b: string): boolean {
  const one = stat(a);
  const other = stat(b);
  return one !== undefined && one.dev === other?.dev && one.ino === other.ino;
}

const SYSTEM_FOLDERS = ['/usr/bin', '/bin', '/usr/local/bin', '/run/current-system/sw/bin'];

/** Where systems put a program that makes a box. PATH is not searched: what an agent has put there would make none. */
export function systemProgram(name: string): string | undefined {
  return SYSTEM_FOLDERS.map((folder) => join(folder, name)).find(isExecutable);
}

/** A file that we may run. */
export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return stat(file)?.isFile() ?? false;
  } catch {
    return false;
  }
}

/** `throwIfNoEntry` covers only a missing file; a path through a file or an unreadable directory throws. */
function stat(path: string) {
  try {
    return statSync(path, { bigint: true });
  } catch {
    return undefined;
  }
}
