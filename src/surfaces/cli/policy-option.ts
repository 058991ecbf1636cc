import type { Problem } from '../../model/errors.ts';
import type { Policy } from '../../model/policy.ts';
import { problemText } from '../../text/problems.ts';
import type { CliContext } from './context.ts';

/** The policy that a command judges by: `--rules FILE ...`, else the one in force. Problems go to stderr. */
export async function choosePolicy(
  files: readonly string[] | undefined,
  context: CliContext,
): Promise<{ policy: Policy; broken: boolean }> {
  const { policyFromFiles, policyInForce } = await import('../../policy/load.ts');
  const { policy, problems } =
    files === undefined ? policyInForce({ cwd: context.cwd, env: context.env }) : policyFromFiles(files);
  for (const problem of problems) context.err(problemText(problem));
  return { policy, broken: problems.some((problem: Problem) => problem.level === 'error') };
}
