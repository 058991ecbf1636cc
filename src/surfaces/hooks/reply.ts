import { judgeCall } from '../../calls/judge-call.ts';
import type { World } from '../../guard.ts';
import type { Action, Json, Request } from '../../model/request.ts';
import { judgeInSession, keepOutcome } from '../../session/in-session.ts';
import { withKept, withLosses } from '../../settle/keeper.ts';
import {
  agentConfined,
  agentMasked,
  agentRefusal,
  agentReplacement,
  dialogQuestion,
} from '../../text/agent-message.ts';
import { lineOf, settleCall } from './settle-call.ts';
import type { CallContext } from './world.ts';

/** The reply to one call. */
export interface CallReply {
  readonly kind: 'deny' | 'ask' | 'allow';
  /** empty where it is simply allowed */
  readonly reason: string;
  /** the shell line that runs, where the call is one */
  readonly line?: string | undefined;
  /** it is not the line or the input that came */
  readonly changed: boolean;
  /** what the tool is handed, where that is not what came */
  readonly input?: Json;
}

/** Judges, settles and records one call. Throws where the guard itself is broken. */
export async function replyToCall(call: Action, context: CallContext): Promise<CallReply> {
  const { world } = context;
  const request: Request = { ...context.request, action: call };
  const inSession = (base: World) =>
    judgeInSession(
      base,
      world.kept,
      (seen) => ({ judged: judgeCall(call, context.request, seen), seen }),
      (one) => one.judged.decision,
    );
  const first = inSession(world);
  const said = await world.askJudge?.(first.judged.decision, request);
  const { judged, seen } = said === undefined ? first : inSession({ ...world, judged: said });
  const { decision, what } = judged;
  const keeper = world.keeper?.(decision, request, { tool: judged });
  const settledCall = await settleCall(judged, request, keeper, { ...context, world: { ...world, ...seen } });
  const { line, input, instead, keeper: keeperOfInstead = keeper } = settledCall;
  const { outcome, kept } = withKept(settledCall.outcome, keeperOfInstead);
  if (kept !== undefined) world.tellKept?.(outcome, kept);
  keepOutcome(world, world.kept, request, decision, outcome);
  world.record(decision, outcome, request);
  switch (outcome.kind) {
    case 'run':
      if (input !== undefined) return { kind: 'allow', reason: agentMasked(what, decision), changed: true, input };
      if (line !== undefined) {
        const isSame = outcome.confined === true && outcome.redacted !== true;
        const reason = isSame ? agentConfined(what, decision) : agentReplacement(line, decision);
        return { kind: 'allow', reason, line, changed: true };
      }
      return { kind: 'allow', reason: '', line: lineOf(call), changed: false };
    case 'asked':
      world.noteAsked?.(request);
      return {
        kind: 'ask',
        reason: dialogQuestion(what, withLosses(decision, keeperOfInstead), outcome.kept),
        line: lineOf(call),
        changed: false,
      };
    case 'replace':
      return { kind: 'allow', reason: agentReplacement(line ?? '', decision), line, changed: true };
    default:
      return {
        kind: 'deny',
        reason: agentRefusal({ what, cwd: request.cwd }, outcome, withLosses(decision, keeperOfInstead), instead),
        changed: false,
      };
  }
}
