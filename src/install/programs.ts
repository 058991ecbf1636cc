import { accessSync, constants, statSync } from 'node:fs';
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

export function isSameFile(a: string, b: string): boolean {
  const one = stat(a);
  const other = stat(b);
  return one !== undefined && one.dev === other?.dev && one.ino === other.ino;
}

function isExecutable(file: string): boolean {
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
