import { accessSync, constants, readdirSync, realpathSync, statSync } from 'node:fs';
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
  };
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
    const { dev, ino, nlink, isFile } = withType(real);
    return isFile ? { path: real, id: `${dev}:${ino}`, hasOtherNames: nlink > 1 } : undefined;
  } catch {
    return undefined;
  }
}

function withType(path: string) {
  const stats = statSync(path);
  return { dev: stats.dev, ino: stats.ino, nlink: stats.nlink, isFile: stats.isFile() };
}
