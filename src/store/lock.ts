import { rmSync } from 'node:fs';
import { createFileAtomic, readIfThere, removeIf } from './atomic-file.ts';
import { pause } from './patience.ts';

/** Longest that a holder may take. */
const STALE_MS = 60_000;
/** A clock may be corrected while somebody holds a lock. */
const CLOCK_MARGIN_MS = 2000;

/** As it says itself. */
interface LockHolder {
  readonly pid: number;
  readonly sinceMs: number;
}

/** Somebody holds a lock for longer than we wait. */
export class LockHeld extends Error {
  constructor(path: string, doing: string) {
    const holder = holderOf(readIfThere(path) ?? '');
    const who = holder && ` (process ${holder.pid}, since ${clockTime(holder.sinceMs)})`;
    super(`another process${who ?? ''} ${doing}; if there is none, remove ${path}`);
  }
}

/**
 * Runs `work` while nobody else holds the lock; undefined = somebody does, and nothing was run. Throws what node:fs throws,
 * and what `work` throws.
 */
export function withLock<Result>(path: string, work: () => Result): Result | undefined {
  const release = holdLock(path);
  if (release === undefined) return undefined;
  try {
    return work();
  } finally {
    release();
  }
}

const TRY_AGAIN_MS = 20;

/** withLock, but waits for who holds it; undefined = that one did not end in `waitMs`, whatever the clock does meanwhile. */
export function withLockInTime<Result>(path: string, waitMs: number, work: () => Result): Result | undefined {
  const endMs = performance.now() + waitMs;
  do {
    const done = withLock(path, () => [work()] as const);
    if (done !== undefined) return done[0];
    pause(TRY_AGAIN_MS);
  } while (performance.now() < endMs);
  return undefined;
}

/**
 * Takes the lock; undefined = somebody else holds it. The lock of a process that is gone, that is held for a minute, or
 * that is from a future which a clock set back has left behind, is taken over. Throws what node:fs throws.
 */
export function holdLock(path: string): (() => void) | undefined {
  const mine = `${process.pid} ${Date.now()} ${Math.random()}`;
  if (!createFileAtomic(path, mine)) {
    const held = readIfThere(path);
    if (held === undefined || !isStale(holderOf(held))) return undefined;
    // others may have taken it over since it was read
    const isTaken = removeIf(path, (aside) => readIfThere(aside) === held) && createFileAtomic(path, mine);
    if (!isTaken) return undefined;
  }
  return () => {
    if (readIfThere(path) === mine) rmSync(path, { force: true });
  };
}

/** undefined = not written by us. */
function holderOf(text: string): LockHolder | undefined {
  const [pid = 0, sinceMs = 0] = text.split(' ').map(Number);
  return Number.isInteger(pid) && pid > 0 && Number.isFinite(sinceMs) ? { pid, sinceMs } : undefined;
}

function isStale(holder: LockHolder | undefined): boolean {
  if (holder === undefined) return true;
  const ageMs = Date.now() - holder.sinceMs;
  if (ageMs > STALE_MS || ageMs < -CLOCK_MARGIN_MS) return true;
  try {
    process.kill(holder.pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

function clockTime(ms: number): string {
  return new Date(ms).toTimeString().slice(0, 8);
}
