import { spawn } from 'node:child_process';
import { closeSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Environment } from '../model/request.ts';
import { makeFolder } from '../store/folders.ts';
import { layoutOf, MODES } from '../store/layout.ts';
import { withLockInTime } from '../store/lock.ts';

/** Whose shims and launchers are to be brought in line. */
export interface Place {
  /** absolute: a project's rules may name programs that nothing else does */
  readonly cwd: string;
  readonly env: Environment;
}

/** So long one may be at work, or may have failed, before the next is started. */
const AT_WORK_MS = 30_000;

/**
 * Has shims and launchers brought in line with the policy by a process that nobody waits for: compiling gates takes
 * longer than a command may be held up. Many may see a change at once: one starts it. Never throws.
 */
export function refreshLater({ cwd, env }: Place): void {
  try {
    if (!claim(refreshMark(env))) return;
    const options = { cwd, env: { ...env, NODE_OPTIONS: '' }, detached: true, stdio: 'ignore' } as const;
    spawn(process.execPath, [join(__dirname, 'compile.cjs')], options)
      .on('error', () => {})
      .unref();
  } catch {
    // stays stale: slower, not weaker
  }
}

/** It is there while somebody is at it. */
export function refreshMark(env: Environment): string {
  return join(layoutOf(env).cache.root, 'refreshing');
}

/** Longest that we wait for a process that brings shims in line. */
const LOCK_WAIT_MS = 30_000;

/**
 * Runs `work` while none of the processes that refreshLater starts writes; undefined = one of them does not end. Throws what
 * node:fs throws (where nothing of ours is there any more), and what `work` throws.
 */
export function whileNobodyRefreshes<Result>(env: Environment, work: () => Result): Result | undefined {
  return withLockInTime(`${refreshMark(env)}.lock`, LOCK_WAIT_MS, work);
}

function claim(mark: string): boolean {
  makeFolder(dirname(mark));
  const since = statSync(mark, { throwIfNoEntry: false })?.mtimeMs;
  // one from the future is of a clock that went back
  if (since !== undefined && Math.abs(Date.now() - since) < AT_WORK_MS) return false;
  if (since !== undefined) rmSync(mark, { force: true });
  try {
    closeSync(openSync(mark, 'wx', MODES.file));
    return true;
  } catch {
    return false;
  }
}
