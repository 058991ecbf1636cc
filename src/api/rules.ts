import { join } from 'node:path';
import type { Problem } from '../model/errors.ts';
import type { Policy } from '../model/policy.ts';
import type { Environment } from '../model/request.ts';
import { policyBesidePacks, policyInForce } from '../policy/load.ts';
import { type PolicySources, policySources } from '../policy/sources.ts';
import { foldersUpward, PROJECT_RULES } from '../store/layout.ts';
import { identify } from '../store/policy-cache.ts';
import { problemText } from '../text/problems.ts';
import { GuardError, type GuardOptions } from './contract.ts';

/** The policy to judge by, wherever a request is made. */
export interface RuleBook {
  /** throws a GuardError where there is no valid policy */
  policyAt(cwd: string): Policy;
  /** throws a GuardError where the rules have errors; the ones from before stay */
  reload(): void;
}

export interface RuleChoice {
  readonly rules?: GuardOptions['rules'] | undefined;
  readonly packs?: GuardOptions['packs'] | undefined;
  readonly env: Environment;
}

export function openRules(choice: RuleChoice): RuleBook {
  return choice.rules === undefined && choice.packs === undefined ? rulesInForce(choice.env) : givenRules(choice);
}

function givenRules({ rules = [], packs }: RuleChoice): RuleBook {
  const sources = rules.map((one) =>
    typeof one === 'string' ? { file: one } : { file: one.name ?? 'rules', text: one.text },
  );
  const read = () => {
    const { policy, problems } = policyBesidePacks(sources, packs === false ? [] : packs);
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

/** What was read for one place. */
interface LastRead {
  readonly cwd: string;
  readonly watched: readonly string[];
  /** of what is watched */
  readonly stamp: string;
  /** of all that the policy is made from */
  readonly key: string;
  readonly policy: Policy;
}

/** Asks the disk at each request whether anything has changed: a dozen times `stat`, all files where something did. */
function rulesInForce(env: Environment): RuleBook {
  let last: LastRead | undefined;
  return {
    policyAt(cwd) {
      if (last?.cwd === cwd && last.stamp === stampOf(last.watched)) return last.policy;
      const sources = policySources({ cwd, env });
      const watched = watchedAt(cwd, sources);
      // before it is read: what changes meanwhile is seen the next time
      const stamp = stampOf(watched);
      const { key } = sources.identity;
      const policy = last?.key === key ? last.policy : read(cwd);
      last = { cwd, watched, stamp, key, policy };
      return policy;
    },
    reload() {
      last = undefined;
    },
  };

  function read(cwd: string): Policy {
    const { policy, problems, isKnown } = policyInForce({ cwd, env });
    if (!isKnown) refuseErrors(problems);
    return policy;
  }
}

/** As shims look at them, with the places where a project may have its rules. */
function watchedAt(cwd: string, { watched, layout }: PolicySources): readonly string[] {
  return [...watched, layout.state.trust, ...foldersUpward(cwd).map((folder) => join(folder, PROJECT_RULES))];
}

function stampOf(paths: readonly string[]): string {
  return identify({ scope: '', paths, productVersion: '' }).key;
}

function refuseErrors(problems: readonly Problem[]): void {
  const errors = problems.filter(({ level }) => level === 'error');
  if (errors.length > 0) throw new GuardError(errors.map(problemText).join('\n'), problems);
}
