import type { Actor, Environment } from '../model/request.ts';
import { printable } from '../text/printable.ts';
import { blobReader } from './blobs.ts';
import type { BytePath } from './byte-path.ts';
import { folderOf, lookAt } from './disk.ts';
import { restoreState, type StatePlan } from './git/plan.ts';
import { surveyState } from './git/state.ts';
import { keep, NotKept } from './keep.ts';
import { type Looked, type Looking, look, lookBelow } from './look.ts';
import { meterOf } from './meter.ts';
import { type Conflict, type RestorePlan, type Step, stateOptions } from './plan.ts';
import { putBack } from './put-back.ts';
import type { KeptRecord } from './record.ts';
import type { UndoStore } from './store.ts';
import { countsOf, type Survey } from './survey.ts';
import type { Entry, RepositorySurvey } from './surveying.ts';

export interface RestoreCall {
  readonly actor: Actor;
  readonly session: string;
  readonly cwd: string;
  readonly env: Environment;
  /** newer work may be replaced */
  readonly yes: boolean;
}

export interface RestoreResult {
  /** the present state, kept before it was changed; absent = there was nothing to do */
  readonly kept?: KeptRecord;
  /** paths, refs and the like that are again as they were */
  readonly restored: number;
  readonly failed: readonly Conflict[];
  /** what failed of refs, index, stash and operation: sentences */
  readonly problems: readonly string[];
}

/** Newer work would be replaced, and nobody has said yes. */
export class NeedsYes extends Error {}

/** Does it, after the present state was kept. Throws NotKept and NeedsYes: then nothing was changed. */
export function restore(plan: RestorePlan, store: UndoStore, call: RestoreCall): RestoreResult {
  const changes = plan.git.filter(({ steps }) => steps.length > 0);
  if (plan.steps.length + changes.length === 0) return { restored: 0, failed: [], problems: [] };
  if (plan.needsYes && !call.yes) throw new NeedsYes('what is there now is newer than what would come back');
  const present = presentState(plan.steps, changes, call);
  if (present.missing.length > 0 && !call.yes)
    throw new NeedsYes(`not all of what is there now can be kept: ${present.missing[0]}`);
  const { actor, session, cwd, env } = call;
  const command = `safeshell undo ${plan.record.id}`;
  const kept = keep(present, { command, cwd, actor, session, undoes: plan.record.id }, store, env);
  const options = stateOptions({ record: plan.record, paths: store.paths(plan.record) }, store, env);
  const states = changes.map((change) => restoreState(change, { overNewer: call.yes }, options));
  const blobs = blobReader(plan.record, plan.steps, env);
  const { done, failed } = putBack(plan, { root: store.root, blobs });
  // what changes from now on is newer than this
  store.touch(kept.id);
  return {
    kept,
    restored: done + states.reduce((sum, state) => sum + state.done.length, 0),
    failed,
    problems: states.flatMap(({ problems }) => problems.map(printable)),
  };
}

/** As if undo were a command that destroys what it replaces. */
function presentState(steps: readonly Step[], changes: readonly StatePlan[], { env }: RestoreCall): Survey {
  const missing: string[] = [];
  const looking: Looking = { meter: UNLIMITED, isMetered: false, store: undefined, missing };
  const entries = [
    ...steps.flatMap((step) => presentEntries(step, looking)),
    ...changes.flatMap(({ files }) => files.flatMap((path) => entriesNow(path, look(path, looking)))),
  ];
  const repositories = changes.map(({ kept }): RepositorySurvey => {
    const state = surveyState(kept.repository, kept.region, env, { timeoutMs: LONG_MS });
    if ('problem' in state) throw new NotKept(state.problem);
    return { repository: kept.repository, held: [], state };
  });
  const sorted = [...new Map(entries.map((entry) => [entry.path, entry])).values()].sort((a, b) =>
    a.path < b.path ? -1 : 1,
  );
  return { entries: sorted, repositories, missing, remade: [], incomplete: [], counts: countsOf(sorted, repositories) };
}

const LONG_MS = 60_000;
const UNLIMITED = meterOf({
  files: Number.POSITIVE_INFINITY,
  bytes: Number.POSITIVE_INFINITY,
  milliseconds: Number.POSITIVE_INFINITY,
});

function presentEntries({ kept: { path }, does }: Step, looking: Looking): readonly Entry[] {
  if (does === 'create') return absentEntries(path);
  const isWhole = does === 'replace' || does === 'remove';
  const looked = isWhole ? lookBelow(path, looking) : [look(path, looking)];
  return asEntries(looked);
}

function entriesNow(path: BytePath, looked: Looked | undefined): readonly Entry[] {
  return looked?.type === 'absent' ? absentEntries(path) : asEntries([looked]);
}

/** The first folder on the way that is missing will be made, and is to be gone again with what comes into it. */
function absentEntries(path: BytePath): readonly Entry[] {
  let top = path;
  for (let above = folderOf(top); lookAt(above) === undefined; above = folderOf(above)) top = above;
  return [...new Set([top, path])].map((one) => ({ path: one, type: 'absent', part: 'other' }));
}

function asEntries(looked: readonly (Looked | undefined)[]): readonly Entry[] {
  return looked.flatMap((one) => (one === undefined ? [] : [{ ...one, part: 'other' }]));
}
