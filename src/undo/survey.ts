import type { Loss, Repository } from '../model/loss.ts';
import type { Environment } from '../model/request.ts';
import type { FilePath } from './file-path.ts';
import type { Counts, Stat } from './record.ts';

/** Passed = no promise for that loss. */
export interface Budget {
  readonly files: number;
  readonly bytes: number;
  readonly milliseconds: number;
}

export interface SurveyOptions {
  readonly env: Environment;
  readonly budget: Budget;
  /** milliseconds since 1970 */
  readonly nowMs?: number;
}

/** What git says of a file; `other` = it is in no working tree. */
export type Part = 'changed' | 'clean' | 'untracked' | 'ignored' | 'other';

/** One path as it is now. */
export interface Entry {
  readonly path: FilePath;
  readonly type: 'file' | 'link' | 'dir' | 'absent';
  readonly part: Part;
  /** absent = the path is */
  readonly stat?: Stat;
  /** of a link */
  readonly target?: FilePath;
  /** git has the bytes: index into `Survey.repositories` */
  readonly blob?: { readonly repository: number; readonly oid: string };
}

/** What git is to hold. */
export interface RepositorySurvey {
  readonly repository: Repository;
  /** of files that git has already; to be held by a ref */
  readonly tree?: string;
  /** what undo/git/state.ts found of refs, index, stash, operation */
  readonly state?: unknown;
}

export interface Survey {
  readonly entries: readonly Entry[];
  readonly repositories: readonly RepositorySurvey[];
  /** sentences: what will not be kept, and why */
  readonly missing: readonly string[];
  /** the losses that those sentences are about, as they were given: nothing of them is promised */
  readonly dropped: readonly Loss[];
  readonly counts: Counts;
}

/** Looks at what stands there and would be lost. Writes nothing; never throws: problems are in `missing`. */
export declare function survey(losses: readonly Loss[], options: SurveyOptions): Survey;

/** Nothing is there that could be lost: nothing has to be kept, and nothing is missing. */
export function isEmpty({ entries, repositories, missing }: Survey): boolean {
  return entries.length === 0 && repositories.length === 0 && missing.length === 0;
}
