import type { Repository } from '../model/loss.ts';
import type { Actor } from '../model/request.ts';
import type { Counts } from '../model/undo.ts';
import { isRecord, isStrings } from '../util/guards.ts';
import { normalizePath } from '../util/path.ts';
import type { BytePath } from './byte-path.ts';
import type { KeptState } from './git/state.ts';

/** What a path was, by lstat, as far as a later look can tell that it is still the same. Times in milliseconds, with fractions. */
export interface Stat {
  readonly dev: number;
  readonly ino: number;
  readonly mode: number;
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly uid: number;
  readonly gid: number;
}

/** Where bytes are: in an object of their own, in a file that holds the small ones of a record, or in a blob that git holds. */
export type Content =
  | { readonly in: 'object'; readonly hash: string }
  | {
      readonly in: 'small';
      readonly hash: string;
      readonly file: string;
      readonly offset: number;
      readonly bytes: number;
    }
  | { readonly in: 'git'; readonly repository: number; readonly blob: string };

/** One path as it was. */
export type KeptPath = KeptFile | KeptLink | KeptFolder | Absent;

export interface KeptFile {
  readonly path: BytePath;
  readonly type: 'file';
  readonly stat: Stat;
  readonly content: Content;
}

export interface KeptLink {
  readonly path: BytePath;
  readonly type: 'link';
  readonly stat: Stat;
  readonly target: BytePath;
}

/** The folder alone: what is in it has entries of its own. */
export interface KeptFolder {
  readonly path: BytePath;
  readonly type: 'dir';
  readonly stat: Stat;
  /** all that was in it has an entry: what else is there was made later */
  readonly isWhole?: true;
}

/** Nothing was there: the command may make something of that name. */
export interface Absent {
  readonly path: BytePath;
  readonly type: 'absent';
}

/** What git holds for a record. */
export interface KeptRepository {
  readonly repository: Repository;
  /** below which its refs are */
  readonly refPrefix: string;
  /** absent = no ref, index, stash or operation was to be lost */
  readonly state?: KeptState;
  /** hash of what was found of these; the same again = nothing has changed */
  readonly found?: string;
}

/** What one command would have destroyed. */
export interface KeptRecord {
  readonly version: number;
  /** counts from 1; never given twice */
  readonly id: number;
  /** when keeping began, milliseconds since 1970 */
  readonly at: number;
  readonly command: string;
  readonly cwd: string;
  readonly actor: Actor;
  readonly session: string;
  /** the record that this undid; absent = it was kept before a command */
  readonly undoes?: number;
  readonly promises: 'all' | 'partly';
  /** sentences: what was not kept, and why */
  readonly missing: readonly string[];
  readonly counts: Counts;
  /** lines of paths.jsonl */
  readonly paths: number;
  readonly repositories: readonly KeptRepository[];
  /** files of the store that hold its bytes, below its root */
  readonly files: readonly string[];
}

/** Names of files that hold bytes, below the root of the store. */
const CONTENT_FILE = /^(objects\/[0-9a-f]{2}\/[0-9a-f]{64}|small\/[0-9]+-[0-9a-z]+)$/;
const HASH = /^[0-9a-f]{64}$/;
const OID = /^([0-9a-f]{40}|[0-9a-f]{64})$/;

export function objectFile(hash: string): string {
  return `objects/${hash.slice(0, 2)}/${hash}`;
}

/** The file of the store that has the bytes; undefined = git has them. */
export function fileOf(content: Content): string | undefined {
  if (content.in === 'git') return undefined;
  return content.in === 'object' ? objectFile(content.hash) : content.file;
}

/** Guards against damage and against other hands: what a record says is written to and removed. */
export function isKeptRecord(value: unknown): value is KeptRecord {
  if (!isRecord(value)) return false;
  const { id, at, command, cwd, actor, session, undoes, promises, missing, counts, paths, repositories, files } = value;
  return (
    [id, at, paths].every(isCount) &&
    [command, cwd, session].every((text) => typeof text === 'string') &&
    (actor === 'ai' || actor === 'human') &&
    (undoes === undefined || isCount(undoes)) &&
    (promises === 'all' || promises === 'partly') &&
    isStrings(missing) &&
    isCounts(counts) &&
    Array.isArray(repositories) &&
    repositories.every(isKeptRepository) &&
    isStrings(files) &&
    files.every((file) => CONTENT_FILE.test(file))
  );
}

function isCounts(value: unknown): value is Counts {
  if (!isRecord(value)) return false;
  return ['changed', 'untracked', 'ignored', 'other', 'bytes', 'commits'].every((key) => isCount(value[key]));
}

/** What stands in a record that was left half. */
export function isHeldPlace(value: unknown): value is Pick<KeptRepository, 'repository' | 'refPrefix'> {
  return isKeptRepository(value);
}

function isKeptRepository(value: unknown): value is KeptRepository {
  if (!isRecord(value) || !isRecord(value.repository)) return false;
  const { root, gitDir } = value.repository;
  const isState = value.state === undefined || isRecord(value.state);
  const isFound = value.found === undefined || typeof value.found === 'string';
  return isPlace(root) && isPlace(gitDir) && typeof value.refPrefix === 'string' && isState && isFound;
}

function isPlace(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith('/') && !value.includes('\0');
}

/** A line of paths.jsonl; undefined = it is damaged. */
export function isKeptPath(value: unknown): value is KeptPath {
  if (!isRecord(value) || !isBytePath(value.path)) return false;
  if (value.type === 'absent') return true;
  if (!isStat(value.stat)) return false;
  if (value.type === 'dir') return value.isWhole === undefined || value.isWhole === true;
  if (value.type === 'link') return isBytes(value.target) && value.target !== '';
  return value.type === 'file' && isContent(value.content);
}

function isBytePath(value: unknown): value is BytePath {
  return isBytes(value) && value.startsWith('/') && normalizePath(value) === value;
}

function isBytes(value: unknown): value is string {
  return typeof value === 'string' && /^[\x01-\xff]*$/.test(value);
}

function isStat(value: unknown): value is Stat {
  if (!isRecord(value)) return false;
  const { dev, ino, mode, size, mtimeMs, ctimeMs, uid, gid } = value;
  return [dev, ino, mode, size, uid, gid].every(isCount) && Number.isFinite(mtimeMs) && Number.isFinite(ctimeMs);
}

function isContent(value: unknown): value is Content {
  if (!isRecord(value)) return false;
  if (value.in === 'git') return isCount(value.repository) && typeof value.blob === 'string' && OID.test(value.blob);
  if (typeof value.hash !== 'string' || !HASH.test(value.hash)) return false;
  if (value.in === 'object') return true;
  const { file, offset, bytes } = value;
  return (
    value.in === 'small' && typeof file === 'string' && CONTENT_FILE.test(file) && isCount(offset) && isCount(bytes)
  );
}

/** Inode numbers of some file systems are larger than an integer can be. */
function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 && Math.trunc(value) === value;
}
