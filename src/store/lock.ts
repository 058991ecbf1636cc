import { rmSync } from 'node:fs';
import { createFileAtomic, readIfThere, removeIf } from './atomic-file.ts';
import { pause } from './patience.ts';

/** Longest that a holder may take. */
const STALE_MS = 60_000;

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

/** withLock, but waits for who holds it; undefined = that one did not end in `waitMs`. */
export function withLockInTime<Result>(path: string, waitMs: number, work: () => Result): Result | undefined {
  for (let waitedMs = 0; waitedMs < waitMs; waitedMs += TRY_AGAIN_MS) {
    const done = withLock(path, () => [work()] as const);
    if (done !== undefined) return done[0];
    pause(TRY_AGAIN_MS);
  }
  return undefined;
}

/**
 * Takes the lock; undefined = somebody else holds it. The lock of a process that is gone, or that is held for a minute, is
 * taken over. Throws what node:fs throws.
 */
export function holdLock(path: string): (() => void) | undefined {
  const mine = `${process.pid} ${Date.now()} ${Math.random()}`;
  if (!createFileAtomic(path, mine)) {
    const holder = readIfThere(path);
    if (holder === undefined || !isGone(holder)) return undefined;
    // others may have taken it over since it was read
    const isTaken = removeIf(path, (aside) => readIfThere(aside) === holder) && createFileAtomic(path, mine);
    if (!isTaken) return undefined;
  }
  return () => {
    if (readIfThere(path) === mine) rmSync(path, { force: true });
  };
}

function isGone(holder: string): boolean {
  const [pid = 0, sinceMs = 0] = holder.split(' ').map(Number);
  if (!Number.isInteger(pid) || pid <= 0 || Date.now() - sinceMs > STALE_MS) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
