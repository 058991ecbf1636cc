import type { When } from './effect.ts';

/**
 * What becomes of a path. `tree`, `entry`, `content`: see PathLoss; `below`: what is in it, not the folder itself. Of a folder that holds
 * files of certain names alone, see `LossRow.names`.
 */
export type How = 'nothing' | 'tree' | 'entry' | 'content' | 'below';

/** What a program does to the paths among its words, where their kinds say too much or too little. The first row that holds counts. */
export interface LossRow extends When {
  /** what stands there stays, whatever the kinds say */
  readonly loses?: 'nothing';
  /** paths of the kind `delete`; absent = `tree` */
  readonly deletes?: How;
  /** those of the kinds `write`, `into` and `fetch`; absent = `content` */
  readonly writes?: How;
  /** those of the kind `fill`; absent = `below` */
  readonly fills?: How;
  /** without a path of the kind `fill` it fills the folder that it runs in */
  readonly fillsHere?: true;
  /** it may destroy what no word names: code of the room `losses` finds it */
  readonly unnamed?: true;
  /** of what is in a folder: only files whose names these patterns match */
  readonly names?: readonly string[];
}

/** They make, or change what is no content; or leave alone what is there already; or move it where it can be found. */
export const NOTHING_LOST: readonly LossRow[] = [{ loses: 'nothing' }];

/**
 * What a subcommand of git destroys of what git has: all rows that hold count, unless by its effects it changes nothing here. `<first>`, `<second>`,
 * `<last>`, `<operands>`, `<-B>` stand for these operands, or for the value of the option: where there is none, the row does not hold.
 */
export interface GitLossRow extends When {
  /** separated by blanks: changed, clean, untracked, ignored, index, stash, operation: see GitLoss; reflog, objects, submodules: they cannot be kept */
  readonly loses?: string;
  /** it holds only where operands name paths of the working tree, or where none does */
  readonly names?: 'paths' | 'commit';
  /** within the pathspecs, of which there has to be one; `here`: without one, within the folder that git runs in. Absent = all of the working tree */
  readonly within?: 'paths' | 'here';
  /**
   * Refs: `head`: HEAD and its branch; `moved`: the same where the first operand is another commit; `detached`: HEAD where no branch is checked out;
   * `renamed`: the branch and its new name; `any`; or names: `HEAD`, `refs/heads/<operands>`, `<first>`; `refs/<fetched>`: what the refspecs set
   */
  readonly refs?: string;
  /** where the refs go, as a revision or as words: what that reaches is not lost with them */
  readonly to?: string;
  /** holds where a revision other than HEAD is named there: `<first>`, `<last>`, `<tree>` in front of paths, `<stash>`, `<--source>`; see GitLoss.commit */
  readonly commit?: string;
  /** with `commit`: tracked files that it has not are deleted */
  readonly exact?: true;
  /** holds only where some setting of the person or the repository says `rebase` */
  readonly rebases?: true;
  /** working trees of submodules too */
  readonly nested?: true;
  /** files below the git directory */
  readonly files?: readonly string[];
  /** folders that are deleted with all that is in them */
  readonly trees?: string;
  /** holds with so many operands or more */
  readonly operands?: number;
  /** the last operand is the destination of the others, and what stands there is lost */
  readonly overwrites?: true;
  /** where it is known which files the patch names, these are lost in place of all */
  readonly patches?: true;
}
