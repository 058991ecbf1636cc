/** A line that destroys something, and what is to come back of it. */
export interface Recipe {
  readonly line: string;
  /** lines of sh that make the place for it, run by programs without a shim; absent = the place as it is */
  readonly setup?: string;
  /** below the place; absent = its repository */
  readonly cwd?: string;
  /** how the line ends; absent = 0 */
  readonly status?: number;
  /** absent = both; a shim is asked when the shell has opened its redirections already */
  readonly only?: Door;
  /** Keys of what the line made or moved and destroyed nothing by: it stays. See Picture */
  readonly stays?: RegExp;
  /** files that come back apart from their other names, which the line did not touch: ADR 48 */
  readonly apart?: RegExp;
  /** keys that undo of undo leaves as undo had made them */
  readonly leaves?: RegExp;
  /** a person is asked, and nobody is there: nothing runs */
  readonly isStopped?: true;
  /** programs without which it is left out */
  readonly needs?: string;
}

export type Door = 'hook' | 'shim';
