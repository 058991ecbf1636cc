import { detectActor } from '../../../facts/actor.ts';
import { calledSession } from '../../../facts/session-id.ts';
import { EXIT } from '../../../model/errors.ts';
import { appendAudit } from '../../../store/audit.ts';
import { layoutOf } from '../../../store/layout.ts';
import { printable } from '../../../text/printable.ts';
import { undoneText, undoPlanText } from '../../../text/undo-text.ts';
import { pathText } from '../../../undo/byte-path.ts';
import { planRestore, type RestorePlan } from '../../../undo/plan.ts';
import type { KeptRecord } from '../../../undo/record.ts';
import { type RestoreResult, restore } from '../../../undo/restore.ts';
import { type UndoStore, undoStore } from '../../../undo/store.ts';
import { confirmed } from '../confirm.ts';
import type { CliContext } from '../context.ts';
import { recordOf, type UndoOptions } from './options.ts';

/** Shows what would come back, asks, and brings it back. */
export async function bringBack(options: UndoOptions, context: CliContext): Promise<number> {
  const store = undoStore(layoutOf(context.env));
  const record = recordOf(options, store, context);
  if (record === undefined) return EXIT.denied;
  const plan = planned(record, store, context);
  if (plan === undefined) return EXIT.data;
  if (options.diff) {
    const { diffs } = await import('./diff.ts');
    for (const text of await diffs(plan, store, context)) context.out(text);
    return EXIT.ok;
  }
  const isNothing = plan.steps.length === 0 && plan.git.every(({ steps }) => steps.length === 0);
  if (!options.json) for (const line of undoPlanText(shown(plan), context.paint)) context.out(line);
  if (isNothing) {
    if (options.json) context.out(JSON.stringify(resultJson(plan, undefined)));
    return plan.conflicts.length === 0 ? EXIT.ok : EXIT.denied;
  }
  if (!options.yes && !(await confirmed(plan.needsYes ? NEWER : QUESTION))) {
    if (options.json) context.out(JSON.stringify(resultJson(plan, undefined)));
    else context.err('safeshell: nothing was changed; --yes restores without a question');
    return EXIT.needsApproval;
  }
  return done(plan, store, options, context);
}

const QUESTION = 'Restore it? [y/N] ';
const NEWER = 'Restore it over newer work? The present state is backed up first. [y/N] ';

function planned(record: KeptRecord, store: UndoStore, { env, err }: CliContext): RestorePlan | undefined {
  try {
    return planRestore(record, store, env);
  } catch (error) {
    err(`safeshell: record ${record.id} cannot be read: ${(error as Error).message}`);
    return undefined;
  }
}

function done(plan: RestorePlan, store: UndoStore, { json }: UndoOptions, context: CliContext): number {
  const { env, cwd } = context;
  const layout = layoutOf(env);
  const { actor, process: agent } = detectActor({ env });
  const session = calledSession(layout, env, agent);
  let result: RestoreResult;
  try {
    result = restore(plan, store, { actor, session, cwd: plan.record.cwd, env, yes: true });
  } catch (error) {
    context.err(
      `safeshell: nothing was changed, as the present state could not be backed up: ${(error as Error).message}`,
    );
    return EXIT.io;
  }
  const { record } = plan;
  try {
    const kept = result.kept === undefined ? {} : { kept: result.kept.id };
    const action = { kind: 'argv', argv: ['safeshell', 'undo', String(record.id)] } as const;
    const outcome = { kind: 'run', by: 'rules', undone: record.id, ...kept } as const;
    appendAudit(layout, { epochMs: Date.now(), door: 'cli', actor, session, cwd, action, verdict: 'allow', outcome });
  } catch (error) {
    context.err(`safeshell: restored, but not recorded: ${(error as Error).message}`);
  }
  if (json) context.out(JSON.stringify(resultJson(plan, result)));
  else context.out(undoneText({ restored: result.restored, kept: result.kept?.id }));
  for (const { path, why } of result.failed)
    context.err(`safeshell: not restored: ${printable(pathText(path))}: ${printable(why)}`);
  for (const problem of result.problems) context.err(`safeshell: not restored: ${printable(problem)}`);
  return result.failed.length + result.problems.length + plan.conflicts.length === 0 ? EXIT.ok : EXIT.denied;
}

function shown({ record, steps, conflicts, git }: RestorePlan) {
  return {
    record,
    steps: steps.map(({ kept, does, newerMs }) => ({ path: pathText(kept.path), does, newerMs })),
    conflicts: conflicts.map(({ path, why }) => ({ path: pathText(path), why })),
    git: git.flatMap(({ steps: changes }) =>
      changes.map(({ what, name, now, kept: then, isNewer }) => ({
        what: what === 'ref' || what === 'operation' ? name : what,
        now,
        then,
        isNewer,
      })),
    ),
    problems: git.flatMap(({ problems }) => problems),
  };
}

function resultJson(plan: RestorePlan, result: RestoreResult | undefined) {
  const { record, steps, conflicts, git, problems } = shown(plan);
  return {
    id: record.id,
    promises: record.promises,
    missing: record.missing,
    needs_yes: plan.needsYes,
    steps: steps.map(({ path, does, newerMs }) => ({ path, does, newer: newerMs !== undefined })),
    git: git.map(({ isNewer, ...change }) => ({ ...change, newer: isNewer })),
    conflicts,
    problems: [...problems, ...(result?.problems ?? [])],
    done: result !== undefined,
    restored: result?.restored ?? 0,
    kept: result?.kept?.id ?? null,
    failed: result?.failed.map(({ path, why }) => ({ path: pathText(path), why })) ?? [],
  };
}
