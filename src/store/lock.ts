import { linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readIfThere } from './atomic-file.ts';
import { MODES } from './layout.ts';

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

/**
 * Takes the lock; undefined = somebody else holds it. The lock of a process that is gone, or that is held for a minute, is
 * taken over. Throws what node:fs throws.
 */
export function holdLock(path: string): (() => void) | undefined {
  const mine = `${process.pid} ${Date.now()} ${Math.random()}`;
  if (!take(path, mine)) {
    const holder = readIfThere(path);
    if (holder === undefined || !isGone(holder) || !takeAway(path, holder) || !take(path, mine)) return undefined;
  }
  return () => {
    if (readIfThere(path) === mine) rmSync(path, { force: true });
  };
}

/** It appears with its content, or not at all. */
function take(path: string, mine: string): boolean {
  const fresh = `${path}.${process.pid}`;
  writeFileSync(fresh, mine, { mode: MODES.file });
  try {
    linkSync(fresh, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(fresh, { force: true });
  }
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

/** Others may have taken it over since it was read: theirs is put back. */
function takeAway(path: string, holder: string): boolean {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
    if (readIfThere(aside) === holder) return true;
    linkSync(aside, path);
    return false;
  } catch {
    return false;
  } finally {
    rmSync(aside, { force: true });
  }
}
