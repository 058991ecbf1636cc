import type { AutoApprove } from '../../../model/proof.ts';
import { autoApproveOf } from '../../../policy/auto-approve.ts';
import { settingsUnkept } from '../../../policy/settings.ts';
import { createJudge, type Judge } from '../../../replay/judge-recorded.ts';
import { layoutOf } from '../../../store/layout.ts';
import type { CliContext } from '../context.ts';
import { choosePolicies } from './policies.ts';

/** What a judge is made from, in this thread or another: plain data. */
export interface JudgeOptions {
  /** `--rules`; absent = those in force */
  readonly rules?: readonly string[] | undefined;
  readonly autoApprove: AutoApprove;
  readonly env: CliContext['env'];
}

/** Problems of rules go to `err`. undefined = nobody knows what the rules would say. */
export function judgeHere({ rules, autoApprove, env }: JudgeOptions, err: CliContext['err']): Judge | undefined {
  const policyIn = choosePolicies(rules, { env, err });
  if (policyIn === undefined) return undefined;
  const { undo, classifier } = settingsUnkept(layoutOf(env));
  const level = autoApproveOf([autoApprove], undo);
  return createJudge({
    policyIn,
    classifier: () => classifier,
    autoApprove: level,
    isKept: undo.mode !== 'off',
    env,
  });
}
