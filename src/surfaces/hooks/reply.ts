import { type JudgedCall, judgeCall } from '../../calls/judge-call.ts';
import type { World } from '../../guard.ts';
import type { Decision } from '../../model/decision.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { Action, Request } from '../../model/request.ts';
import { judgeInSession, keepOutcome } from '../../session/in-session.ts';
import type { KeptSession } from '../../session/kept-session.ts';
import type { SessionApprovals } from '../../settle/session-approvals.ts';
import { settle } from '../../settle/settle.ts';
import { agentRefusal, agentReplacement, dialogQuestion } from '../../text/agent-message.ts';
import type { HookRequest } from './agent.ts';
import { rewrittenLine } from './rewrite.ts';

export interface HookWorld extends World {
  readonly kept: KeptSession;
  readonly approvals: SessionApprovals;
  /** what cannot be recorded is no reason to stop */
  record(decision: Decision, outcome: Outcome, request: Request): void;
}

/** Where a call is judged. */
export interface Place {
  readonly asked: HookRequest;
  readonly request: Omit<Request, 'action'>;
  readonly world: HookWorld;
}

/** What is said of one call. */
export interface CallReply {
  readonly kind: 'deny' | 'ask' | 'allow';
  /** empty where it is simply allowed */
  readonly reason: string;
  /** the shell line that runs, where the call is one */
  readonly line?: string | undefined;
  /** it is not the line that came */
  readonly changed: boolean;
}

/** Judges, settles and records one call. Throws where the guard itself is broken. */
export async function replyToCall(call: Action, place: Place): Promise<CallReply> {
  const { world } = place;
  const { judged, seen } = judgeInSession(
    world,
    world.kept,
    (seen) => ({ judged: judgeCall(call, place.request, seen), seen }),
    (one) => one.judged.decision,
  );
  const { decision, what } = judged;
  const request: Request = { ...place.request, action: call };
  const { outcome, line } = await settled(judged, request, { ...place, world: { ...world, ...seen } });
  keepOutcome(world, world.kept, request, decision, outcome);
  world.record(decision, outcome, request);
  switch (outcome.kind) {
    case 'run':
      return { kind: 'allow', reason: '', line: lineOf(call), changed: false };
    case 'asked':
      return { kind: 'ask', reason: dialogQuestion(what, decision), line: lineOf(call), changed: false };
    case 'replace':
      return { kind: 'allow', reason: agentReplacement(line ?? '', decision), line, changed: true };
    default:
      return { kind: 'deny', reason: agentRefusal(what, outcome, decision), changed: false };
  }
}

interface Settled {
  readonly outcome: Outcome;
  /** the line that runs instead; only with `replace` */
  readonly line?: string;
}

/** Nobody is asked from here: what earlier answers do not settle goes to the agent's own dialog, where it has one. */
async function settled({ call, decision }: JudgedCall, request: Request, place: Place): Promise<Settled> {
  const { asked, world } = place;
  const outcome = await settle({
    request,
    decision,
    approvals: world.approvals,
    writeException: () => {},
    explain: () => '',
    warn: () => {},
  });
  if (outcome.kind === 'replace') {
    const line = asked.rewrite && rewrittenLine(decision, call, place.request, world);
    return line === undefined ? { outcome: { kind: 'refuse', cause: 'no-replacement' } } : { outcome, line };
  }
  // a dialog would ask about the line as it came, and run that
  const mayAsk = asked.asks === true && decision.replacement === undefined;
  const isOpen = outcome.kind === 'refuse' && outcome.cause === 'nobody-to-ask';
  return { outcome: isOpen && mayAsk ? { kind: 'asked' } : outcome };
}

function lineOf(call: Action): string | undefined {
  return call.kind === 'argv' ? undefined : call.line;
}
