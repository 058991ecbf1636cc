import type { Decision } from '../model/decision.ts';
import type { Session } from '../model/session.ts';
import { isAsking } from '../model/verdict.ts';

/**
 * A person approved exactly this operation in a plan, with the rules that ask for it: it runs, and their message is no longer
 * about it. What is denied stays denied.
 */
export function passPlanned(decision: Decision, session: Session | undefined): Decision {
  const isPlanned = session?.planned.includes(decision.signature ?? '') ?? false;
  if (!isPlanned || !isAsking(decision.verdict)) return decision;
  const { decider: _, byDefault: __, message: ___, watched, ...rest } = decision;
  const beyond = watched === undefined || isAsking(watched.verdict) ? {} : { watched };
  return { ...rest, ...beyond, verdict: 'allow', planned: true };
}
