import type { Repository } from '../model/loss.ts';
import type { Environment } from '../model/request.ts';
import type { StateSurvey } from './git/state.ts';
import type { Status } from './git/status.ts';
import type { Looked } from './look.ts';
import type { Meter } from './meter.ts';
import type { Stat } from './record.ts';
import type { Remade } from './remade.ts';

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

/** While it goes on. */
export interface Surveying {
  readonly env: Environment;
  readonly meter: Meter;
  readonly store: Stat | undefined;
  readonly repositories: RepositoryList;
  readonly remade: Remade;
  /** what git said of a working tree, by its git directory and root: it is asked once */
  readonly seen: Map<string, Status>;
}

/** What the losses of one kind at one place come to. */
export interface Surveyed {
  readonly entries: readonly Entry[];
  readonly missing: readonly string[];
}

/** Repositories of a survey, each once. */
export interface RepositoryList {
  /** its number. `held`: objects that have blobs of entries */
  hold(repository: Repository, held: readonly string[]): number;
  addState(state: StateSurvey): void;
  all(): readonly RepositorySurvey[];
}

export function repositoryList(): RepositoryList {
  const list: { repository: Repository; held: Set<string>; state?: StateSurvey }[] = [];
  const at = (repository: Repository) => {
    const found = list.findIndex(
      ({ repository: { gitDir, root } }) => gitDir === repository.gitDir && root === repository.root,
    );
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

/** Of which git was not asked. */
export function asOther(looked: Looked): Entry {
  return asPart(looked, 'other');
}

/** The same object, as nobody else has it: to copy thousands takes longer than to look at them. */
export function asPart(looked: Looked, part: Part): Entry {
  const entry = looked as Looked & { part: Part };
  entry.part = part;
  return entry;
}

export function inGit(looked: Looked, blob: NonNullable<Entry['blob']>): Entry {
  return Object.assign(asPart(looked, 'clean'), { blob });
}

/** What of it must be copied counts. Throws BudgetPassed. */
export function spendOn(entries: readonly Entry[], meter: Meter): void {
  for (const entry of entries) {
    if (entry.type !== 'dir' && !entry.blob) meter.spend(1, entry.type === 'file' ? entry.stat.size : 0);
  }
}
