import { createHash } from 'node:crypto';

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
const HASH_BYTES = 20;
/** assume-unchanged, extended (skip-worktree, intent-to-add), stages of a conflict */
const SPECIAL_FLAGS = 0xf000;
const REGULAR = 0o100000;
const TYPE = 0o170000;

/**
 * Files of an index; undefined = it has another form than most (a newer version, SHA-256, split, sparse), or something in it that
 * only git should read: a conflict, files that it was told not to look at.
 * Source: gitformat-index(5), versions 2 and 3.
 */
export function indexEntries(file: Buffer): readonly IndexEntry[] | undefined {
  const end = file.length - HASH_BYTES;
  if (end < HEADER_BYTES || file.toString('latin1', 0, 4) !== 'DIRC' || file.readUInt32BE(4) > 3) return undefined;
  if (!createHash('sha1').update(file.subarray(0, end)).digest().equals(file.subarray(end))) return undefined;
  const count = file.readUInt32BE(8);
  const entries: IndexEntry[] = [];
  let at = HEADER_BYTES;
  for (let n = 0; n < count; n++) {
    if (at + FIXED_BYTES >= end || (file.readUInt16BE(at + 60) & SPECIAL_FLAGS) !== 0) return undefined;
    const nameEnd = file.indexOf(0, at + FIXED_BYTES);
    if (nameEnd < 0 || nameEnd >= end) return undefined;
    entries.push(entryAt(file, at, nameEnd));
    // one to eight zeros, to a multiple of eight
    at += (nameEnd - at + 8) & ~7;
  }
  return hasExtension(file, at, end) ? undefined : entries;
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
