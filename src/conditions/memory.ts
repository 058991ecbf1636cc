import type { Condition, Rule } from '../model/policy.ts';
import { conditionFamily } from './index.ts';

/** Does the rule depend on earlier calls? Then every call is recorded. A condition type that this version lacks may. */
export function remembers({ when, unless, activation }: Pick<Rule, 'when' | 'unless' | 'activation'>): boolean {
  return activation?.kind === 'latched' || [...when, ...unless].some(readsSession);
}

function readsSession(condition: Condition): boolean {
  if (condition.op === 'is') {
    const family = conditionFamily(condition.type);
    return family === undefined || family.remembers === true;
  }
  return condition.op === 'not' ? readsSession(condition.of) : condition.of.some(readsSession);
}
