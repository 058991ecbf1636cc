import { changeOf, isNotable, type Ran } from '../decide/session.ts';
import type { World } from '../guard.ts';
import type { Decision } from '../model/decision.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Policy, RuleIndex } from '../model/policy.ts';
import type { Request } from '../model/request.ts';
import { newSession, type Session } from '../model/session.ts';
import type { PersistedSession } from './persisted-session.ts';

/**
 * Judges with what went before, where a rule asks for that. Where none does, the session can only say that a person switched
 * a rule off or approved a plan: it is read where something would be stopped, and never for a plain answer.
 */
export function judgeInSession<Judged>(
  world: World,
  kept: PersistedSession,
  judge: (world: World) => Judged,
  decisionOf: (judged: Judged) => Decision,
): Judged {
  if (remembers(world.policy)) return judge({ ...world, session: kept.read() });
  const judged = judge(remembersMatches(world.policy) ? { ...world, session: eventsOnDemand(kept) } : world);
  if (decisionOf(judged).verdict === 'allow') return judged;
  const session = kept.read();
  return session.disabled.length + session.planned.length > 0 ? judge({ ...world, session }) : judged;
}

/** A new session with the events of the kept one, which is read where a condition asks for them: most calls reach none. */
function eventsOnDemand(kept: PersistedSession): Session {
  return {
    ...newSession(kept.id),
    get events() {
      return kept.read().events;
    },
  };
}

/** Does a rule ask what went before? Then every call is recorded. */
function remembers({ modules }: Policy | RuleIndex): boolean {
  return modules.some((module) => module.remembers === true);
}

/** Does a rule ask for earlier calls that rules matched? Those are recorded, which are judged here anyway. */
function remembersMatches({ modules }: Policy | RuleIndex): boolean {
  return modules.some((module) => module.remembersMatches === true);
}

/** Keeps what this call changes, where a rule may ask for it later. */
export function keepOutcome(
  { policy }: Pick<World, 'policy'>,
  kept: PersistedSession,
  request: Request,
  decision: Decision,
  outcome: Outcome,
): void {
  const isWhole = remembers(policy);
  if (!isWhole && !remembersMatches(policy)) return;
  const change = changeOf(request, decision, ranBy(outcome));
  if (isWhole || isNotable(change)) kept.change(change);
}

function ranBy({ kind }: Outcome): Ran {
  return kind === 'asked' ? 'maybe' : kind !== 'refuse';
}

/** Ids of the rules that are inactive until their trigger has held; only rules about tool calls can be. */
export function latchedRules(policy: Policy | RuleIndex): readonly string[] {
  const rules = 'calls' in policy ? policy.calls().map(({ rule }) => rule) : policy.modules.flatMap((one) => one.rules);
  return rules.filter(({ activation }) => activation?.kind === 'latched').map(({ id }) => id);
}
