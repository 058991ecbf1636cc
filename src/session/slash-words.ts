import type { Policy } from '../model/policy.ts';
import type { Session } from '../model/session.ts';
import { disableRule, enableRule, resetSession } from './control.ts';
import { answerPlan, type PlanAnswer } from './plan.ts';

/** The longest list of step numbers that a person writes. */
const MAX_STEPS = 1000;

/**
 * Applies a command of a person to a session: `/disable ID`, `/enable ID`, `/reset`, `/rules`, `/session`, `/approve all`,
 * `/approve 1-3,5 only`, `/deny`. undefined = not understood, or not possible now.
 */
export function applySlashWords(text: string, policy: Policy, session: Session): Session | undefined {
  const [word, ...rest] = text.trim().split(/\s+/);
  const [only] = rest;
  switch (word) {
    case '/disable':
      return rest.length === 1 ? disableRule(only as string, policy, session) : undefined;
    case '/enable':
      return rest.length === 1 ? enableRule(only as string, policy, session) : undefined;
    case '/approve': {
      const answer = readPlanAnswer(rest.join(' '));
      return answer && answer !== 'deny' ? answerPlan(session, answer) : undefined;
    }
    case '/deny':
      return rest.length === 0 ? answerPlan(session, 'deny') : undefined;
    case '/reset':
      return rest.length === 0 ? resetSession(session) : undefined;
    case '/rules':
    case '/session':
      return rest.length === 0 ? session : undefined;
    default:
      return undefined;
  }
}

/** `all`, `deny`, `1-3 only`, `1,3`, `2-3, 5 only`; undefined = not understood. */
export function readPlanAnswer(text: string): PlanAnswer | undefined {
  return text === 'all' || text === 'deny' ? text : stepNumbers(text);
}

function stepNumbers(text: string): readonly number[] | undefined {
  const parts = text.replace(/\s*\bonly$/, '').split(/\s*,\s*/);
  const numbers: number[] = [];
  for (const part of parts) {
    const range = /^(\d{1,6})(?:\s*-\s*(\d{1,6}))?$/.exec(part.trim());
    if (range === null) return undefined;
    const first = Number(range[1]);
    const last = Number(range[2] ?? range[1]);
    if (first < 1 || last < first || numbers.length + last - first >= MAX_STEPS) return undefined;
    for (let number = first; number <= last; number++) numbers.push(number);
  }
  return numbers;
}
