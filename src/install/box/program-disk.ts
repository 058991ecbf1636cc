import { accessSync, constants, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import type { ProgramDisk, ProgramFile } from '../../box/covered.ts';

/** This machine's programs; a folder is listed once. */
export function programDisk(): ProgramDisk {
  const listed = new Map<string, readonly string[]>();
  return {
    names(folder) {
      const known = listed.get(folder) ?? namesIn(folder);
      listed.set(folder, known);
      return known;
    },
    program: programAt,
    id: idAt,
  };
}

/** Links followed, each once: `/bin` is `/usr/bin` on most systems. Those that are not there are left out. */
export function realFolders(folders: readonly string[]): readonly string[] {
  const real = folders.flatMap((folder) => {
    try {
      return [realpathSync.native(folder)];
    } catch {
      return [];
    }
  });
  return [...new Set(real)];
}

/** Never throws. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function programAt(path: string): ProgramFile | undefined {
  try {
    const real = realpathSync.native(path);
    accessSync(real, constants.X_OK);
    const stats = statSync(real);
    return stats.isFile() ? { path: real, id: idOf(stats), nameCount: stats.nlink } : undefined;
  } catch {
    return undefined;
  }
}

function idAt(path: string): string | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats && idOf(stats);
  } catch {
    return undefined;
  }
}

function idOf({ dev, ino }: Stats): string {
  return `${dev}:${ino}`;
}
