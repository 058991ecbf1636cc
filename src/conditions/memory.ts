import type { Condition, Rule } from '../model/policy.ts';
import type { ConditionFamily } from './condition.ts';
import { conditionFamily } from './index.ts';

type Parts = Pick<Rule, 'when' | 'unless' | 'activation'>;

/** Does the rule depend on any earlier calls? Then every call is recorded. A condition type that this version lacks may. */
export function remembers({ when, unless, activation }: Parts): boolean {
  const isSo = (family: ConditionFamily | undefined) => family === undefined || family.remembers === true;
  return activation?.kind === 'latched' || hasLeaf([...when, ...unless], isSo);
}

/** Does it depend on earlier calls that rules matched, or that deleted files? Then those are recorded. */
export function remembersMatches({ when, unless }: Parts): boolean {
  return hasLeaf([...when, ...unless], (family) => family?.remembers === 'matches');
}

function hasLeaf(conditions: readonly Condition[], isSo: (family: ConditionFamily | undefined) => boolean): boolean {
  return conditions.some((one) => {
    if (one.op === 'is') return isSo(conditionFamily(one.type));
    return hasLeaf(one.op === 'not' ? [one.of] : one.of, isSo);
  });
}
