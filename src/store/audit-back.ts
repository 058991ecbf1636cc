import { closeSync, openSync, readSync } from 'node:fs';
import { type AuditFile, readLine, startOfRecord } from './audit-read.ts';

/** What somebody looks for; what cannot be that is passed by unread, as reading a record whole costs 15 times as much. */
export interface Sought {
  /** ISO 8601, UTC; both inclusive */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** May a wanted record be in here? `text`: of one record or of many, each byte as the character of its number. */
  readonly mayHold: (text: string) => boolean;
}

/** `unread`: of a day that could not be read; `why` is what node:fs said. */
export type Back =
  | { readonly kind: 'record'; readonly value: Readonly<Record<string, unknown>> }
  | { readonly kind: 'unread'; readonly file: string; readonly why: string };

/**
 * The records among which what is sought is, the last first: whoever has enough stops, and what is older is never read.
 * What is torn or altered is left out.
 */
export function* recordsFromEnd(files: readonly AuditFile[], sought: Sought): Generator<Back> {
  for (const file of files.filter(({ name }) => isOfDays(name.slice(0, DAY), sought)).reverse()) {
    try {
      yield* recordsOfDay(file, sought);
    } catch (error) {
      yield { kind: 'unread', file: file.path, why: (error as Error).message };
    }
  }
}

const DAY = '2026-01-31'.length;

/** A file holds what was asked on its day. */
function isOfDays(day: string, { since = '', until = '9' }: Sought): boolean {
  return day >= since.slice(0, DAY) && day <= until.slice(0, DAY);
}

/**
 * How far the clock may have been set back within a day. A record stands where its request was settled: what was asked
 * earlier may stand behind what was asked later, but not a whole block of it.
 */
const ALLOWANCE_MS = 60 * 60 * 1000;

function* recordsOfDay({ path, bytes }: AuditFile, { since, until = '9', mayHold }: Sought): Generator<Back> {
  const tooOld = since === undefined ? '' : new Date(Date.parse(since) - ALLOWANCE_MS).toISOString();
  for (const block of blocksFromEnd(path, bytes)) {
    const text = block.toString('latin1');
    const isWorthwhile = mayHold(text);
    if (!isWorthwhile && since === undefined) continue;
    let newest = '';
    for (const { from, to } of linesBack(text)) {
      const line = text.slice(from, to);
      const time = timeOf(line);
      if (time !== undefined && time > newest) newest = time;
      if (!isWorthwhile || (time !== undefined && (time < (since ?? '') || time > until)) || !mayHold(line)) continue;
      const read = readLine(block.toString('utf8', from, to));
      if (read.kind === 'record') yield read;
    }
    if (newest !== '' && newest < tooOld) return;
  }
}

function* linesBack(text: string): Generator<{ readonly from: number; readonly to: number }> {
  for (let to = text.length - 1; to >= 0; ) {
    const from = to === 0 ? 0 : text.lastIndexOf('\n', to - 1) + 1;
    yield { from, to };
    to = from - 1;
  }
}

const TIME = '"time":"';
const TIME_LENGTH = '2026-01-31T00:00:00.000Z'.length;

/** undefined = it is not told where we write it. */
function timeOf(line: string): string | undefined {
  const at = line.indexOf(TIME, startOfRecord(line)) + TIME.length;
  const time = line.slice(at, at + TIME_LENGTH);
  return at >= TIME.length && time.endsWith('Z') ? time : undefined;
}

/** A line that is longer is none of ours. */
const BLOCK_BYTES = 1 << 20;
const NEWLINE = 10;

/**
 * Whole lines of a file, with their line breaks: about a megabyte at a time, the last first. What has no line break yet is
 * left out, and so is a line that is longer than a block. Throws what node:fs throws.
 */
export function* blocksFromEnd(path: string, bytes: number): Generator<Buffer> {
  const descriptor = openSync(path, 'r');
  try {
    // what stands last belongs to a line that is not ended, or is too long
    let isOpen = true;
    for (let end = bytes; end > 0; ) {
      const start = Math.max(0, end - BLOCK_BYTES);
      const block = bytesOf(descriptor, start, end);
      const to: number = isOpen ? block.lastIndexOf(NEWLINE) + 1 : block.length;
      const from: number = start === 0 || to === 0 ? 0 : block.indexOf(NEWLINE) + 1;
      if (from < to) yield block.subarray(from, to);
      end = start + (from < to ? from : isOpen ? to : 0);
      isOpen = from >= to && (!isOpen || to === 0);
    }
  } finally {
    closeSync(descriptor);
  }
}

function bytesOf(descriptor: number, from: number, to: number): Buffer {
  const block = Buffer.allocUnsafe(to - from);
  let length = 0;
  for (let more = -1; more !== 0 && length < block.length; length += more) {
    more = readSync(descriptor, block, length, block.length - length, from + length);
  }
  return block.subarray(0, length);
}
