import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../model/request.ts';
import { readIfThere, removeIf, writeFileAtomic } from '../store/atomic-file.ts';
import { withLock } from '../store/lock.ts';
import { parseJson } from '../util/guards.ts';
import { forgetState } from './git/state.ts';
import { isHeldPlace, type KeptRecord } from './record.ts';
import { bytesBelow, diskBytes, HELD_FILE, recordIds, type UndoStore } from './store.ts';

export interface Retention {
  readonly keepDays: number;
  /** of the whole store */
  readonly keepBytes: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** What is left half, and bytes without a record, may belong to a process that is still writing. */
const LEFT_MS = HOUR_MS;
/** A command that was let go with a promise may still run: its record stays, however large. */
const PROMISED_MS = HOUR_MS / 6;
const LOCK_FILE = 'lock';
/** Its time is that of the last look. */
const MARK_FILE = 'retained';
const EVERY_MS = HOUR_MS / 4;

/**
 * Removes records that are too old, then the oldest until the rest is small enough, then bytes that no record needs, and what
 * was left half by a process that was killed. undefined = another process is at it, or the disk does not let us: at the next
 * occasion. Never throws.
 */
export function retain(
  store: UndoStore,
  retention: Retention,
  env: Environment,
  nowMs = Date.now(),
): readonly number[] | undefined {
  try {
    if (!isThere(store.root)) return [];
    return withLock(join(store.root, LOCK_FILE), () => {
      const removed = tooMany(store, retention, nowMs);
      for (const { id } of removed) forget(store, id, env);
      sweep(store, env, nowMs);
      return removed.map(({ id }) => id);
    });
  } catch {
    return undefined;
  }
}

/** Removes a record and what git holds for it; false = there was none. Throws what node:fs throws. */
export function forget(store: UndoStore, id: number, env: Environment): boolean {
  const record = asFarAsRead(() => store.read(id));
  for (const kept of record?.repositories ?? []) forgetState(kept, env);
  return store.remove(id);
}

/** undefined = it is damaged. */
function asFarAsRead<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Oldest first. A damaged record stays until it is too old by its folder: what it has may still be of use to somebody. */
function tooMany(
  store: UndoStore,
  { keepDays, keepBytes }: Retention,
  nowMs: number,
): readonly { readonly id: number }[] {
  const { records } = store.list();
  const oldestMs = nowMs - keepDays * DAY_MS;
  const damaged = recordIds(store.root).filter((id) => !records.some((record) => record.id === id));
  const tooOld = [
    ...records.filter(({ at }) => at < oldestMs),
    ...damaged.filter((id) => changedMs(join(store.root, String(id))) < oldestMs).map((id) => ({ id })),
  ];
  const rest = records.filter(({ at }) => at >= oldestMs);
  return [...tooOld, ...tooLarge(store.root, rest, keepBytes, nowMs)];
}

function tooLarge(
  root: string,
  records: readonly KeptRecord[],
  keepBytes: number,
  nowMs: number,
): readonly KeptRecord[] {
  const uses = new Map<string, number>();
  for (const { files } of records) for (const file of files) uses.set(file, (uses.get(file) ?? 0) + 1);
  const own = new Map(records.map(({ id }) => [id, bytesBelow(join(root, String(id)))]));
  let bytes = [...own.values()].reduce((sum, size) => sum + size, 0);
  for (const file of uses.keys()) bytes += diskBytes(join(root, file));
  const removed: KeptRecord[] = [];
  for (const record of [...records].reverse()) {
    if (bytes <= keepBytes || record.at > nowMs - PROMISED_MS) break;
    removed.push(record);
    bytes -= own.get(record.id) ?? 0;
    for (const file of record.files) {
      const left = (uses.get(file) ?? 0) - 1;
      uses.set(file, left);
      if (left === 0) bytes -= diskBytes(join(root, file));
    }
  }
  return removed;
}

/** Bytes that no record needs. Where a record cannot be read, none: they may be its own. */
function sweep(store: UndoStore, env: Environment, nowMs: number): void {
  const { root } = store;
  for (const name of namesIn(root).filter((name) => /^[0-9]+\.(part|gone)$/.test(name))) {
    if (!isLeft(join(root, name), nowMs)) continue;
    if (name.endsWith('.part')) letGo(join(root, name, HELD_FILE), env);
    rmSync(join(root, name), { recursive: true, force: true });
  }
  const { records, problems } = store.list();
  if (problems.length > 0) return;
  const used = new Set(records.flatMap(({ files }) => files));
  const isUnused = (file: string) => !used.has(file) && isLeft(join(root, file), nowMs);
  // whoever finds an object touches it first: it is looked at again when nobody can find it any more
  for (const file of contentFiles(root))
    if (isUnused(file)) removeIf(join(root, file), (aside) => isLeft(aside, nowMs));
}

/** What git holds for a record that never was whole. */
function letGo(file: string, env: Environment): void {
  const places = parseJson(readIfThere(file) ?? 'null');
  for (const place of Array.isArray(places) ? places.filter(isHeldPlace) : []) forgetState(place, env);
}

function contentFiles(root: string): readonly string[] {
  const below = (folder: string) => namesIn(join(root, folder)).map((name) => `${folder}/${name}`);
  // beside the folders are what was half written
  const objects = below('objects').flatMap((name) => (/\/[0-9a-f]{2}$/.test(name) ? below(name) : [name]));
  return [...below('small'), ...objects];
}

function isLeft(path: string, nowMs: number): boolean {
  return changedMs(path) < nowMs - LEFT_MS;
}

/** Of what is not there: never long ago. */
function changedMs(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** `retain`, every quarter of an hour and after much was kept. Never throws. */
export function retainIfDue(store: UndoStore, retention: Retention, env: Environment, kept: KeptRecord): void {
  try {
    const mark = join(store.root, MARK_FILE);
    const isDue = changedMs(mark) === Number.POSITIVE_INFINITY || Date.now() - changedMs(mark) > EVERY_MS;
    if (!isDue && kept.counts.bytes < retention.keepBytes / 20) return;
    writeFileAtomic(mark, '', { durable: false });
    retain(store, retention, env);
  } catch {
    // at the next occasion
  }
}
