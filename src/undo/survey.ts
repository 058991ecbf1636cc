import type { GitLoss, Loss, PathLoss, Repository } from '../model/loss.ts';
import type { Environment } from '../model/request.ts';
import { layoutOf } from '../store/layout.ts';
import { printable } from '../text/printable.ts';
import type { BytePath } from './byte-path.ts';
import { bytePath } from './byte-path.ts';
import { lookAt } from './disk.ts';
import type { StateSurvey } from './git/state.ts';
import { BudgetPassed, type Budget, type Meter, meterOf } from './meter.ts';
import { type Looked, NotKeepable } from './look.ts';
import type { Counts, Stat } from './record.ts';
import { regionsOf, surveyRegion } from './survey-git.ts';
import { surveyPath } from './survey-path.ts';

export interface SurveyOptions {
  readonly env: Environment;
  readonly budget: Budget;
}

/** What git says of a file; `other` = it is in no working tree, or was not asked. */
export type Part = 'changed' | 'clean' | 'untracked' | 'ignored' | 'other';

/** One path as it is now. */
export type Entry = Looked & {
  readonly part: Part;
  /** git has the bytes: index into `Survey.repositories` */
  readonly blob?: { readonly repository: number; readonly oid: string };
};

/** What git is to hold. */
export interface RepositorySurvey {
  readonly repository: Repository;
  /** objects that have the blobs of entries */
  readonly held: readonly string[];
  /** refs, index, stash, operation; absent = none of them is to be lost */
  readonly state?: StateSurvey;
}

export interface Survey {
  /** folders before what is in them */
  readonly entries: readonly Entry[];
  readonly repositories: readonly RepositorySurvey[];
  /** sentences: what will not be kept, and why */
  readonly missing: readonly string[];
  /** the losses that those sentences are about, as they were given: nothing of them is promised, or not all */
  readonly incomplete: readonly Loss[];
  readonly counts: Counts;
}

/** There is nothing to keep; `missing` says whether nothing is lost. */
export function isEmpty({ entries, repositories }: Survey): boolean {
  return entries.every(({ type }) => type === 'absent') && repositories.every(({ state }) => state === undefined);
}

/** While it goes on. */
export interface Surveying {
  readonly env: Environment;
  readonly meter: Meter;
  readonly store: Stat | undefined;
  readonly repositories: RepositoryList;
}

/** What the losses of one kind at one place come to. */
export interface Surveyed {
  readonly entries: readonly Entry[];
  readonly missing: readonly string[];
}

/** Looks at what stands there and would be lost. Writes nothing; never throws: problems are in `missing`. */
export function survey(losses: readonly Loss[], { env, budget }: SurveyOptions): Survey {
  const repositories = repositoryList();
  const surveying: Surveying = { env, meter: meterOf(budget), store: storeOf(env), repositories };
  const entries = new Map<BytePath, Entry>();
  const missing: string[] = [];
  const incomplete = new Set<Loss>();
  const lack = (about: readonly Loss[], sentences: readonly string[]) => {
    missing.push(...sentences);
    for (const loss of about) incomplete.add(loss);
  };
  const add = (about: readonly Loss[], run: () => Surveyed) => {
    const found = attempt(surveying.meter, run);
    for (const entry of found.entries) if (entry.type !== 'absent' || !entries.has(entry.path)) entries.set(entry.path, entry);
    if (found.missing.length > 0) lack(about, few(found.missing));
  };
  for (const loss of losses) if (loss.kind === 'unknown') lack([loss], [printable(loss.why)]);
  for (const loss of losses.filter(isPathLoss)) add([loss], () => surveyPath(loss, surveying));
  for (const region of regionsOf(losses.filter(isGitLoss))) add(region.losses, () => surveyRegion(region, surveying));
  const sorted = [...entries.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  return {
    entries: sorted,
    repositories: repositories.all(),
    missing: [...new Set(missing)],
    incomplete: [...incomplete],
    counts: countsOf(sorted, repositories.all()),
  };
}

function isPathLoss(loss: Loss): loss is PathLoss {
  return loss.kind === 'path';
}

function isGitLoss(loss: Loss): loss is GitLoss {
  return loss.kind === 'git';
}

/** What passes the budget counts for nothing, so that what follows may still be kept. */
function attempt(meter: Meter, run: () => Surveyed): Surveyed {
  const giveBack = meter.mark();
  try {
    return run();
  } catch (error) {
    giveBack();
    if (error instanceof BudgetPassed || error instanceof NotKeepable) return { entries: [], missing: [error.message] };
    return { entries: [], missing: [`it cannot be looked at: ${printable((error as Error).message)}`] };
  }
}

const MAX_SENTENCES = 8;

function few(sentences: readonly string[]): readonly string[] {
  if (sentences.length <= MAX_SENTENCES) return sentences;
  return [...sentences.slice(0, MAX_SENTENCES), `and ${sentences.length - MAX_SENTENCES} more like these`];
}

/** undefined = nothing was ever kept. */
function storeOf(env: Environment): Stat | undefined {
  try {
    return lookAt(bytePath(layoutOf(env).state.undo));
  } catch {
    return undefined;
  }
}

/** Repositories of a survey, each once. */
export interface RepositoryList {
  /** its number. `held`: objects that have blobs of entries */
  hold(repository: Repository, held: readonly string[]): number;
  addState(state: StateSurvey): void;
  all(): readonly RepositorySurvey[];
}

function repositoryList(): RepositoryList {
  const list: { repository: Repository; held: Set<string>; state?: StateSurvey }[] = [];
  const at = (repository: Repository) => {
    const found = list.findIndex(({ repository: { gitDir, root } }) => gitDir === repository.gitDir && root === repository.root);
    return found >= 0 ? found : list.push({ repository, held: new Set() }) - 1;
  };
  return {
    hold(repository, held) {
      const index = at(repository);
      for (const oid of held) list[index]?.held.add(oid);
      return index;
    },
    addState(state) {
      const index = at(state.repository);
      list[index] = { ...(list[index] ?? { repository: state.repository, held: new Set() }), state };
    },
    all: () => list.map(({ held, ...rest }) => ({ ...rest, held: [...held] })),
  };
}

function countsOf(entries: readonly Entry[], repositories: readonly RepositorySurvey[]): Counts {
  const counts = { changed: 0, untracked: 0, ignored: 0, other: 0, bytes: 0, commits: 0 };
  for (const { type, part, blob, ...entry } of entries) {
    if (type === 'dir' || type === 'absent' || part === 'clean' || blob) continue;
    counts[part]++;
    if (type === 'file' && 'stat' in entry) counts.bytes += entry.stat.size;
  }
  for (const { state } of repositories) counts.commits += state?.commits ?? 0;
  return counts;
}
