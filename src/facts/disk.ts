import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs';
import type { FileCode } from '../model/facts.ts';
import type { Tri } from '../model/tri.ts';
import { memoize } from '../util/memoize.ts';
import { baseName, normalizePath, parentPath, resolvePath } from '../util/path.ts';

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
    // an error for what is not there costs ten times as much as the call
    return statSync(path, { throwIfNoEntry: false }) === undefined ? 'no' : 'yes';
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
  const start = readStart(path, maxBytes);
  return start?.isWhole === true ? start.bytes.toString('utf8') : undefined;
}

/** Lines of code within the first `maxBytes` of a regular file; undefined = it is none, or is binary. */
export function readCodeFile(path: string, maxBytes: number): FileCode | undefined {
  // a program is mostly binary, which its first bytes tell
  const head = readStart(path, Math.min(maxBytes, HEAD_BYTES));
  if (head === undefined || codeIn(head) === undefined) return undefined;
  const start = head.isWhole ? head : readStart(path, maxBytes);
  const code = start && codeIn(start);
  return code && { ...code, isExecutable: head.isExecutable };
}

const HEAD_BYTES = 4096;

/** As shells tell: binary is what has a NUL byte in its first line; behind a later one stands data. */
function codeIn({ bytes, isWhole }: FileStart): FileCode | undefined {
  const nul = bytes.indexOf(0);
  const line = bytes.indexOf(10);
  if (nul >= 0 && (line < 0 || nul < line)) return undefined;
  if (isWhole && nul < 0) return { text: bytes.toString('utf8'), isWhole };
  const text = bytes.toString('utf8', 0, nul < 0 ? bytes.length : nul);
  return { text: text.slice(0, text.lastIndexOf('\n') + 1), isWhole: false };
}

interface FileStart {
  readonly bytes: Buffer;
  readonly isWhole: boolean;
  readonly isExecutable: boolean;
}

function readStart(path: string, maxBytes: number): FileStart | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const status = fstatSync(descriptor);
    if (!status.isFile()) return undefined;
    const bytes = Buffer.allocUnsafe(Math.min(status.size, maxBytes));
    const length = readSync(descriptor, bytes, 0, bytes.length, 0);
    const isExecutable = (status.mode & 0o111) !== 0;
    return { bytes: bytes.subarray(0, length), isWhole: status.size <= maxBytes, isExecutable };
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

interface ResolvedPath {
  readonly real: string;
  /** false = neither is anything below it */
  readonly isThere: boolean;
}

/** The same for many paths: each folder is resolved once, and asking for what is not there costs no error. */
export function linkResolver(): (path: string) => string {
  const resolve = memoize((path: string): ResolvedPath => {
    if (IS_PLAIN.test(path)) {
      const folder = resolve(parentPath(path));
      const real = folder.real === '/' ? `/${baseName(path)}` : `${folder.real}/${baseName(path)}`;
      const kind = folder.isThere ? entryAt(real) : 'none';
      if (kind !== 'special') return { real, isThere: kind === 'plain' };
    } else if (isBelowNothing(path)) return { real: path, isThere: false };
    const real = resolveLinks(path);
    return { real, isThere: realPrefix(segmentsOf(real)) !== undefined };
  });
  // `cd a; cd b; ..` a thousand times: else each of these paths is searched for its deepest folder
  const isBelowNothing = (path: string) => {
    const folder = NORMAL.test(path) ? TOP_FOLDERS.exec(path)?.[0] : undefined;
    if (folder === undefined) return false;
    const { real, isThere } = resolve(folder);
    return !isThere && real === folder;
  };
  return (path) => resolve(path).real;
}

/** An absolute path with nothing to normalize, that is less deep than the next allows. */
const NORMAL = /^(?:\/(?!\.{1,2}(?:\/|$))[^/\0]+)+$/;
const TOP_FOLDERS = /^(?:\/[^/]+){1,60}(?=\/)/;

/** The same, and no deeper than can be asked folder by folder. */
const IS_PLAIN = /^(?=.{1,1024}$)(?:\/(?!\.{1,2}(?:\/|$))[^/\0]+){1,64}$/;

/** `special`: a link, also one that leads nowhere; a name that the disk may spell otherwise; what cannot be asked for. */
function entryAt(path: string): 'none' | 'plain' | 'special' {
  try {
    const entry = lstatSync(path, { throwIfNoEntry: false });
    if (entry === undefined) return 'none';
    return entry.isSymbolicLink() || process.platform === 'darwin' ? 'special' : 'plain';
  } catch {
    return 'special';
  }
}

/** `rest`: the segments below `real` that do not exist or are not readable. */
function deepestReal(path: string): { readonly real: string; readonly rest: readonly string[] } {
  if (path.length > MAX_PATH_LENGTH || path.includes('\0')) return { real: '/', rest: segmentsOf(normalizePath(path)) };
  const segments = segmentsOf(path);
  const whole = realPrefix(segments);
  if (whole !== undefined) return { real: whole, rest: [] };
  // what lies below a directory that is not there is not there either
  let [deepest, real] = [0, '/'];
  for (let missing = segments.length; missing - deepest > 1; ) {
    const at = (deepest + missing) >> 1;
    const found = realPrefix(segments.slice(0, at));
    if (found === undefined) missing = at;
    else [deepest, real] = [at, found];
  }
  return { real, rest: segments.slice(deepest) };
}

function realPrefix(segments: readonly string[]): string | undefined {
  try {
    return realpathSync.native(`/${segments.join('/')}`);
  } catch {
    return undefined;
  }
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
