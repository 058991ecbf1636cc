import type { GitLoss, Loss, PathLoss } from '../model/loss.ts';
import type { Environment } from '../model/request.ts';
import type { Counts, UndoBudget } from '../model/undo.ts';
import { layoutOf } from '../store/layout.ts';
import { printable } from '../text/printable.ts';
import type { BytePath } from './byte-path.ts';
import { bytePath } from './byte-path.ts';
import { lookAt } from './disk.ts';
import { NotKeepable } from './look.ts';
import { BudgetPassed, type Meter, meterOf } from './meter.ts';
import type { Stat } from './record.ts';
import { remadeFolders } from './remade.ts';
import { regionsOf, surveyRegion } from './survey-git.ts';
import { surveyPath } from './survey-path.ts';
import { type Entry, type RepositorySurvey, repositoryList, type Surveyed, type Surveying } from './surveying.ts';

export interface SurveyOptions {
  readonly env: Environment;
  readonly budget: UndoBudget;
}

export interface Survey {
  /** folders before what is in them */
  readonly entries: readonly Entry[];
  readonly repositories: readonly RepositorySurvey[];
  /** sentences: what will not be kept, and why */
  readonly missing: readonly string[];
  /** sentences about folders that a package manager makes again: not kept, and nobody is asked for that */
  readonly remade: readonly string[];
  /** the losses that the sentences of `missing` are about, as they were given: nothing of them is promised, or not all */
  readonly incomplete: readonly Loss[];
  readonly counts: Counts;
}

/** There is nothing to keep; `missing` says whether nothing is lost. */
export function isEmpty({ entries, repositories }: Survey): boolean {
  return entries.every(({ type }) => type === 'absent') && repositories.every(({ state }) => state === undefined);
}

/** Looks at what stands there and would be lost. Writes nothing; never throws: problems are in `missing`. */
export function survey(losses: readonly Loss[], { env, budget }: SurveyOptions): Survey {
  const repositories = repositoryList();
  const surveying: Surveying = {
    env,
    meter: meterOf(budget),
    store: storeOf(env),
    repositories,
    remade: remadeFolders(env),
    seen: new Map(),
  };
  const entries = new Map<BytePath, Entry>();
  const missing: string[] = [];
  const incomplete = new Set<Loss>();
  const lack = (about: readonly Loss[], sentences: readonly string[]) => {
    missing.push(...sentences);
    for (const loss of about) incomplete.add(loss);
  };
  const add = (about: readonly Loss[], run: () => Surveyed) => {
    const found = attempt(surveying.meter, run);
    for (const entry of found.entries)
      if (entry.type !== 'absent' || !entries.has(entry.path)) entries.set(entry.path, entry);
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
    remade: surveying.remade.said(),
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

export function countsOf(entries: readonly Entry[], repositories: readonly RepositorySurvey[]): Counts {
  const counts = { changed: 0, untracked: 0, ignored: 0, other: 0, bytes: 0, commits: 0 };
  for (const entry of entries) {
    if (entry.type === 'dir' || entry.type === 'absent' || entry.part === 'clean') continue;
    counts[entry.part]++;
    if (entry.type === 'file') counts.bytes += entry.stat.size;
  }
  for (const { state } of repositories) counts.commits += state?.commits ?? 0;
  return counts;
}
