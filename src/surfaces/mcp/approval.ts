import { judgeCall } from '../../calls/judge-call.ts';
import { changeBetween } from '../../decide/session-change.ts';
import type { Request } from '../../model/request.ts';
import type { Session } from '../../model/session.ts';
import type { PersistedSession } from '../../session/persisted-session.ts';
import { answerPlan, type PlanReview, type PlanStep, type ReviewedStep, reviewPlan } from '../../session/plan.ts';
import type { Inbox, PendingRequest } from '../../store/inbox.ts';
import { sha256 } from '../../store/sha256.ts';
import { plural } from '../../text/plural.ts';
import { printable, shortened, withoutSecrets } from '../../text/printable.ts';
import { reasonOf } from '../../text/reason.ts';
import { shLine } from '../../util/sh-quote.ts';

export interface Approval {
  readonly status: 'approved' | 'partly_approved' | 'denied' | 'waiting';
  /** as they stand now */
  readonly steps: readonly ReviewedStep[];
  /** what a person wrote beside a no */
  readonly reason?: string | undefined;
}

/** Where a person is asked. */
export interface Broker {
  readonly kept: PersistedSession;
  readonly inbox: Inbox;
  readonly cwd: string;
  /** how long the answer is waited for; after that the question stays */
  readonly waitMs: number;
  /** who asked has gone */
  readonly signal: AbortSignal;
}

const POLL_MS = 250;

/**
 * Judges a plan and has it approved: at once where nothing stops a step, else by the person who finds the question in the inbox
 * or answers it in the session. Asked again with the same steps, it goes on with the same question. Throws what node:fs
 * throws where the question cannot be put.
 */
export async function requestApproval(steps: readonly PlanStep[], broker: Broker): Promise<Approval> {
  const { kept, inbox, waitMs, signal } = broker;
  const first = review(steps, kept.read());
  if (!first.needsApproval) return { status: 'approved', steps: first.steps };
  if (first.steps.some(({ decision }) => decision.verdict === 'deny')) return { status: 'denied', steps: first.steps };
  const id = questionId(kept.id, first);
  const untilMs = Date.now() + waitMs;
  const pendingPlan = (first.session.pendingPlan ?? []).map((step, at) => ({
    ...step,
    what: first.steps[at] === undefined ? '' : stepText(first.steps[at].request),
  }));
  for (let isAsked = false; ; isAsked = true) {
    const said = inbox.take({ id, session: kept.id, grounds: [] });
    const session = kept.read();
    if (said?.answer === 'no') {
      kept.change({ pendingPlan: null });
      return { status: 'denied', steps: first.steps, reason: said.reason };
    }
    if (said !== undefined) {
      const approved = answerPlan({ ...session, pendingPlan }, 'all') ?? session;
      kept.change(changeBetween({ ...session, pendingPlan }, approved));
      return outcome(review(steps, kept.read()));
    }
    if (isAsked && session.pendingPlan === undefined) return outcome(review(steps, session));
    if (isAsked && (signal.aborted || Date.now() >= untilMs)) return { status: 'waiting', steps: first.steps };
    if (!isAsked) {
      kept.change({ pendingPlan });
      inbox.put({ ...question(id, first, broker), waiter: { pid: process.pid, untilMs } });
    }
    // a client that has gone leaves nothing that keeps us here
    await new Promise((resolve) => setTimeout(resolve, Math.min(POLL_MS, waitMs)).unref());
  }
}

function review(steps: readonly PlanStep[], session: Session): PlanReview {
  return reviewPlan(steps, session, ({ action, ...request }, world) => judgeCall(action, request, world).decision);
}

/** After an answer: what is still gated was left out. */
function outcome({ steps, needsApproval }: PlanReview): Approval {
  if (!needsApproval) return { status: 'approved', steps };
  return { status: steps.some(({ decision }) => decision.planned) ? 'partly_approved' : 'denied', steps };
}

/** The same steps in the same session, with the same rules that ask, are the same question. */
function questionId(session: string, { steps }: PlanReview): string {
  const parts = steps.map(({ decision, gates }) => [decision.signature, gates.map(({ rule }) => rule.id)]);
  return sha256(JSON.stringify(['plan', session, parts]));
}

function question(id: string, { steps }: PlanReview, { kept, cwd }: Broker): PendingRequest {
  const gated = steps.filter(({ isGated }) => isGated);
  const [rule] = gated.flatMap(({ gates }) => gates);
  const lines = (text: typeof stepText) => steps.map((step, at) => `${at + 1}. ${text(step.request)}${asks(step)}`);
  return {
    id,
    grounds: [],
    askedMs: Date.now(),
    actor: 'ai',
    session: kept.id,
    door: 'mcp',
    cwd,
    what: `a plan of ${plural(steps.length, 'step')}: ${lines(stepText).join('  ')}`,
    ...(rule !== undefined && { rule: rule.rule.id, severity: rule.rule.severity }),
    reasons: [...new Set(gated.flatMap(({ decision }) => reasonOf(decision)))].map(withoutSecrets),
    burst: id,
    explain: lines(wholeStep).join('\n'),
  };
}

function asks({ isGated, gates }: ReviewedStep): string {
  const rules = gates.map(({ rule }) => rule.id).join(', ');
  return isGated ? ` [asks${rules && `: ${rules}`}]` : '';
}

/** One step as its agent wrote it, in one short line without secrets. */
export function stepText(request: Request): string {
  return shortened(writtenStep(request));
}

/** Nothing of it is left out where a person looks closer. */
function wholeStep(request: Request): string {
  return printable(writtenStep(request));
}

function writtenStep({ action }: Request): string {
  if (action.kind === 'line') return action.line;
  if (action.kind === 'argv') return shLine(action.argv);
  return action.line ?? `${action.tool} ${JSON.stringify(action.input)}`;
}
