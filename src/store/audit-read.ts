import { createHash } from 'node:crypto';
import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord, parseJson } from '../util/guards.ts';
import { hashedPart } from './audit.ts';
import type { Layout } from './layout.ts';

/** A file of one day. */
export interface AuditFile {
  /** `2026-01-31.jsonl` */
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
}

/** Files of records, oldest first; empty where there are none. Throws what node:fs throws where they cannot be listed. */
export function auditFiles({ state }: Layout): readonly AuditFile[] {
  return namesIn(state.audit)
    .filter((name) => /^\d{4}-\d\d-\d\d\.jsonl$/.test(name))
    .sort()
    .flatMap((name) => {
      const path = join(state.audit, name);
      const stats = statSync(path, { throwIfNoEntry: false });
      return stats?.isFile() ? [{ name, path, bytes: stats.size }] : [];
    });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** One line with its place in the file, bytes; `to` is behind its line break. */
export interface Line {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const CHUNK_BYTES = 1 << 20;
const NEWLINE = 10;
/** A line that is longer is none of ours. */
const MAX_LINE_BYTES = 1 << 20;

/** The lines that are ended, from a byte on; what has no line break yet is left out. Throws what node:fs throws. */
export function* linesOf(path: string, from = 0, to = Number.POSITIVE_INFINITY): Generator<Line> {
  const descriptor = openSync(path, 'r');
  try {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let rest = Buffer.alloc(0);
    let at = from;
    for (let next = from; ; ) {
      const length = readSync(descriptor, chunk, 0, Math.min(CHUNK_BYTES, to - next), next);
      if (length === 0) return;
      next += length;
      const bytes = Buffer.concat([rest, chunk.subarray(0, length)]);
      let start = 0;
      for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
        const isTooLong = end - start > MAX_LINE_BYTES;
        const text = isTooLong ? '' : bytes.toString('utf8', start, end);
        yield { text, from: at, to: at + end + 1 - start };
        at += end + 1 - start;
        start = end + 1;
      }
      rest = bytes.subarray(start);
    }
  } finally {
    closeSync(descriptor);
  }
}

/** `torn`: its writer was killed within it. `altered`: a whole record that is not as it was written. */
export type Read =
  | { readonly kind: 'record'; readonly value: Readonly<Record<string, unknown>>; readonly afterTorn: boolean }
  | { readonly kind: 'torn' | 'altered' | 'empty' };

/** How every record begins. Within a record the same is never read: there the quotes are escaped. */
const HEAD = '{"schema":';

/** Where the record begins in its line: behind a torn one, if one is there. */
export function startOfRecord(line: string): number {
  return Math.max(0, line.lastIndexOf(HEAD));
}

/** A record that was written right behind a torn one, before anybody could see that, is found all the same. */
export function readLine(text: string): Read {
  if (text === '') return { kind: 'empty' };
  const start = startOfRecord(text);
  const line = text.slice(start);
  const value = parseJson(line);
  if (!isRecord(value)) return { kind: 'torn' };
  return isIntact(line) ? { kind: 'record', value, afterTorn: start > 0 } : { kind: 'altered' };
}

/** The line is as it was written. Of many lines node:crypto takes a fifth of the time of our own SHA-256. */
export function isIntact(line: string): boolean {
  const parts = hashedPart(line);
  return parts !== undefined && createHash('sha256').update(parts.body).digest('hex') === parts.hash;
}
