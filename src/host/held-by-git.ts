import type { Facts } from '../model/facts.ts';
import { isCommitted } from '../undo/git/committed.ts';
import { baseName, parentPath, resolvePath } from '../util/path.ts';

/** An agent's tools edit committed files all day: git brings these back. The path itself may be a link, which is none. */
export function isHeldByGit(path: string, facts: Facts): boolean {
  const folder = facts.realpath(parentPath(path));
  const git = facts.git(folder, {});
  return git !== null && git !== 'unknown' && isCommitted(resolvePath(folder, baseName(path)), git);
}
