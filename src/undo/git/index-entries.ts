import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';

/** A file as git's index has it; its path below the root, as bytes. */
export interface IndexEntry {
  readonly path: string;
  readonly blob: string;
  /** what git saw of the file when it was last as the index has it */
  readonly ctimeMs: number;
  readonly mtimeMs: number;
  readonly ino: number;
  readonly size: number;
  /** no link, no submodule */
  readonly isRegular: boolean;
}

const HEADER_BYTES = 12;
const FIXED_BYTES = 62;
const FLAGS_AT = 60;
const HASH_BYTES = 20;
/** assume-unchanged, extended (skip-worktree, intent-to-add), stages of a conflict */
const SPECIAL_FLAGS = 0xf000;
/** its entries have another form */
const EXTENDED_FLAG = 0x4000;
const REGULAR = 0o100000;
const TYPE = 0o170000;

/**
 * Files of an index; undefined = it has another form than most (a newer version, SHA-256, split, sparse), or something in it that
 * only git should read: a conflict, files that it was told not to look at.
 * Source: gitformat-index(5), versions 2 and 3.
 */
export function indexEntries(file: Buffer): readonly IndexEntry[] | undefined {
  const end = file.length - HASH_BYTES;
  if (end < 0 || !createHash('sha1').update(file.subarray(0, end)).digest().equals(file.subarray(end)))
    return undefined;
  const entries: IndexEntry[] = [];
  const after = walk(file, SPECIAL_FLAGS, (at, nameEnd) => void entries.push(entryAt(file, at, nameEnd)));
  return after === undefined || hasExtension(file, after, end) ? undefined : entries;
}

/**
 * One of them, by its path as bytes, where nothing is staged: the index is `tree`, the tree of HEAD, as hexadecimal digits.
 * undefined = anything else, or not known. Source: gitformat-index(5), cache tree.
 */
export function committedEntry(file: Buffer, path: Buffer, tree: string): IndexEntry | undefined {
  let found: IndexEntry | undefined;
  const after = walk(file, EXTENDED_FLAG, (at, nameEnd) => {
    const start = at + FIXED_BYTES;
    if (nameEnd - start !== path.length || file.compare(path, 0, path.length, start, nameEnd) !== 0) return;
    if ((file.readUInt16BE(at + FLAGS_AT) & SPECIAL_FLAGS) === 0) found = entryAt(file, at, nameEnd);
  });
  return after !== undefined && rootTree(extension(file, 'TREE', after) ?? '') === tree ? found : undefined;
}

/** Of the cache tree: NAME NUL COUNT SP SUBTREES LF, and a hash where the count is not negative; the root comes first, without a name. */
function rootTree(trees: string): string | undefined {
  const start = /^\0\d{1,10} \d{1,10}\n/.exec(trees)?.[0].length;
  return start === undefined
    ? undefined
    : Buffer.from(trees.slice(start, start + HASH_BYTES), 'latin1').toString('hex');
}

function extension(file: Buffer, name: string, from: number): string | undefined {
  const end = file.length - HASH_BYTES;
  for (let at = from; at + 8 <= end; at += 8 + file.readUInt32BE(at + 4)) {
    if (file.toString('latin1', at, at + 4) === name)
      return file.toString('latin1', at + 8, Math.min(end, at + 8 + file.readUInt32BE(at + 4)));
  }
  return undefined;
}

/** Returns where the entries end; undefined = one has such a flag, or the file another form. */
function walk(file: Buffer, special: number, visit: (at: number, nameEnd: number) => void): number | undefined {
  const end = file.length - HASH_BYTES;
  if (end < HEADER_BYTES || file.toString('latin1', 0, 4) !== 'DIRC' || file.readUInt32BE(4) > 3) return undefined;
  const count = file.readUInt32BE(8);
  let at = HEADER_BYTES;
  for (let n = 0; n < count; n++) {
    if (at + FIXED_BYTES >= end || (file.readUInt16BE(at + FLAGS_AT) & special) !== 0) return undefined;
    const nameEnd = file.indexOf(0, at + FIXED_BYTES);
    if (nameEnd < 0 || nameEnd >= end) return undefined;
    visit(at, nameEnd);
    // one to eight zeros, to a multiple of eight
    at += (nameEnd - at + 8) & ~7;
  }
  return at;
}

type Seen = Pick<Stats, 'size' | 'mtimeMs' | 'ctimeMs' | 'ino'>;

/** As `git status` has it. A file that was written in the same tick as the index may have changed since: it counts as changed. */
export function isAsSeen(stat: Seen, entry: IndexEntry, indexMs: number): boolean {
  return (
    stat.size === entry.size &&
    stat.mtimeMs === entry.mtimeMs &&
    stat.ctimeMs === entry.ctimeMs &&
    stat.ino % 2 ** 32 === entry.ino &&
    stat.mtimeMs < indexMs
  );
}

function entryAt(file: Buffer, at: number, nameEnd: number): IndexEntry {
  return {
    path: file.toString('latin1', at + FIXED_BYTES, nameEnd),
    blob: file.toString('hex', at + 40, at + 60),
    ctimeMs: timeAt(file, at),
    mtimeMs: timeAt(file, at + 8),
    ino: file.readUInt32BE(at + 20),
    size: file.readUInt32BE(at + 36),
    isRegular: (file.readUInt32BE(at + 24) & TYPE) === REGULAR,
  };
}

/** Computed as Node.js computes times of `lstat`, so that the same time is the same number. */
function timeAt(file: Buffer, at: number): number {
  return file.readUInt32BE(at) * 1000 + file.readUInt32BE(at + 4) / 1_000_000;
}

/** One that must be understood: its name begins with a small letter. True also where they are damaged. */
function hasExtension(file: Buffer, from: number, end: number): boolean {
  let at = from;
  while (at + 8 <= end) {
    if ((file[at] as number) >= 0x61) return true;
    at += 8 + file.readUInt32BE(at + 4);
  }
  return at !== end;
}
