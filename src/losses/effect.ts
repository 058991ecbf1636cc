/** When a row of a table holds; see GrammarCase. */
export interface When {
  /** each text is a list of alternatives, one of which must be in effect; `--prune=now`: with that value */
  readonly given?: readonly string[];
  /** options, separated by blanks, of which none may be in effect */
  readonly unless?: string;
}

/** `below`: what is in it, not the folder itself. */
export type How = 'nothing' | 'tree' | 'entry' | 'content' | 'below';

/** What a program does to the paths among its words. The first row that holds counts; what it leaves out is as without a row. */
export interface PathEffect extends When {
  /** paths of the kind `delete`; absent = `tree` */
  readonly deletes?: How;
  /** those of the kinds `write`, `into` and `fetch`; absent = `content` */
  readonly writes?: How;
  /** those of the kind `fill`; absent = `below` */
  readonly fills?: How;
  /** without a path of the kind `fill` it fills the folder that it runs in */
  readonly fillsHere?: true;
  /** of trees and of what is below: only names that these patterns match */
  readonly names?: readonly string[];
}

/** Words of `GitEffect.loses`, see GitLoss; `reflog`, `objects`, `submodules` can not be kept. */
export type GitPart =
  | 'changed'
  | 'clean'
  | 'untracked'
  | 'ignored'
  | 'index'
  | 'refs'
  | 'stash'
  | 'operation'
  | 'reflog'
  | 'objects'
  | 'submodules';

/**
 * What a subcommand of git destroys. All rows that hold count. `<first>`, `<last>`, `<operands>`, `<-B>`: these operands, or the value of the option;
 * with less operands the row does not hold.
 */
export interface GitEffect extends When {
  readonly loses: readonly GitPart[];
  /** it holds only where the operands name paths of the working tree, or where they do not */
  readonly names?: 'paths' | 'commit';
  /** within the pathspecs, where there are some; else all of the working tree */
  readonly within?: 'paths';
  /**
   * `head`: HEAD and its branch; `moved`: the same where the first operand is another commit; `detached`: HEAD where no branch is checked out;
   * `any`; or names: `refs/heads/<operands>`, `<first>`
   */
  readonly refs?: string;
  /** holds where a revision other than HEAD is named there: `<first>`, `<tree>`, `<--source>`; see GitLoss.commit */
  readonly commit?: string;
  /** folders that are deleted with all that is in them */
  readonly trees?: string;
  /** it has at least as many operands */
  readonly operands?: number;
}
