import type { Git } from '../../git/start-git.ts';
import { entriesOf, type Problem } from './repository.ts';

/** An entry of the index, its path below the root of the working tree, as bytes. */
export interface TrackedFile {
  readonly path: string;
  /** git's: 100644, 100755, 120000, 160000 (a submodule) */
  readonly mode: string;
  readonly blob: string;
  /** 0; 1 to 3 in a conflict */
  readonly stage: string;
  /** git does not look at the file on disk: assume-unchanged, skip-worktree */
  readonly isUnwatched: boolean;
}

export const SUBMODULE = '160000';

/** Source: git-ls-files(1) 2.39, `-v` and `-s`: `TAG MODE OBJECT STAGE TAB PATH`. */
export function readIndex(git: Git, pathspecs: readonly string[], index?: string): readonly TrackedFile[] | Problem {
  const run = git.run(['ls-files', '-s', '-v', '-z', '--', ...pathspecs], index === undefined ? {} : { index });
  if (run.status !== 0) return { problem: 'git did not list the index in time' };
  return entriesOf(run.stdout).map((entry) => {
    const tab = entry.indexOf('\t');
    const [mode = '', blob = '', stage = ''] = entry.slice(2, tab).split(' ');
    const tag = entry[0] ?? '';
    return { path: entry.slice(tab + 1), mode, blob, stage, isUnwatched: tag === 'S' || tag !== tag.toUpperCase() };
  });
}
