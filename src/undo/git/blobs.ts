import type { Repository } from '../../model/loss.ts';
import type { Environment } from '../../model/request.ts';
import { isProblem, openRepository, type Problem } from './repository.ts';

/** The content of blobs, in the order asked for. All of it is read at once: ask in parts of some megabytes. Never throws. */
export function readBlobs(
  repository: Repository,
  blobs: readonly string[],
  env: Environment,
  limits: { readonly timeoutMs: number },
): readonly Buffer[] | Problem {
  const git = openRepository(repository, env, limits.timeoutMs);
  if (isProblem(git)) return git;
  const { status, stdout } = git.run(['cat-file', '--batch', '--buffer'], {
    input: blobs.map((blob) => `${blob}\n`).join(''),
  });
  if (status !== 0) return { problem: 'git did not give the files back in time' };
  const contents: Buffer[] = [];
  let at = 0;
  for (const blob of blobs) {
    // OBJECT SP TYPE SP SIZE LF CONTENT LF
    const end = stdout.indexOf('\n', at);
    const [name, type, size] = stdout.toString('latin1', at, end).split(' ');
    if (end < 0 || name !== blob || type !== 'blob') return { problem: `git does not have ${blob} any more` };
    contents.push(stdout.subarray(end + 1, end + 1 + Number(size)));
    at = end + 1 + Number(size) + 1;
  }
  return contents;
}
