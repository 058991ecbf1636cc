import { closeSync, constants, fstatSync, openSync, readlinkSync, readSync, realpathSync, statSync } from 'node:fs';
import type { Tri } from '../model/tri.ts';
import { normalizePath, resolvePath } from '../util/path.ts';

/** Longest path that the system takes. */
const MAX_PATH_LENGTH = 4096;
/** As the kernel: a path with more symbolic links is a loop. */
const MAX_LINKS = 40;

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/** Follows symbolic links, so a dangling one does not exist. */
export function fileExists(path: string): Tri {
  try {
    statSync(path);
    return 'yes';
  } catch (error) {
    const code = errorCode(error);
    // a path with a NUL byte, or too long, cannot be
    const absent =
      code === 'ENOENT' || code === 'ENOTDIR' || code === 'ERR_INVALID_ARG_VALUE' || code === 'ENAMETOOLONG';
    return absent ? 'no' : 'unknown';
  }
}

/** Content of a regular file of at most `maxBytes`, else undefined. Never blocks on a pipe or device. */
export function readTextFile(path: string, maxBytes: number): string | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const status = fstatSync(descriptor);
    if (!status.isFile() || status.size > maxBytes) return undefined;
    const buffer = Buffer.alloc(status.size);
    return buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, status.size, 0));
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/**
 * The absolute path with symbolic links resolved as far as it exists. A dangling link is followed as well, because a write
 * through it creates its target.
 */
export function resolveLinks(path: string): string {
  let wanted = path;
  for (let links = 0; links < MAX_LINKS; links++) {
    const { real, rest } = deepestReal(wanted);
    const [next, ...further] = rest;
    if (next === undefined) return real;
    const target = linkTarget(real, next);
    if (target === undefined) return resolvePath(real, rest.join('/'));
    wanted = [target, ...further].join('/');
  }
  return normalizePath(path);
}

/** `rest`: the segments below `real` that do not exist or are not readable. */
function deepestReal(path: string): { readonly real: string; readonly rest: readonly string[] } {
  if (path.length > MAX_PATH_LENGTH || path.includes('\0')) return { real: '/', rest: segmentsOf(normalizePath(path)) };
  const segments = segmentsOf(path);
  for (let kept = segments.length; kept > 0; kept--) {
    try {
      return { real: realpathSync.native(`/${segments.slice(0, kept).join('/')}`), rest: segments.slice(kept) };
    } catch {
      // goes on with the parent
    }
  }
  return { real: '/', rest: segments };
}

function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '' && segment !== '.');
}

function linkTarget(folder: string, name: string): string | undefined {
  try {
    const target = readlinkSync(folder === '/' ? `/${name}` : `${folder}/${name}`);
    return target.startsWith('/') ? target : `${folder}/${target}`;
  } catch {
    return undefined;
  }
}
