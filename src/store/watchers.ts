import { readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { PendingRequest } from '../model/approval.ts';
import { writeFileAtomic } from './atomic-file.ts';
import { makeFolder } from './folders.ts';
import { readOwnJson } from './small-file.ts';

/** A watcher shows that it is alive this often .. */
const BEAT_MS = 2000;
/** .. and is not counted on after so long: it is stopped, or hangs. */
const SILENT_MS = 7000;

/** So long after the last sign of a person nobody is taken to be there. */
export const SIGN_MS = 120_000;
/** Signs that follow each other sooner are one. */
const ONE_SIGN_MS = 1000;

const NAME = /^([1-9]\d{0,9})\.watcher$/;

/** This process shows questions, until it stops or ends. */
export interface Watch {
  /** a person has just pressed a key, looked or answered. Throws what node:fs throws */
  sign(): void;
  stop(): void;
}

export interface WatchOptions {
  readonly now?: () => number;
  /** the latest sign of a person; absent = now, as starting us is one */
  readonly signedMs?: number;
}

/** Its file holds the time of the latest sign, and is touched while this process lives. Throws what node:fs throws. */
export function watchInbox(folder: string, { now = Date.now, signedMs = now() }: WatchOptions = {}): Watch {
  makeFolder(folder);
  const file = join(folder, `${process.pid}.watcher`);
  let latestMs = signedMs;
  const write = () => writeFileAtomic(file, String(latestMs), { durable: false });
  const beat = () => {
    try {
      const time = new Date(now());
      utimesSync(file, time, time);
    } catch {
      write();
    }
  };
  write();
  const timer = setInterval(() => {
    try {
      beat();
    } catch {
      // the disk is full or the folder gone: nobody counts on us then
    }
  }, BEAT_MS);
  return {
    sign() {
      if (now() - latestMs < ONE_SIGN_MS) return;
      latestMs = now();
      write();
    },
    stop() {
      clearInterval(timer);
      rmSync(file, { force: true });
    },
  };
}

export interface WatchedSince {
  /** a question that was asked then is waited for as long as if that were a sign */
  readonly askedMs?: number;
  readonly nowMs?: number;
}

/**
 * Somebody is there to see a question: a process shows it, and a person gave a sign there in the last two minutes. The file of a
 * process that is gone does not count. Never throws.
 */
export function isInboxWatched(folder: string, { askedMs = 0, nowMs = Date.now() }: WatchedSince = {}): boolean {
  let names: readonly string[] = [];
  try {
    names = readdirSync(folder);
  } catch {
    return false;
  }
  const isRecent = (ms: number, withinMs: number) => Math.abs(nowMs - ms) < withinMs;
  return names.some((name) => {
    const pid = Number(NAME.exec(name)?.[1]);
    const file = join(folder, name);
    if (!(pid > 0) || !isAlive(pid) || !isRecent(changedMs(file), SILENT_MS)) return false;
    const signedMs = readOwnJson(file);
    return typeof signedMs === 'number' && (isRecent(signedMs, SIGN_MS) || isRecent(askedMs, SIGN_MS));
  });
}

/** The command of this question still waits for its answer. */
export function isWaiting({ waiter }: PendingRequest): boolean {
  return waiter !== undefined && waiter.untilMs > Date.now() && isAlive(waiter.pid);
}

/** A process of that number runs, whoever's it is. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function changedMs(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
