import type { Facts } from '../model/facts.ts';
import { isWithin, parentPath, resolvePath } from '../util/path.ts';

const MAX_BYTES = 4096;

/**
 * Where git writes for a working tree whose `.git` is a file: a linked tree's own folder and the repository's. A confined program may have
 * written that file, so the other side has to name this tree. Source: gitrepository-layout(5), git-worktree(1) 2.47
 */
export function gitFolders(cwd: string, facts: Facts): readonly string[] {
  const git = facts.git(cwd, {});
  if (git === null || git === 'unknown' || isWithin(git.gitDir, git.root)) return [];
  const { root, gitDir } = git;
  const [superproject] = gitDir.split('/.git/modules/');
  if (superproject !== undefined && superproject !== gitDir && isWithin(root, superproject)) return [gitDir];
  const common = facts.readText(`${gitDir}/commondir`, MAX_BYTES)?.trim();
  const tree = facts.readText(`${gitDir}/gitdir`, MAX_BYTES)?.trim();
  if (common === undefined || tree === undefined) return [];
  const repository = resolvePath(gitDir, common);
  const isOwn =
    facts.realpath(tree) === facts.realpath(`${root}/.git`) && parentPath(gitDir) === `${repository}/worktrees`;
  return isOwn ? [repository] : [];
}
