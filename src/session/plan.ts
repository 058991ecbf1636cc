import { commit, credentialsOf } from '../decide/session.ts';
import { union } from '../decide/session-change.ts';
import { guard, type World } from '../guard.ts';
import type { Decision, RuleTrace } from '../model/decision.ts';
import type { Request } from '../model/request.ts';
import type { PendingStep, Session } from '../model/session.ts';
import { isStopping } from '../model/verdict.ts';
import { wordValue } from '../model/word.ts';
import { operationSignature } from '../operation/signature.ts';

export interface PlanStep {
  readonly request: Request;
  readonly world: Omit<World, 'session' | 'isPlanning'>;
}

export interface ReviewedStep {
  readonly request: Request;
  readonly decision: Decision;
  /** it needs an approval, or is denied */
  readonly isGated: boolean;
  /** the rules that stop it, each once; none where a default or an unclear line does */
  readonly gates: readonly RuleTrace[];
}

export interface PlanReview {
  readonly steps: readonly ReviewedStep[];
  readonly needsApproval: boolean;
  /** the session in which the plan waits for its answer; where none is needed, as it was */
  readonly session: Session;
}

/**
 * What rules would say of a plan: its steps in order, each with the effects of the earlier ones, as if they all ran. Nothing
 * of that stays in the session.
 */
export function reviewPlan(
  steps: readonly PlanStep[],
  session: Session,
  decide: (request: Request, world: World) => Decision = guard,
): PlanReview {
  let ahead = session;
  const reviewed = steps.map(({ request, world }): ReviewedStep => {
    const decision = decide(request, { ...world, session: ahead, isPlanning: true });
    ahead = commit(ahead, request, decision, decision.verdict !== 'deny');
    const isGated = isStopping(decision.verdict);
    return { request, decision, isGated, gates: isGated ? gatesOf(decision) : [] };
  });
  const needsApproval = reviewed.some(({ isGated }) => isGated);
  const { pendingPlan: _, ...rest } = session;
  const pendingPlan = reviewed.map(({ decision }) => pendingStep(decision));
  return { steps: reviewed, needsApproval, session: needsApproval ? { ...rest, pendingPlan } : rest };
}

function gatesOf({ trace }: Decision): readonly RuleTrace[] {
  const found = trace.filter(({ end, verdict }) => end === 'matched' && isStopping(verdict));
  return [...new Map(found.map((one) => [one.rule.id, one])).values()];
}

function pendingStep(decision: Decision): PendingStep {
  return { signature: decision.signature ?? '', credentials: credentialsOf(decision), starts: startsOf(decision) };
}

/** Programs that the step itself starts, all of whose words are known. */
function startsOf({ analysis }: Decision): readonly string[] {
  const signatures = analysis.invocations.flatMap(({ argv, cwd, assignments, via, standsFor }) => {
    const words = argv.map(wordValue);
    const isPlain = assignments.length === 0 && via.length === 0 && standsFor === undefined && cwd !== undefined;
    if (!isPlain || !words.every((word) => word !== undefined)) return [];
    return operationSignature({ action: { kind: 'argv', argv: words }, cwd });
  });
  return [...new Set(signatures)];
}

/** `all` steps, none (`deny`), or those of these numbers, from 1. */
export type PlanAnswer = 'all' | 'deny' | readonly number[];

/**
 * The approved steps run without a question for the rest of the session; what is left out, or differs in anything, asks
 * again. undefined = no plan waits, or it has no step of that number. A rule that denies still denies.
 */
export function answerPlan(session: Session, answer: PlanAnswer): Session | undefined {
  const { pendingPlan, ...rest } = session;
  if (pendingPlan === undefined) return undefined;
  if (answer === 'deny') return rest;
  const numbers = answer === 'all' ? pendingPlan.map((_step, index) => index + 1) : answer;
  const approved = numbers.map((number) => pendingPlan[number - 1]);
  if (!approved.every((step) => step !== undefined)) return undefined;
  const signatures = approved.flatMap(({ signature, starts = [] }) => [...(signature ? [signature] : []), ...starts]);
  return {
    ...rest,
    planned: union(rest.planned, signatures),
    approvedCredentials: union(
      rest.approvedCredentials,
      approved.flatMap(({ credentials }) => credentials),
    ),
  };
}
