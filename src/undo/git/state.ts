import type { Repository } from '../../model/loss.ts';
import type { Environment } from '../../model/request.ts';
import type { Problem } from './worktree.ts';

/** What of a repository, beside its working tree, is looked at. */
export interface StateRegion {
  readonly index?: boolean;
  /** full names (`refs/heads/x`, `HEAD`); `all`: HEAD, refs/heads and refs/tags */
  readonly refs?: readonly string[] | 'all';
  readonly stash?: boolean;
  readonly operation?: boolean;
}

/** Raw bytes, kept elsewhere under a name that is theirs. */
export interface Objects {
  put(bytes: Buffer): string;
  get(name: string): Buffer;
}

export interface StateSurvey {
  readonly repository: Repository;
  readonly region: StateRegion;
  /** commits that no other ref has; undefined = not counted in time */
  readonly commits: number | undefined;
  /** of the files that `Objects` would have to hold */
  readonly bytes: number;
  /** files of the index that are in no commit at HEAD */
  readonly staged: number;
  readonly stashes: number;
  readonly found: FoundState;
}

/** What of it was there, before it is kept. */
export type FoundState = Record<string, unknown>;

export interface KeepRequest {
  readonly repository: Repository;
  readonly state?: StateSurvey;
  /** `CommittedFiles.held` */
  readonly held?: readonly string[];
  /** `refs/safeshell/undo/SESSION/N`: all that git must not collect is held below it */
  readonly refPrefix: string;
}

/** Plain JSON. */
export interface KeptState {
  readonly repository: Repository;
  readonly refPrefix: string;
  readonly region: StateRegion;
}

export interface StatePlan {
  readonly kept: KeptState;
  /** empty = all is as it was */
  readonly steps: readonly StateStep[];
  /** it cannot be brought back: short phrases */
  readonly problems: readonly string[];
}

export interface StateStep {
  readonly what: 'ref' | 'head' | 'index' | 'stash' | 'operation';
  /** the ref, or the file under the git directory */
  readonly name: string;
  /** short, for people: `gone`, `3f2a91c`, `main`, `2 files staged` */
  readonly now: string;
  readonly then: string;
  /** what stands there now is newer work than what was kept, and nothing else has it */
  readonly isNewer: boolean;
}

export interface StateResult {
  readonly done: readonly StateStep[];
  readonly problems: readonly string[];
}

/** Looks, writes nothing. Never throws. */
export declare function surveyState(
  repository: Repository,
  region: StateRegion,
  env: Environment,
  limits: { readonly timeoutMs: number },
): StateSurvey | Problem;

/** Holds it. A problem = nothing is held. */
export declare function keepState(request: KeepRequest, objects: Objects, env: Environment): KeptState | Problem;

/** What `restoreState` would do now. Keep the present state of `kept.region` between the two. */
export declare function planState(kept: KeptState, objects: Objects, env: Environment): StatePlan;

/** `overNewer`: steps that are `isNewer` too; they are left out without. What has changed since the plan is a problem, not overwritten. */
export declare function restoreState(
  plan: StatePlan,
  options: { readonly overNewer: boolean },
  objects: Objects,
  env: Environment,
): StateResult;

/** Lets go of what a record held. Says whether it is gone; a repository that is not there any more has nothing to let go of. */
export declare function forgetState(
  kept: Pick<KeptState, 'repository' | 'refPrefix'>,
  env: Environment,
): Problem | undefined;
