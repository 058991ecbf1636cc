import type { Policy } from '../../model/policy.ts';
import type { CliContext } from './context.ts';
import { tellProblems } from './problems.ts';

/** The policy that a command judges by: `--rules FILE ...`, else the one in force. Problems go to stderr. */
export async function choosePolicy(
  files: readonly string[] | undefined,
  context: CliContext,
): Promise<{ policy: Policy; broken: boolean }> {
  const { policyFromFiles, policyInForce } = await import('../../policy/load.ts');
  const { policy, problems } =
    files === undefined ? policyInForce({ cwd: context.cwd, env: context.env }) : policyFromFiles(files);
  return { policy, broken: tellProblems(problems, context) };
}
