import { resolvePath } from '../util/path.ts';
import type { Wall } from './wall.ts';

export interface RefusalWorld {
  readonly wall: Wall['kind'];
  /** where what printed it was started; undefined = not known, or in several places: then relative paths say nothing */
  readonly cwd: string | undefined;
  /** does the wall alone keep this path from being written? Absolute, normalised. */
  isWalled(path: string): boolean;
}

export interface RefusedWrite {
  /** absolute; undefined = the message names none */
  readonly path: string | undefined;
  /** it was to be made as a folder */
  readonly isFolder: boolean;
}

/** Longer outputs, and longer lines, are looked at from their end. */
const MAX_TEXT = 64 * 1024;
const MAX_LINE = 2000;
/** What is longer is no path that anybody would permit. */
const MAX_PATH = 400;

/** What programs say of EACCES and EROFS, and behind sandbox-exec of EPERM. Source: strerror(3); java.nio.file */
const REFUSED = /permission denied|EACCES|EROFS|read-only file system|AccessDeniedException/i;
const REFUSED_BY_SEATBELT = /operation not permitted|EPERM/i;
/** Of EXDEV, by which Landlock refuses links and renames out of a folder. Source: landlock(7) */
const CROSSING = /cross-device link|EXDEV/i;

/** About something else than writing a file, or about no file. */
const OTHERWISE =
  /publickey|keyboard-interactive|\bsocket\b|\b(?:listen|bind|connect|connection|port|host|server|user|database|role)\b|\bexec(?:ute|uting|ution|ve?p?)?\b|\bspawn\b|for reading|\bread(?:ing)? (?:file|error|dir)|cannot (?:read|access|stat)|unreadable/i;

/**
 * The write that a wall has refused, by what the program said of it; the first one for which that is sure. undefined = nothing was
 * refused, or by something else. Pure: outputs are hostile, and only read.
 */
export function refusedWrite(output: string, world: RefusalWorld): RefusedWrite | undefined {
  const lines = output
    .slice(-MAX_TEXT)
    .split(/\r?\n/)
    .map((line) =>
      line.slice(0, MAX_LINE).replace(/^npm (?:error|ERR!) ?|(?<=\b(?:can|couldn|didn|won))'(?=t\b)/gi, ''),
    );
  let isCrossing = false;
  for (const [at, line] of lines.entries()) {
    const crosses = CROSSING.test(line);
    if ((!crosses && !isRefusal(line, world)) || OTHERWISE.test(wordsOf(line))) continue;
    const block = blockAround(lines, at);
    const path = firstWalled(pathsIn(line), world) ?? firstWalled(block.flatMap(pathsBeside), world);
    if (path !== undefined) return { path, isFolder: [line, ...block].some((one) => MAKES_FOLDER.test(wordsOf(one))) };
    isCrossing ||= crosses && pathsIn(line).length === 0;
  }
  return isCrossing ? { path: undefined, isFolder: false } : undefined;
}

const MAKES_FOLDER = /\bmkdir|create .*\bdir(?:ectory)?\b/i;

/** What the program itself says: without names of files, which may be any words. */
function wordsOf(line: string): string {
  return line.replace(QUOTED, (quoted) => (quoted.includes('/') ? ' ' : quoted)).replace(/[^\s:(]*\/\S*/g, ' ');
}

function isRefusal(line: string, { wall }: RefusalWorld): boolean {
  return REFUSED.test(line) || (wall === 'seatbelt' && REFUSED_BY_SEATBELT.test(line));
}

function firstWalled(paths: readonly string[], { cwd, isWalled }: RefusalWorld): string | undefined {
  return paths
    .filter((path) => path.length <= MAX_PATH && (path.startsWith('/') || cwd !== undefined))
    .map((path) => resolvePath(cwd ?? '/', path))
    .find(isWalled);
}

/** In quotes, also curly ones, as GNU programs, Python, Node.js, Rust and Go write them. */
const QUOTED = /'([^'\n]+)'|"([^"\n]+)"|‘([^’\n]+)’|`([^`'\n]+)[`']/g;
const SAYS = /permission denied|operation not permitted|read-only file system|(?:invalid )?cross-device link/i;

/** The paths that a message about a refusal names; of two, `'a' -> 'b'`, the one that is made first. */
function pathsIn(line: string): readonly string[] {
  const quoted = [...line.matchAll(QUOTED)].flatMap((match) => match.slice(1).find((one) => one !== undefined) ?? []);
  const said = SAYS.exec(line);
  const before = said === null ? '' : line.slice(0, said.index).replace(/[:(,\s]+$/, '');
  const after = said === null ? line : line.slice(said.index + said[0].length);
  return [...quoted.filter((one) => !SAYS.test(one)).reverse(), ...unquotedBefore(before), ...unquotedAfter(after)];
}

/** `bash: line 1: /x y: `, `fatal: cannot mkdir /x: `, `tar: x: Cannot open: `, `exception: /x (` */
function unquotedBefore(text: string): readonly string[] {
  return text
    .split(': ')
    .reverse()
    .flatMap((part) => {
      const absolute = /(?:^|\s)(\/.+)$/.exec(part)?.[1];
      const words = part.trim().split(/\s+/);
      const isOneWord = words.length === 1 || /^(?:cannot|can't|could not|couldn't) \w+ \S+$/i.test(part.trim());
      return absolute ?? (isOneWord ? (words.at(-1) ?? []) : []);
    });
}

/** `permission denied: ./x` of zsh, `AccessDeniedException: /x` of Java, `(os error 13) at path /x` */
function unquotedAfter(text: string): readonly string[] {
  const path = /(?:^|: )(\.{0,2}\/.*|[^\s:,]+)$/.exec(text.trimEnd())?.[1];
  return path === undefined ? [] : [path];
}

/** Lines that may name the path where that of the error does not: those of the chain of Rust's errors, of an error that Node.js prints. */
function blockAround(lines: readonly string[], at: number): readonly string[] {
  const line = lines[at] ?? '';
  if (/^\s*(?:code:? |open: |zip I\/O error: )?['"]?(?:Permission denied|EACCES|EROFS|EXDEV)\b/.test(line))
    return [...lines.slice(Math.max(0, at - 4), at).reverse(), ...lines.slice(at + 1, at + 5)];
  return [];
}

/** `path: '/x'`, `dest /x`, `failed to create directory `/x``, `output file (/x)` */
function pathsBeside(line: string): readonly string[] {
  const quoted = [...line.matchAll(QUOTED)].flatMap((match) => match.slice(1).find((one) => one !== undefined) ?? []);
  const field = /^\s*(?:path|dest):? (\/.+)$/.exec(line)?.[1];
  const bracketed = /\((\/[^()]+)\)/.exec(line)?.[1];
  return [...quoted, field, bracketed].flatMap((one) => (one?.startsWith('/') ? [one] : []));
}
