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
  /** of `below`: shell patterns; lost is what lies below under a name that one of them matches in upper or lower case, with all that it holds. Absent = all */
  readonly names?: readonly string[];
  /** of `below`: a folder that is laid over it (`cp -r FROM/. PATH`): lost is what has a file of the same place in there. Absent = all */
  readonly from?: string;
}

export interface GitLoss extends OfStart {
  readonly kind: 'git';
  readonly repository: Repository;
  /**
   * `changed`: files of the index or of HEAD that differ from one of them; `clean`: those that do not, of which only the place is lost (`git rm`);
   * `untracked`: files that git does not know; `ignored`; `index`: what is staged;
   * `refs`: branches, tags, HEAD; `stash`: its entries; `operation`: a merge, rebase, pick or bisect in progress
   */
  readonly what: 'changed' | 'clean' | 'untracked' | 'ignored' | 'index' | 'refs' | 'stash' | 'operation';
  /** files and folders of the working tree, absolute; absent = all of it. For changed, clean, untracked, ignored and index */
  readonly within?: readonly string[];
  /** of clean, untracked and ignored: a revision, as written; lost are those alone that it has, with other content. Absent = all. Of refs: where they go */
  readonly commit?: string;
  /** of clean, with `commit`: also those that the commit has not, as git deletes them */
  readonly exact?: true;
  /** of files: other repositories in it too (`git clean -ff`, submodules with `git rm`) */
  readonly nested?: true;
  /** full names (`refs/heads/x`, `HEAD`); absent = any of them */
  readonly refs?: readonly string[];
}

/** It destroys what is not known before it runs; `why`: a short phrase, lower case. */
export interface UnknownLoss extends OfStart {
  readonly kind: 'unknown';
  readonly why: string;
}
