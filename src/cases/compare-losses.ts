import { lossesOf } from '../losses/losses.ts';
import type { Decision } from '../model/decision.ts';
import type { Facts } from '../model/facts.ts';
import type { Loss } from '../model/loss.ts';
import { isWithin, parentPath } from '../util/path.ts';

/** What would be kept of what a request destroys: by git, or elsewhere. */
export const KEPT_KINDS = ['worktree', 'index', 'refs', 'stash', 'paths'] as const;
type KeptKind = (typeof KEPT_KINDS)[number];

/** What differs from the wanted kinds, which are all that there are; undefined = nothing does. */
export function compareLosses(decision: Decision, wanted: readonly KeptKind[], facts: Facts): string | undefined {
  const losses = lossesOf(decision.analysis, facts, { trace: decision.trace });
  const found = new Set(losses.flatMap((loss) => kindOf(loss, facts) ?? []));
  const isSame = found.size === new Set(wanted).size && wanted.every((kind) => found.has(kind));
  return isSame ? undefined : `undoable ${[...found].sort().join(', ') || 'nothing'}`;
}

function kindOf(loss: Loss, facts: Facts): KeptKind | 'unknown' | undefined {
  if (loss.kind === 'unknown') return 'unknown';
  if (loss.kind === 'path') return isInWorkTree(loss.path, facts) ? 'worktree' : 'paths';
  const changes = facts.gitChanges({ ...loss.repository, branch: undefined });
  if (loss.what === 'changed' || loss.what === 'index') {
    if (changes?.tracked === 0) return undefined;
    return loss.what === 'index' ? 'index' : 'worktree';
  }
  if (loss.what === 'untracked') return changes?.untracked === 0 ? undefined : 'worktree';
  if (loss.what === 'clean') return 'worktree';
  if (loss.what === 'ignored') return 'paths';
  // a merge or rebase in progress is kept beside refs, where there is one
  return loss.what === 'operation' ? undefined : loss.what;
}

function isInWorkTree(path: string, facts: Facts): boolean {
  const git = facts.git(parentPath(path));
  return git !== null && git !== 'unknown' && isWithin(path, git.root) && !isWithin(path, git.gitDir);
}
