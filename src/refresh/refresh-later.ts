import { closeSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Environment } from '../model/request.ts';
import { makeFolder } from '../store/folders.ts';
import { MODES } from '../store/layout.ts';
import { startApart } from '../store/own-process.ts';
import { refreshMark } from '../store/refresh-lock.ts';

/** Whose shims and launchers are refreshed. */
export interface RefreshContext {
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
export function refreshLater({ cwd, env }: RefreshContext): void {
  try {
    if (!claim(refreshMark(env))) return;
    startApart([join(__dirname, 'compile.cjs')], { cwd, env });
  } catch {
    // stays stale: slower, not weaker
  }
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
