import type { GitChanges, GitFacts } from '../model/facts.ts';
import type { Environment } from '../model/request.ts';
import { openGit, startGit } from './start-git.ts';

type Repository = Pick<GitFacts, 'root' | 'gitDir'>;

/**
 * Counts changed files of the working tree and the index, and files that git does not know and does not ignore (a folder of
 * them counts as one). undefined = not known: git is not here, refuses the repository or takes too long.
 * A changed submodule counts where another commit is checked out; what is changed inside of it does not.
 * Source: git-status(1) 2.39, porcelain format 2.
 */
export function countChanges(repository: Repository, env: Environment): GitChanges | undefined {
  if (isBare(repository)) return { tracked: 0, untracked: 0 };
  const run = startGit(
    repository,
    ['status', '--porcelain=2', '-z', '--untracked-files=normal', '--ignore-submodules=dirty', '--no-renames'],
    env,
  );
  if (run?.status !== 0) return undefined;
  const entries = run.stdout.split('\0').filter(Boolean);
  const untracked = entries.filter((entry) => entry.startsWith('? ')).length;
  return { tracked: entries.length - untracked, untracked };
}

/**
 * Counts commits at HEAD that its upstream does not have; without an upstream those that no remote-tracking branch has.
 * undefined = not known.
 */
export function countAhead(repository: Repository, env: Environment): number | undefined {
  // opened once: its time limit is that of all that is asked
  const git = openGit(repository, env);
  const count = (...range: string[]) => git?.run(['rev-list', '--count', ...range, '--']);
  const upstream = count('@{upstream}..HEAD');
  const run = upstream?.status === 0 ? upstream : count('HEAD', '--not', '--remotes');
  if (run?.status === 0) return Number(run.stdout.toString());
  // no commit yet
  return git?.run(['rev-parse', '--verify', '--quiet', 'HEAD']).status === 1 ? 0 : undefined;
}

function isBare({ root, gitDir }: Repository): boolean {
  return root === gitDir;
}
