import { dirname } from 'node:path';
import type { Policy } from '../../../model/policy.ts';
import { policyOfFiles, policyUnkept } from '../../../policy/load.ts';
import { projectRuleFile } from '../../../store/rule-files.ts';
import { memoize } from '../../../util/memoize.ts';
import type { CliContext } from '../context.ts';
import { tellProblems } from '../problems.ts';

/**
 * What judges in a folder: `--rules FILE ..`, else the policy in force there, with the rules of its project; each is loaded once, and
 * nothing is kept of it. Problems go to stderr. undefined = nobody knows what the rules would say.
 */
export function choosePolicies(
  files: readonly string[] | undefined,
  context: Pick<CliContext, 'env' | 'err'>,
): ((cwd: string) => Policy) | undefined {
  if (files !== undefined) {
    const { policy, problems } = policyOfFiles(files);
    return tellProblems(problems, context) ? undefined : () => policy;
  }
  const base = policyAt('/', context);
  if (base === undefined) return undefined;
  const ofProject = memoize((file: string) => policyAt(dirname(file), context) ?? base);
  const at = memoize((cwd: string) => {
    const file = projectRuleFile(cwd);
    return file === undefined ? base : ofProject(file);
  });
  return at;
}

function policyAt(cwd: string, context: Pick<CliContext, 'env' | 'err'>): Policy | undefined {
  const { policy, problems, isKnown, broken } = policyUnkept({ cwd, env: context.env });
  tellProblems(problems, context);
  if (broken !== undefined) context.err(`safeshell: ${broken}`);
  return isKnown ? policy : undefined;
}
