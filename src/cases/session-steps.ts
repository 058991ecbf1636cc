import { judgeCall } from '../calls/judge-call.ts';
import type { Session } from '../model/session.ts';
import { type RuleState, sessionRules } from '../session/control.ts';
import { reviewPlan } from '../session/plan.ts';
import { applySlashWords } from '../session/slash-words.ts';
import type { Expectation, PlannedStep } from './case-schema.ts';
import { type Run, requestOf, type StepFailure, sessionIdOf, sessionOf } from './step-world.ts';

/** What a person tells the session, or `restart`: its state is written and read back. */
export function runControl(words: string, step: PlannedStep, wanted: Expectation, run: Run): StepFailure | undefined {
  const before = sessionOf(step, run);
  const after = words.trim() === 'restart' ? readBack(before) : applySlashWords(words, run.policy, before);
  if (after !== undefined) run.sessions.set(sessionIdOf(step), after);
  return checkAnswer(after === undefined ? 'error' : 'ok', wanted) ?? checkStatus(sessionOf(step, run), wanted, run);
}

function readBack(session: Session): Session {
  return JSON.parse(JSON.stringify(session)) as Session;
}

/** Its steps are reviewed, not taken; what the expectation says of steps is compared whole. */
export function runPlan(
  plan: readonly PlannedStep[],
  step: PlannedStep,
  wanted: Expectation,
  run: Run,
): StepFailure | undefined {
  const steps = plan.map((one) => requestOf(one, run));
  const {
    needsApproval,
    steps: reviewed,
    session,
  } = reviewPlan(
    steps,
    sessionOf(step, run),
    ({ action, ...request }, world) => judgeCall(action, request, world).decision,
  );
  run.sessions.set(sessionIdOf(step), session);
  const failure = checkAnswer(needsApproval ? 'approval_required' : 'auto_approved', wanted);
  if (failure !== undefined || !isObject(wanted) || wanted.plan === undefined) return failure;
  const gated = reviewed.flatMap(({ isGated, gates }, index) =>
    isGated ? [[String(index + 1), gates.map(({ rule }) => rule.name)] as const] : [],
  );
  const actual = gatesText(gated);
  return actual === gatesText(Object.entries(wanted.plan)) ? undefined : { actual, rule: null };
}

function gatesText(gates: readonly (readonly [string, readonly string[]])[]): string {
  const sorted = [...gates].sort(([a], [b]) => Number(a) - Number(b));
  return JSON.stringify(sorted.map(([step, rules]) => [step, [...rules].sort()]));
}

/** What an event answered. */
export function checkAnswer(actual: string, wanted: Expectation): StepFailure | undefined {
  const words = isObject(wanted) ? wanted.verdict : wanted;
  return words === undefined || [words].flat().includes(actual as never) ? undefined : { actual, rule: null };
}

/** What Carapace itself calls a state; its users write either. */
const CARAPACE_STATES: { readonly [State in RuleState]?: string } = { always: 'always-on', latent: 'disabled' };

/** `status` = how rules stand in the session, by name. */
function checkStatus(session: Session, wanted: Expectation, { policy }: Run): StepFailure | undefined {
  if (!isObject(wanted) || wanted.status === undefined) return undefined;
  const states = Object.fromEntries(sessionRules(policy, session).map(({ rule, state }) => [rule.name, state]));
  const isAsWanted = Object.entries(wanted.status).every(([name, wantedState]) => {
    const state = states[name];
    return state !== undefined && (wantedState === state || wantedState === CARAPACE_STATES[state]);
  });
  return isAsWanted ? undefined : { actual: JSON.stringify(states), rule: null };
}

type WantedObject = Exclude<Expectation, string | readonly unknown[]>;

function isObject(wanted: Expectation): wanted is WantedObject {
  return typeof wanted === 'object' && !Array.isArray(wanted);
}
