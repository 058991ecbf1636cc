import type { Facts } from '../model/facts.ts';
import type { Analysis } from '../model/invocation.ts';
import type { Loss } from '../model/loss.ts';
import { isWithin } from '../util/path.ts';

/** What git has not, and what it has by name alone: all else that stands in a working tree comes back from commits. */
const UNCOMMITTED = ['changed', 'untracked', 'index', 'refs', 'stash'] as const;

/** What starts may destroy of which nothing is known but that they stay in the project. */
export function uncommittedLosses(starts: readonly number[], { invocations }: Analysis, facts: Facts): readonly Loss[] {
  return starts.flatMap((invocation): readonly Loss[] => {
    const cwd = invocations[invocation]?.cwd;
    const git = cwd === undefined ? null : facts.git(cwd, {});
    if (cwd === undefined || git === null || git === 'unknown' || !isWithin(cwd, git.root))
      return [{ kind: 'unknown', invocation, why: 'it runs in no repository' }];
    const repository = { root: git.root, gitDir: git.gitDir };
    return UNCOMMITTED.map((what) => ({ kind: 'git', what, repository, invocation }));
  });
}
