import { lstatSync, readdirSync, readlinkSync, type Stats } from 'node:fs';
import type { BytePath } from './byte-path.ts';
import { pathBuffer } from './byte-path.ts';
import type { Stat } from './record.ts';

const ASCII = /^[\x01-\x7f]*$/;

/** For calls of node:fs, which take a text at less cost. */
export function diskPath(path: BytePath): string | Buffer {
  return ASCII.test(path) ? path : pathBuffer(path);
}

export function childOf(folder: BytePath, name: string): BytePath {
  return (folder === '/' ? `/${name}` : `${folder}/${name}`) as BytePath;
}

/** The folder that it is in; of `/` itself. */
export function folderOf(path: BytePath): BytePath {
  return (path.slice(0, path.lastIndexOf('/')) || '/') as BytePath;
}

export function nameOf(path: BytePath): BytePath {
  return path.slice(path.lastIndexOf('/') + 1) as BytePath;
}

/** In the order of the disk. Throws what node:fs throws. */
export function namesIn(folder: BytePath): readonly string[] {
  return readdirSync(diskPath(folder), 'latin1');
}

/** undefined = nothing is there. Throws what else node:fs throws. */
export function lookAt(path: BytePath): Stats | undefined {
  try {
    return lstatSync(diskPath(path), { throwIfNoEntry: false });
  } catch (error) {
    // nothing can have such a name, or be below a file
    if (/^(ENAMETOOLONG|ENOTDIR)$/.test(codeOf(error) ?? '')) return undefined;
    throw error;
  }
}

export function targetOf(path: BytePath): BytePath {
  return readlinkSync(diskPath(path), 'latin1') as BytePath;
}

export function statOf(stats: Stats): Stat {
  const { dev, ino, mode, size, mtimeMs, ctimeMs, uid, gid } = stats;
  return { dev, ino, mode, size, mtimeMs, ctimeMs, uid, gid };
}

/** It is the same file, and nobody has written to it or changed its mode since. */
export function isSameStat(a: Stat, b: Stat): boolean {
  return a.ctimeMs === b.ctimeMs && a.mtimeMs === b.mtimeMs && a.size === b.size && a.ino === b.ino && a.dev === b.dev;
}

export function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | undefined)?.code;
}
