import type { GitFacts } from './facts.ts';

/** The working tree and the git directory, absolute. */
export type Repository = Pick<GitFacts, 'root' | 'gitDir'>;

/** Something that a program start would destroy: what stands there now is gone, or other, when it has run. */
export type Loss = PathLoss | GitLoss | UnknownLoss;

interface OfStart {
  /** index into `Analysis.invocations`: the start that destroys it */
  readonly invocation: number;
}

export interface PathLoss extends OfStart {
  readonly kind: 'path';
  /** absolute; symbolic links of its folders followed, the last name as written where `entry` or `tree` go, followed where `content` goes */
  readonly path: string;
  /**
   * `tree`: the path and all below it; `entry`: the name and the file or link that it is, a folder stays;
   * `content`: the bytes of the file, in place (`> f`, `dd of=f`); `below`: what is in the folder, not known by name (`tar -x -C d`)
   */
  readonly what: 'tree' | 'entry' | 'content' | 'below';
}

export interface GitLoss extends OfStart {
  readonly kind: 'git';
  readonly repository: Repository;
  /**
   * `changed`: tracked files that differ from the index or from HEAD; `untracked`: files that git does not know; `ignored`; `index`: what is staged;
   * `refs`: branches, tags, HEAD; `stash`: its entries; `operation`: a merge, rebase, pick or bisect in progress
   */
  readonly what: 'changed' | 'untracked' | 'ignored' | 'index' | 'refs' | 'stash' | 'operation';
  /** files and folders of the working tree, absolute; absent = all of it. For changed, untracked, ignored and index */
  readonly within?: readonly string[];
  /** `untracked` and `ignored`: other repositories in it too (`git clean -ff`) */
  readonly nested?: true;
  /** full names (`refs/heads/x`, `HEAD`); absent = any of them */
  readonly refs?: readonly string[];
}

/** It destroys what is not known before it runs; `why`: a short phrase, lower case. */
export interface UnknownLoss extends OfStart {
  readonly kind: 'unknown';
  readonly why: string;
}
