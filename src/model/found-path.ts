/** Any path that a search finds. */
export interface FoundPath {
  readonly prefix: string;
  readonly suffix: string;
  /** the directory that it lies below, as it would be written where the search runs */
  readonly within?: string;
  /** patterns, one of which its last segment matches in upper or lower case */
  readonly names?: readonly string[];
  /** it has no `..` and stays below any folder that it is joined to: what `ls` prints */
  readonly isName?: true;
  /** the same for each of several folders that are searched */
  readonly each?: readonly FoundPath[];
  /** nothing that lies there is left out */
  readonly all?: boolean;
}
