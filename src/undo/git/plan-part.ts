import type { Git } from '../../git/start-git.ts';
import type { BytePath } from '../byte-path.ts';
import type { Problem } from './repository.ts';

export interface StateStep {
  readonly what: 'ref' | 'head' | 'index' | 'stash' | 'operation';
  /** the ref, or the file under the git directory */
  readonly name: string;
  /** short, for people: `gone`, `3f2a91c`, `main`, `2 files` */
  readonly now: string;
  readonly kept: string;
  /** what stands there now is newer work than what was kept */
  readonly isNewer: boolean;
}

/** One kind of state: what would change, and how. */
export interface PartPlan {
  readonly steps: readonly StateStep[];
  /** cannot be brought back as it was */
  readonly problems: readonly string[];
  /** files of the working tree that are written or removed with it, absolute */
  readonly files?: readonly BytePath[];
  apply(git: Git): Problem | undefined;
}

export function shortName(object: string | undefined): string {
  return object?.slice(0, 7) ?? 'gone';
}
