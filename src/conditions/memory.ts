import type { Condition, Rule } from '../model/policy.ts';

/** Families that ask what the session did before. */
const REMEMBERING: ReadonlySet<string> = new Set(['history', 'counter', 'first_use', 'session']);

/** Does the rule depend on the calls that went before? Then no call may go unrecorded. */
export function remembers({ when, unless, activation }: Pick<Rule, 'when' | 'unless' | 'activation'>): boolean {
  return activation?.kind === 'latched' || [...when, ...unless].some(asksBefore);
}

function asksBefore(condition: Condition): boolean {
  if (condition.op === 'is') return REMEMBERING.has(condition.type);
  return condition.op === 'not' ? asksBefore(condition.of) : condition.of.some(asksBefore);
}
