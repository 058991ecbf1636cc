import { existsSync, readdirSync, renameSync, rmSync, type Stats, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { giveToOwner, makeFolder } from '../store/folders.ts';
import { KEPT_WALLS } from '../store/kept-walls.ts';
import { MODES } from '../store/layout.ts';
import { isRecord } from '../util/guards.ts';
import { shQuote } from '../util/sh-quote.ts';

/**
 * Whether what was made from files is still made from them as they are, by no clock but theirs. sh compares times and
 * nothing else, so it asks whether a file has exactly the time that it had: it lies between two marks, a microsecond or two
 * apart. Node compares size, inode and the inode's own time as well, and vouches for a while: see `RECENT_MS`.
 *
 *   STAMP                 absent = nothing counts; its time is when the sources were looked at last
 *   STAMP.marks/until     its time is when they have to be looked at again
 *   STAMP.marks/from-N    source N is not older than this ..
 *   STAMP.marks/to-N      .. and not younger than this
 *   STAMP.marks/walls/    how calls are confined again: see store/kept-walls.ts
 */
export interface Marks {
  /** path of the stamp */
  readonly stamp: string;
  /** folder of the marks */
  readonly folder: string;
}

/** What is known of each path; '' = it may have changed since it was read, or may change within the same tick. */
export type Seen = Readonly<Record<string, string>>;

/** An edit that puts the exact time of a file back passes the gates no longer than that. */
const RECENT_MS = 5 * 60_000;
/** A clock that is set while it runs may go back so far: it is no other day's clock. */
const SLEW_MS = 3000;

/** From a file's time to its marks, at most: Node sets times in seconds, as a floating point number, which is good for one. */
const MARKS_APART_US = 3;

/** Kernels round the times of files down to ticks of so long; some disks, and some sh that compare them, to a second or two. */
const TICK_MS = 100;
const COARSE_TICK_MS = 3000;

export function marksOf(stamp: string): Marks {
  return { stamp, folder: `${stamp}.marks` };
}

/** As they are now. `startedMs`: when the reading of them began. */
export function look(paths: readonly string[], startedMs: number): Seen {
  const isSettled = settledSince(startedMs);
  return Object.fromEntries(
    paths.map((path) => {
      const stats = statOf(path);
      return [path, stats !== undefined && isSettled(stats) ? factsIn(stats) : ''];
    }),
  );
}

/** Those that are not as they were. */
export function changedSince(seen: Seen): readonly string[] {
  return Object.entries(seen).flatMap(([path, facts]) => (facts !== '' && facts === factsOf(path) ? [] : [path]));
}

/** Of those, the ones that have the time that they had: no gate sees that. */
export function hiddenAmong(seen: Seen): readonly string[] {
  const timeOf = (facts: string | undefined) => Number(facts?.split(' ')[1]); // ms
  const isBetweenMarks = (path: string) => Math.abs(timeOf(factsOf(path)) - timeOf(seen[path])) * 1000 < MARKS_APART_US;
  return changedSince(seen).filter((path) => seen[path] !== '' && isBetweenMarks(path));
}

/** Those that were too young, when they were looked at, for a later change to show. */
export function unsettledIn(seen: Seen): readonly string[] {
  return Object.keys(seen).filter((path) => seen[path] === '' && existsSync(path));
}

export function isSeen(value: unknown): value is Seen {
  return isRecord(value) && Object.values(value).every((facts) => typeof facts === 'string');
}

/**
 * Marks the time of each path; the stamp comes last. false = one may change again unnoticed, so that there is no stamp.
 * Throws what node:fs throws.
 */
export function writeMarks({ stamp, folder }: Marks, paths: readonly string[], startedMs: number): boolean {
  rmSync(stamp, { force: true });
  const isMarked = replaceFolder(folder, (fresh) => markIn(fresh, paths, startedMs) && writeUntil(fresh));
  if (!isMarked) return false;
  const fresh = `${stamp}.${process.pid}.new`;
  writeEmpty(fresh);
  setTimes(fresh, join(folder, 'until'));
  renameSync(fresh, stamp);
  return true;
}

/** The marks alone, in a folder that is being made. */
export function markIn(folder: string, paths: readonly string[], startedMs: number): boolean {
  const isSettled = settledSince(startedMs);
  for (const [index, path] of paths.entries()) {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (stats === undefined || !isSettled({ mtimeMs: Number(stats.mtimeMs), ctimeMs: Number(stats.ctimeMs) }))
      return false;
    const micros = Number(stats.mtimeNs / 1000n); // Node sets no finer times
    writeTimed(join(folder, `from-${index}`), (micros - MARKS_APART_US + 1) / 1e6);
    writeTimed(join(folder, `to-${index}`), (micros + MARKS_APART_US) / 1e6);
  }
  return true;
}

/** Are as many marks there as were written? What cleans up old files may take some. */
export function areMarksWhole({ stamp, folder }: Marks, count: number): boolean {
  try {
    const marks = readdirSync(folder).filter((name) => name !== KEPT_WALLS);
    return statSync(stamp).isFile() && marks.length === 2 * count + 1;
  } catch {
    return false;
  }
}

/** A file for the time until which all counts; true. */
export function writeUntil(folder: string): true {
  writeEmpty(join(folder, 'until'));
  return true;
}

/** That all was looked at just now. Both are there. Throws what node:fs throws. */
export function setTimes(stamp: string, until: string): void {
  const nowMs = Date.now();
  utimesSync(until, nowMs / 1000, (nowMs + RECENT_MS) / 1000);
  utimesSync(stamp, nowMs / 1000, (nowMs - SLEW_MS) / 1000);
}

/** Counts for longer what `isStill` says is as it was; asked only where it is time. Never throws. */
export function renewIfDue({ stamp, folder }: Marks, isStill: () => boolean): void {
  try {
    const until = join(folder, 'until');
    const nowMs = Date.now();
    const leftMs = statSync(until).mtimeMs - nowMs;
    const isAhead = statSync(stamp).mtimeMs > nowMs;
    if ((leftMs > RECENT_MS / 2 && leftMs <= RECENT_MS && !isAhead) || !isStill()) return;
    setTimes(stamp, until);
  } catch {
    // gates stay shut: slower, not weaker
  }
}

/** sh: true while all of these have the times that they had, and nothing of `missing` has come. `$__ss_stamp` is set. */
export function freshTest({ changing, missing }: { changing: readonly string[]; missing: readonly string[] }): string {
  return [
    '[ -f "$__ss_stamp" ]',
    '__ss_is_recent "$__ss_stamp" "$__ss_stamp.marks/until"',
    ...missing.map((path) => `[ ! -e ${shQuote(path)} ]`),
    // shells disagree on marks that are not there
    ...changing.map((path, index) => {
      const [from = '', to = ''] = ['from', 'to'].map((side) => `"$__ss_stamp.marks/${side}-${index}"`);
      return hasTimeTest(from, to, shQuote(path));
    }),
  ].join(' && ');
}

/** sh: true while the file has the time that these marks stand for. All three are words of sh. */
export function hasTimeTest(from: string, to: string, file: string): string {
  return `[ -f ${from} ] && [ -f ${to} ] && [ ! ${from} -nt ${file} ] && [ ! ${file} -nt ${to} ]`;
}

/** Replaces the folder by a new one that `fill` writes, whole or not at all; `fill` false = the folder is removed. */
export function replaceFolder(folder: string, fill: (fresh: string) => boolean): boolean {
  const fresh = `${folder}.${process.pid}.new`;
  const old = `${folder}.${process.pid}.old`;
  for (const one of [fresh, old]) rmSync(one, { recursive: true, force: true });
  makeFolder(fresh);
  try {
    const isFilled = fill(fresh);
    renameIfThere(folder, old);
    if (isFilled) renameSync(fresh, folder);
    return isFilled;
  } finally {
    for (const one of [fresh, old]) rmSync(one, { recursive: true, force: true });
  }
}

function renameIfThere(from: string, to: string): void {
  makeFolder(dirname(to));
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/**
 * Not changed between the reading and now, to a tick. What is to come was written by another clock: an edit by this one has
 * another time.
 */
function settledSince(startedMs: number): (times: Pick<Stats, 'mtimeMs' | 'ctimeMs'>) => boolean {
  const endMs = Math.max(startedMs, Date.now());
  const isOutside = (ms: number, marginMs: number) => ms < startedMs - marginMs || ms > endMs + marginMs;
  return ({ mtimeMs, ctimeMs }) =>
    isOutside(mtimeMs, COARSE_TICK_MS) && isOutside(ctimeMs, ctimeMs % 1000 === 0 ? COARSE_TICK_MS : TICK_MS);
}

function factsOf(path: string): string | undefined {
  const stats = statOf(path);
  return stats && factsIn(stats);
}

/** The time of the content second: see hiddenAmong. */
export function factsIn({ size, mtimeMs, ctimeMs, ino }: Stats): string {
  return [size, mtimeMs, ctimeMs, ino].join(' ');
}

/** Times to half a microsecond; whole nanoseconds are big integers, which take twice as long. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function writeTimed(path: string, seconds: number): void {
  writeEmpty(path);
  utimesSync(path, seconds, seconds);
}

function writeEmpty(path: string): void {
  writeFileSync(path, '', { mode: MODES.file });
  giveToOwner(path);
}
