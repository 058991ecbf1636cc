import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Layout, sessionFolder } from './layout.ts';

export interface SessionOnDisk {
  /** name of its folder, which is as good as its id */
  readonly id: string;
  /** when something was last added, ms */
  readonly changedMs: number;
}

/** Sessions that remember anything, the youngest first. */
export function sessionsOnDisk({ state }: Layout): readonly SessionOnDisk[] {
  const found = namesIn(state.sessions).flatMap((id) => {
    const files = namesIn(join(state.sessions, id)).filter((name) => /^history-\d+\.jsonl$/.test(name));
    const times = files.map((name) => changedMs(join(state.sessions, id, name)));
    return times.length === 0 ? [] : [{ id, changedMs: Math.max(...times) }];
  });
  return found.sort((a, b) => b.changedMs - a.changedMs);
}

/** Files of a session that were not as we write them, and were put aside. */
export function damagedFiles(layout: Layout, id: string): readonly string[] {
  const folder = sessionFolder(layout, id);
  return namesIn(folder)
    .filter((name) => name.startsWith('damaged-'))
    .map((name) => join(folder, name));
}

/** What was answered with "session" at a prompt. Throws what node:fs throws. */
export function forgetApprovals(layout: Layout, id: string): void {
  rmSync(join(sessionFolder(layout, id), 'approvals'), { force: true });
}

/**
 * Sessions that nothing was added to since `untilMs` are forgotten, with all that belongs to them. Returns their folders.
 * Throws what node:fs throws.
 */
export function forgetSessions({ state }: Layout, untilMs: number): readonly string[] {
  const folders = namesIn(state.sessions).map((id) => join(state.sessions, id));
  const old = folders.filter((folder) =>
    [folder, ...namesIn(folder).map((name) => join(folder, name))].every((path) => changedMs(path) < untilMs),
  );
  for (const folder of old) rmSync(folder, { recursive: true, force: true });
  return old;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function changedMs(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
