import type { Git } from '../../git/start-git.ts';
import { entriesOf, type Problem } from './repository.ts';

/** Tracked files by `git status`, their paths below the root of the working tree, as bytes. */
export interface Status {
  /** undefined = no commit yet */
  readonly head: string | undefined;
  /** tracked files whose bytes on disk are not those of the index, or not known to be */
  readonly changed: readonly string[];
  /** as on disk, but other than at HEAD */
  readonly staged: readonly string[];
  /** entries of the index that HEAD has not, or not so */
  readonly indexed: number;
  readonly hasConflicts: boolean;
  readonly submodules: readonly string[];
}

/** Changes inside of submodules are not looked for: that would start git in each of them. */
const STATUS = [
  'status',
  '--porcelain=2',
  '-z',
  '--branch',
  '--no-ahead-behind',
  '--ignore-submodules=dirty',
  '--no-renames',
  '--untracked-files=no',
];

/** Source: git-status(1) 2.39, porcelain format 2. */
export function readStatus(git: Git, pathspecs: readonly string[]): Status | Problem {
  const run = git.run([...STATUS, '--', ...pathspecs]);
  if (run.status !== 0) return { problem: 'git did not say in time what is changed' };
  const status = { head: undefined as string | undefined, changed: [] as string[], staged: [] as string[] };
  let [indexed, hasConflicts] = [0, false];
  const submodules: string[] = [];
  for (const entry of entriesOf(run.stdout)) {
    const rest = entry.slice(2);
    if (entry.startsWith('1 ')) {
      // XY sub mH mI mW hH hI path
      const path = afterSpaces(rest, 7);
      if (entry[2] !== '.') indexed += 1;
      if (!entry.startsWith('N', 5)) submodules.push(path);
      else (entry[3] === '.' ? status.staged : status.changed).push(path);
    } else if (entry.startsWith('u ')) {
      // XY sub m1 m2 m3 mW h1 h2 h3 path
      status.changed.push(afterSpaces(rest, 9));
      indexed += 1;
      hasConflicts = true;
    } else if (entry.startsWith('# branch.oid ')) status.head = /^# branch\.oid ([0-9a-f]{40,64})$/.exec(entry)?.[1];
  }
  return { ...status, indexed, hasConflicts, submodules };
}

function afterSpaces(text: string, count: number): string {
  let at = 0;
  for (let n = 0; n < count; n += 1) at = text.indexOf(' ', at) + 1;
  return text.slice(at);
}
