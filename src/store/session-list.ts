import { readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isString } from '../util/guards.ts';
import { recordsFromEnd } from './audit-back.ts';
import { auditFiles } from './audit-read.ts';
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

/** The latest call of a session that is on record. */
export interface SessionUse {
  /** the name of the agent, or how it was recognised; absent = a person */
  readonly agent?: string;
  readonly cwd: string;
}

/** More are not looked up: each may stand further back in the record. */
const MAX_USES = 50;

/** By the names of their folders; what is not on record is left out. Never throws. */
export function lastUses(sessions: readonly SessionOnDisk[], layout: Layout): ReadonlyMap<string, SessionUse> {
  const wanted = new Map(sessions.slice(0, MAX_USES).map(({ id, changedMs }) => [id, changedMs]));
  const uses = new Map<string, SessionUse>();
  const since = new Date(Math.min(...wanted.values(), Date.now()) - RECORDED_WITHIN_MS).toISOString();
  const mayHold = (text: string) => text.includes('"session":');
  try {
    for (const back of recordsFromEnd(auditFiles(layout), { since, mayHold })) {
      if (uses.size === wanted.size) break;
      if (back.kind !== 'record') continue;
      const { session, agent, how, actor, cwd } = back.value;
      const id = isString(session) ? basename(sessionFolder(layout, session)) : '';
      if (!wanted.has(id) || uses.has(id) || !isString(cwd)) continue;
      const name = [agent, how].find(isString) ?? 'an agent';
      uses.set(id, actor === 'ai' ? { agent: name, cwd } : { cwd });
    }
  } catch {
    // they are listed without
  }
  return uses;
}

/** Between the record of a call and the change of its session. */
const RECORDED_WITHIN_MS = 3_600_000;

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
