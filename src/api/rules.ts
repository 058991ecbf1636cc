import type { Problem } from '../model/errors.ts';
import type { Policy } from '../model/policy.ts';
import type { Environment } from '../model/request.ts';
import { policyFromTexts, policyInForce } from '../policy/load.ts';
import { policySources } from '../policy/sources.ts';
import { problemText } from '../text/problems.ts';
import { GuardError, type GuardOptions } from './contract.ts';

/** The policy to judge by, wherever a request is made. */
export interface RuleBook {
  /** throws a GuardError where there is no valid policy */
  policyAt(cwd: string): Policy;
  /** throws a GuardError where the rules have errors; the ones from before stay */
  reload(): void;
}

export function openRules({ rules, env }: { rules: GuardOptions['rules']; env: Environment }): RuleBook {
  return rules === undefined ? rulesInForce(env) : givenRules(rules);
}

function givenRules(rules: NonNullable<GuardOptions['rules']>): RuleBook {
  const sources = rules.map((one) =>
    typeof one === 'string' ? { file: one } : { file: one.name ?? 'rules', text: one.text },
  );
  const read = () => {
    const { policy, problems } = policyFromTexts(sources);
    refuseErrors(problems);
    return policy;
  };
  let policy = read();
  return {
    policyAt: () => policy,
    reload: () => {
      policy = read();
    },
  };
}

/** Asks the disk at each request whether anything has changed: some twenty times `stat`. */
function rulesInForce(env: Environment): RuleBook {
  let last: { readonly key: string; readonly policy: Policy } | undefined;
  return {
    policyAt(cwd) {
      const { key } = policySources({ cwd, env }).identity;
      if (last?.key === key) return last.policy;
      const { policy, problems, isKnown } = policyInForce({ cwd, env });
      if (!isKnown) refuseErrors(problems);
      last = { key, policy };
      return policy;
    },
    reload() {
      last = undefined;
    },
  };
}

function refuseErrors(problems: readonly Problem[]): void {
  const errors = problems.filter(({ level }) => level === 'error');
  if (errors.length > 0) throw new GuardError(errors.map(problemText).join('\n'), problems);
}
