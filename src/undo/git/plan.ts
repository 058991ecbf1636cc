import { existsSync, statSync } from 'node:fs';
import type { Git } from '../../git/start-git.ts';
import type { Environment } from '../../model/request.ts';
import type { BytePath } from '../byte-path.ts';
import { isInProgress, type OperationFile, readOperation, writeOperation } from './operation.ts';
import { planIndex } from './plan-index.ts';
import type { PartPlan, StateStep } from './plan-part.ts';
import { planRefs } from './plan-refs.ts';
import { isProblem, openRepository, type Problem } from './repository.ts';
import { joinedStash, readStash, writeStash } from './stash.ts';
import type { KeptState, Objects } from './state.ts';

export type { StateStep } from './plan-part.ts';

export interface PlanOptions {
  readonly objects: Objects;
  readonly env: Environment;
  /** what was written until then is the work of the command; absent = 2 s after it was kept */
  readonly asOfMs?: number;
  /** paths that the record brings back itself: these are left to it */
  readonly own?: ReadonlySet<BytePath>;
  /** refs and stashes that were not there go too: an undo brought them, and it is undone */
  readonly exact?: boolean;
}

export interface StatePlan {
  readonly kept: KeptState;
  /** empty = all is as it was */
  readonly steps: readonly StateStep[];
  /** files of the working tree, absolute, that are written or removed with it: keep what stands there first */
  readonly files: readonly BytePath[];
  /** what cannot be brought back as it was: short phrases */
  readonly problems: readonly string[];
}

export interface StateResult {
  readonly done: readonly StateStep[];
  readonly problems: readonly string[];
}

const PLANNING_MS = 20_000;
const RESTORING_MS = 120_000;
const COMMAND_MS = 2_000;

/** What `restoreState` would do now. Keep the present state of `kept.region` and `files` between the two. Never throws. */
export function planState(kept: KeptState, options: PlanOptions): StatePlan {
  const parts = partsOf(kept, options);
  if (isProblem(parts)) return { kept, steps: [], files: [], problems: [parts.problem] };
  return {
    kept,
    steps: parts.flatMap((part) => part.steps),
    files: parts.flatMap((part) => part.files ?? []),
    problems: parts.flatMap((part) => part.problems),
  };
}

/**
 * Brings it back: all, or nothing where something is newer and `overNewer` is not said, or where something has changed since
 * the plan was made.
 */
export function restoreState(
  plan: StatePlan,
  { overNewer }: { readonly overNewer: boolean },
  options: PlanOptions,
): StateResult {
  const parts = partsOf(plan.kept, options);
  if (isProblem(parts)) return { done: [], problems: [parts.problem] };
  const steps = parts.flatMap((part) => part.steps);
  if (JSON.stringify(steps) !== JSON.stringify(plan.steps)) {
    return { done: [], problems: ['the repository has changed since this was planned'] };
  }
  if (steps.length === 0) return { done: [], problems: [] };
  if (!overNewer && steps.some((step) => step.isNewer)) return { done: [], problems: ['newer work is there'] };
  const git = openRepository(plan.kept.repository, options.env, RESTORING_MS);
  if (isProblem(git)) return { done: [], problems: [git.problem] };
  const done: StateStep[] = [];
  for (const part of parts) {
    const problem = applied(part, git);
    if (problem !== undefined) return { done, problems: [...part.problems, problem.problem] };
    done.push(...part.steps);
  }
  return { done, problems: parts.flatMap((part) => part.problems) };
}

function applied(part: PartPlan, git: Git): Problem | undefined {
  try {
    return part.apply(git);
  } catch (error) {
    return { problem: `the git directory cannot be written (${(error as NodeJS.ErrnoException).code ?? 'error'})` };
  }
}

/** In the order in which they are brought back. */
function partsOf(
  kept: KeptState,
  { objects, env, asOfMs = kept.atMs + COMMAND_MS, own = new Set(), exact = false }: PlanOptions,
): readonly PartPlan[] | Problem {
  if (!existsSync(kept.repository.gitDir)) return { problem: `${kept.repository.gitDir} is not there any more` };
  const git = openRepository(kept.repository, env, PLANNING_MS);
  if (isProblem(git)) return git;
  try {
    return plansOf(git, kept, { objects, env, asOfMs, own, exact });
  } catch (error) {
    return { problem: `what was kept cannot be compared (${(error as NodeJS.ErrnoException).code ?? 'error'})` };
  }
}

function plansOf(
  git: Git,
  kept: KeptState,
  { objects, asOfMs, own, exact }: Required<PlanOptions>,
): readonly PartPlan[] | Problem {
  const { index } = kept;
  const parts = [
    kept.operation === undefined ? undefined : planOperation(kept, objects, asOfMs),
    kept.refs === undefined ? undefined : planRefs(git, kept, objects, { asOfMs, exact }),
    index === undefined ? undefined : planIndex(git, { ...kept, index }, objects, { asOfMs, own }),
    kept.stash === undefined ? undefined : planStash(kept, objects.get(kept.stash), exact ? asOfMs : 0),
  ].filter((part) => part !== undefined);
  return parts.find(isProblem) ?? (parts as PartPlan[]);
}

function planOperation(
  { repository, operation = [] }: KeptState,
  objects: Objects,
  asOfMs: number,
): PartPlan | Problem {
  const now = readOperation(repository);
  if (isProblem(now)) return now;
  const kept = operation.map(({ name, mode, object }): OperationFile => ({ name, mode, bytes: objects.get(object) }));
  const present = new Map(now.map((file) => [file.name, file.bytes]));
  const isSame =
    kept.length === now.length && kept.every(({ name, bytes }) => present.get(name)?.equals(bytes) === true);
  const changed = now.map(
    ({ name }) => statSync(`${repository.gitDir}/${name}`, { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
  const isNewer = isInProgress(now) && Math.max(0, ...changed) > asOfMs;
  // ORIG_HEAD and its like come back, but are nothing to tell of
  const isTold = !isSame && (isInProgress(now) || isInProgress(kept));
  const textOf = (files: readonly OperationFile[]) => (isInProgress(files) ? 'in progress' : 'none');
  return {
    steps: isTold ? [{ what: 'operation', name: 'operation', now: textOf(now), kept: textOf(kept), isNewer }] : [],
    problems: [],
    apply: () =>
      writeOperation(repository, kept, now)
        ? undefined
        : { problem: 'another git is writing the files of its operation' },
  };
}

/** `exactUntilMs`: where nothing was stashed later, what is in the stash beside `kept` goes. */
function planStash({ repository }: KeptState, kept: Buffer, exactUntilMs: number): PartPlan | Problem {
  const now = readStash(repository);
  if (isProblem(now)) return now;
  const isExact = now.changedMs <= exactUntilMs;
  const then = isExact ? kept : joinedStash(kept, now.log);
  const lines = (bytes: Buffer) => `${bytes.toString('latin1').split('\n').length - 1} entries`;
  const isSame = then.equals(now.log) || (then.length === 0 && !isExact);
  return {
    steps: isSame
      ? []
      : [{ what: 'stash', name: 'refs/stash', now: lines(now.log), kept: lines(then), isNewer: false }],
    problems: [],
    apply: (git) => (isSame ? undefined : writeStash(git, repository, then, now)),
  };
}
