import { join } from 'node:path';
import type { Environment } from '../model/request.ts';
import { layoutOf } from './layout.ts';
import { withLockInTime } from './lock.ts';

/** A file that exists while a process in the background refreshes shims and launchers. */
export function refreshMark(env: Environment): string {
  return join(layoutOf(env).cache.root, 'refreshing');
}

/** Longest wait for such a process. */
const LOCK_WAIT_MS = 30_000;

/**
 * Runs `work` while no refresh in the background writes; undefined = one of them does not end. Throws what node:fs throws
 * (where the cache folder is gone), and what `work` throws.
 */
export function withRefreshLock<Result>(env: Environment, work: () => Result): Result | undefined {
  return withLockInTime(`${refreshMark(env)}.lock`, LOCK_WAIT_MS, work);
}
