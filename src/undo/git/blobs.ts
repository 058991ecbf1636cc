import { existsSync } from 'node:fs';
import type { Repository } from '../../model/loss.ts';
import type { Environment } from '../../model/request.ts';
import { readObjects } from './read-objects.ts';
import { isProblem, openRepository, type Problem } from './repository.ts';

/** The content of blobs, in the order asked for. All of it is read at once: ask in parts of some megabytes. Never throws. */
export function readBlobs(
  repository: Repository,
  blobs: readonly string[],
  env: Environment,
  limits: { readonly timeoutMs: number },
): readonly Buffer[] | Problem {
  const git = openRepository(withObjects(repository), env, limits.timeoutMs);
  return isProblem(git) ? git : readObjects(git, blobs, 'blob');
}

/** Of a linked working tree that is gone: the repository it belonged to has them. Source: gitrepository-layout(5), worktrees. */
function withObjects(repository: Repository): Repository {
  const common = /^(.+)\/worktrees\/[^/]+$/.exec(repository.gitDir)?.[1];
  if (common === undefined || existsSync(repository.gitDir)) return repository;
  return { ...repository, root: common, gitDir: common };
}
