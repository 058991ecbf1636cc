import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  linkSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Session, SessionChange } from '../model/session.ts';
import { isRecord, parseJson } from '../util/guards.ts';
import { appendLine } from './append.ts';
import { writeFileAtomic } from './atomic-file.ts';
import { VERSIONS } from './layout.ts';
import { isSession, isSessionChange } from './session-guard.ts';

/** What is on disk of a session and was not told yet. */
export interface LogNews {
  /** what was told before does not count any more: `snapshot`, or where there is none an empty session, is where it starts */
  readonly isFresh: boolean;
  readonly snapshot?: Session | undefined;
  readonly changes: readonly SessionChange[];
  /** files that are not as we write them, under the names that they were put aside with */
  readonly damaged: readonly string[];
}

/**
 * A session on disk: one line of JSON for each change, in numbered files `history-N.jsonl`. The first line of one is the
 * session as it was after so many bytes of the one before, which stays until the next: what others still add to that one
 * is found behind those bytes. So nobody needs a lock, and a process may be killed anywhere.
 */
export interface SessionLog {
  /** Reading makes nothing. Throws what node:fs throws where a damaged file cannot be put aside. */
  news(): LogNews;
  /** true: the file has grown, so that it is time to ask whether it is long. Throws what node:fs throws. */
  append(change: SessionChange): boolean;
  /** It is time to start a new file. */
  isLong(): boolean;
  /** Starts a new file with `session`: all that was told, and no more. Throws what node:fs throws. */
  startAnew(session: Session): void;
}

/** Changes in one file before the next is started. */
const MAX_CHANGES = 1000;
/** A file of MAX_CHANGES is several times as long: who only appends looks at it each time that it has grown by so much. */
const GROWTH_BYTES = 32_768;
/** More cannot be ours: a thousand of the longest changes are shorter. */
const MAX_BYTES = 64_000_000;
const NEWLINE = 10;

/** `folder`: of the session; made when something is added. */
export function openSessionLog(folder: string): SessionLog {
  return new LogFiles(folder);
}

interface Mark {
  /** of a file; 0 = none */
  readonly number: number;
  /** so much of it was told */
  readonly bytes: number;
}

class LogFiles implements SessionLog {
  readonly #folder: string;
  #last: Mark = { number: 0, bytes: 0 };
  #former: Mark = { number: 0, bytes: 0 };
  #count = 0;
  #isOpen = false;

  constructor(folder: string) {
    this.#folder = folder;
  }

  news(): LogNews {
    const isSame = this.#isOpen && !existsSync(this.#fileOf(this.#last.number + 1));
    const changes = isSame ? this.#more() : undefined;
    return changes === undefined ? this.#afresh() : { isFresh: false, changes, damaged: [] };
  }

  append(change: SessionChange): boolean {
    const line = JSON.stringify(change);
    // where somebody starts the next file just now, this one is still read to its end
    const before = appendLine(this.#fileOf(Math.max(1, newestIn(this.#folder))), line);
    return Math.floor(before / GROWTH_BYTES) < Math.floor((before + line.length) / GROWTH_BYTES);
  }

  isLong(): boolean {
    return this.#count >= MAX_CHANGES;
  }

  startAnew(session: Session): void {
    const { number, bytes } = this.#last;
    const fresh = join(this.#folder, `.history.${process.pid}.new`);
    writeFileAtomic(fresh, `${JSON.stringify({ version: VERSIONS.session, bytes, session })}\n`);
    appearAs(this.#fileOf(number + 1), fresh);
    for (const old of numbersIn(this.#folder)) if (old < number) rmSync(this.#fileOf(old), { force: true });
  }

  /** undefined = a file is not as it should be any more. */
  #more(): readonly SessionChange[] | undefined {
    const late = this.#read(this.#former);
    const own = this.#read(this.#last);
    if (own.isForeign || late.isForeign) return undefined;
    this.#former = after(this.#former, late);
    this.#last = after(this.#last, own);
    const changes = [...late.values, ...own.values].filter(isSessionChange);
    this.#count += changes.length;
    return changes;
  }

  /** A damaged file is put aside; what can be read of it counts, after all of the one before it. */
  #afresh(): LogNews {
    const damaged: string[] = [];
    let rescued: readonly SessionChange[] = [];
    let start: Start | undefined;
    for (;;) {
      const number = newestIn(this.#folder);
      const own = this.#read({ number, bytes: 0 });
      const ownStart = startOf(own.values[0]);
      const isSound = !own.isForeign && (ownStart !== undefined || number <= 1);
      start = ownStart ?? (number === 0 ? start : undefined);
      if (isSound) {
        const former = { number: start === undefined ? 0 : number - 1, bytes: start?.bytes ?? 0 };
        const late = this.#read(former);
        this.#former = after(former, late);
        this.#last = after({ number, bytes: 0 }, own);
        const changes = [...late.values, ...own.values].filter(isSessionChange);
        this.#count = damaged.length > 0 ? MAX_CHANGES : changes.length;
        this.#isOpen = true;
        return { isFresh: true, snapshot: start?.session, changes: [...changes, ...rescued], damaged };
      }
      const aside = join(this.#folder, `damaged-${Date.now()}-${number}.jsonl`);
      renameSync(this.#fileOf(number), aside);
      damaged.push(aside);
      rescued = [...own.values.filter(isSessionChange), ...rescued];
    }
  }

  #read({ number, bytes }: Mark): Found {
    return number <= 0 ? NOTHING : readFrom(this.#fileOf(number), bytes);
  }

  #fileOf(number: number): string {
    return join(this.#folder, `history-${number}.jsonl`);
  }
}

/** Whole, and only where nobody else was faster. */
function appearAs(path: string, fresh: string): void {
  try {
    linkSync(fresh, path);
  } catch (error) {
    // some file systems know no links
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' && !existsSync(path)) renameSync(fresh, path);
  } finally {
    rmSync(fresh, { force: true });
  }
}

function after({ number, bytes }: Mark, found: Found): Mark {
  return { number, bytes: bytes + found.bytes };
}

function numbersIn(folder: string): readonly number[] {
  try {
    return readdirSync(folder).flatMap((name) => {
      const number = /^history-([1-9]\d{0,8})\.jsonl$/.exec(name)?.[1];
      return number === undefined ? [] : [Number(number)];
    });
  } catch {
    return [];
  }
}

function newestIn(folder: string): number {
  return Math.max(0, ...numbersIn(folder));
}

interface Start {
  readonly bytes: number;
  readonly session: Session;
}

function startOf(value: unknown): Start | undefined {
  if (!isRecord(value) || value.version !== VERSIONS.session) return undefined;
  const { bytes, session } = value;
  return Number.isSafeInteger(bytes) && isSession(session) ? { bytes: bytes as number, session } : undefined;
}

interface Found {
  /** what the whole lines say, in order; those that a killed writer left torn are none */
  readonly values: readonly unknown[];
  /** length of the whole lines */
  readonly bytes: number;
  /** something in it was not written by us, or it cannot be read */
  readonly isForeign: boolean;
}

const NOTHING: Found = { values: [], bytes: 0, isForeign: false };
const FOREIGN: Found = { values: [], bytes: 0, isForeign: true };

function readFrom(path: string, from: number): Found {
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' && from === 0 ? NOTHING : FOREIGN;
  }
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile() || stats.size > MAX_BYTES || stats.size < from) return FOREIGN;
    if (stats.size === from) return NOTHING;
    const bytes = Buffer.allocUnsafe(stats.size - from);
    const length = readSync(descriptor, bytes, 0, bytes.length, from);
    return linesOf(bytes.subarray(0, length), from === 0);
  } catch {
    return FOREIGN;
  } finally {
    closeSync(descriptor);
  }
}

function linesOf(bytes: Buffer, isBeginning: boolean): Found {
  const end = bytes.lastIndexOf(NEWLINE) + 1;
  const lines = bytes.toString('utf8', 0, end).split('\n').slice(0, -1);
  const values: unknown[] = [];
  let isForeign = false;
  for (const [index, line] of lines.entries()) {
    const value = parseJson(line);
    const isStart = isBeginning && index === 0 && startOf(value) !== undefined;
    if (isStart || isSessionChange(value)) values.push(value);
    else if (line !== '' && !isTorn(line, value)) isForeign = true;
  }
  return { values, bytes: end, isForeign };
}

/** A change that was being written when its writer was killed; what a file starts with is never torn. */
function isTorn(line: string, value: unknown): boolean {
  return value === undefined && line.startsWith('{') && !line.startsWith('{"version"');
}
