import type { Policy } from '../../model/policy.ts';
import type { CliContext } from './context.ts';
import { tellProblems } from './problems.ts';

interface ChosenPolicy {
  readonly policy: Policy;
  /** nobody knows what the rules would say: the files have errors, and there are none of before */
  readonly isUnknown: boolean;
}

/** The policy that a command judges by: `--rules FILE ...`, else the one in force. Problems go to stderr. */
export async function choosePolicy(files: readonly string[] | undefined, context: CliContext): Promise<ChosenPolicy> {
  const { policyInForce, policyOfFiles } = await import('../../policy/load.ts');
  if (files !== undefined) {
    const { policy, problems } = policyOfFiles(files);
    return { policy, isUnknown: tellProblems(problems, context) };
  }
  const { policy, problems, isKnown, broken } = policyInForce({ cwd: context.cwd, env: context.env });
  tellProblems(problems, context);
  if (broken !== undefined) context.err(`safeshell: ${broken}`);
  return { policy, isUnknown: !isKnown };
}
