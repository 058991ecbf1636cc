import type { Policy, Rule } from '../model/policy.ts';
import { newSession, type Session } from '../model/session.ts';

/** `latent`: its trigger has held while it is switched off; switched on again, it is activated. */
export type RuleState = 'always' | 'inactive' | 'suspected' | 'activated' | 'disabled' | 'latent';

export interface SessionRule {
  readonly rule: Rule;
  readonly state: RuleState;
}

/** The rules that a session may switch off, with their state. */
export function sessionRules({ modules }: Policy, session: Session): readonly SessionRule[] {
  return modules
    .filter(({ hasSwitches }) => hasSwitches === true)
    .flatMap(({ rules }) => rules.map((rule) => ({ rule, state: stateOf(rule, session) })));
}

function stateOf({ id, activation }: Rule, { activated, suspected, disabled }: Session): RuleState {
  if (disabled.includes(id)) return activated.includes(id) ? 'latent' : 'disabled';
  if (activation?.kind !== 'latched') return 'always';
  if (activated.includes(id)) return 'activated';
  return suspected.includes(id) ? 'suspected' : 'inactive';
}

/** By `NAME` or `FILE/NAME`; undefined = no such rule, or several. */
function ruleCalled(name: string, policy: Policy, session: Session): Rule | undefined {
  const rules = sessionRules(policy, session).map(({ rule }) => rule);
  const exact = rules.find(({ id }) => id === name);
  const named = rules.filter((rule) => rule.name === name);
  return exact ?? (named.length === 1 ? named[0] : undefined);
}

/** undefined = no single rule is called so, or it may not be loosened. */
export function disableRule(name: string, policy: Policy, session: Session): Session | undefined {
  const rule = ruleCalled(name, policy, session);
  if (rule === undefined || !rule.overridable) return undefined;
  return { ...session, disabled: [...new Set([...session.disabled, rule.id])] };
}

/** undefined = no single rule is called so. One that is switched on already stays so. */
export function enableRule(name: string, policy: Policy, session: Session): Session | undefined {
  const rule = ruleCalled(name, policy, session);
  return rule && { ...session, disabled: session.disabled.filter((id) => id !== rule.id) };
}

/** A new session with the same id: no events, activated or disabled rules, approvals or plans. */
export function resetSession({ id }: Session): Session {
  return newSession(id);
}
