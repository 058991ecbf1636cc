import { gitVersion } from '../../git/ask-git.ts';
import type { Environment } from '../../model/request.ts';
import { type Finding, note, ok } from './finding.ts';

/** Which git rules and undo ask. */
export async function gitFound(env: Environment): Promise<Finding> {
  const found = await gitVersion(env);
  if (found !== undefined) return ok('git', `git ${found.version} is asked about repositories (${found.program})`);
  const less = 'rules about changed files and unpushed commits cannot tell, and undo keeps no branches';
  return note('git', `there is no git where systems put it: ${less}`);
}
