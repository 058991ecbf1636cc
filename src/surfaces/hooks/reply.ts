import type { HookRequest } from '../../agents/hook.ts';
import { type JudgedCall, judgeCall } from '../../calls/judge-call.ts';
import { redactedInput } from '../../calls/redacted-input.ts';
import type { World } from '../../guard.ts';
import type { HostWorld } from '../../host/host.ts';
import { haveShims } from '../../host/shimmed-start.ts';
import type { Decision } from '../../model/decision.ts';
import type { Judgement } from '../../model/judge.ts';
import type { Outcome } from '../../model/outcome.ts';
import { joinRedactions } from '../../model/redaction.ts';
import type { Action, Json, Request } from '../../model/request.ts';
import type { Kept } from '../../model/undo.ts';
import { isAsking } from '../../model/verdict.ts';
import { judgeInSession, keepOutcome } from '../../session/in-session.ts';
import { proposeException, treeOf, writeException } from '../../settle/exception.ts';
import { type Keeper, withKept, withLosses } from '../../settle/keeper.ts';
import type { LineGrants } from '../../settle/line-grants.ts';
import { settle } from '../../settle/settle.ts';
import type { Note } from '../../store/notes.ts';
import {
  agentConfined,
  agentMasked,
  agentRefusal,
  agentReplacement,
  dialogQuestion,
} from '../../text/agent-message.ts';
import { explainText } from '../../text/decision.ts';
import { createPaint } from '../../text/paint.ts';
import { rewrittenLine } from './rewrite.ts';
import { isShellLine, lineForShell, lineToRunInstead, type Manner } from './shell-line.ts';

export interface HookWorld extends HostWorld {
  /** has a program of this name a shim, in the PATH of what the agent starts? absent = none has */
  isShimmed?(program: string): boolean;
  /** safeshell-sh, which runs a line and masks what it prints; absent = it is not installed */
  readonly wrapper?: string | undefined;
  /** what is left of earlier lines is over */
  endGrants?(): void;
  /** the guard has handed this to the dialog of the agent: in that a person answers */
  noteAsked?(request: Request): void;
  wasAsked?(request: Request): boolean;
  /** has sentences read that no table can; see judgeOpen */
  askJudge?(decision: Decision, request: Request): Promise<Judgement | undefined>;
  /** problems of the guard itself that were not reported in this session; called after everything is recorded */
  notes?(): readonly Note[];
  /** what a call destroys could not be kept: it runs, and somebody has to know */
  tellNotKept?(kept: Kept): void;
  /** what cannot be recorded is no reason to stop */
  record(decision: Decision, outcome: Outcome, request: Request): void;
}

/** One payload: the request of the agent, and the world that its calls are judged in. */
export interface CallContext {
  readonly asked: HookRequest;
  readonly request: Omit<Request, 'action'>;
  readonly world: HookWorld;
}

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
  const keeper = world.keeper?.(decision, request);
  const settledCall = await settled(judged, request, keeper, { ...context, world: { ...world, ...seen } });
  const { line, input, instead, keeper: keeperOfInstead = keeper } = settledCall;
  const { outcome, kept } = withKept(settledCall.outcome, keeperOfInstead);
  if (kept?.problem !== undefined) world.tellNotKept?.(kept);
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
        reason: agentRefusal(what, outcome, withLosses(decision, keeperOfInstead), instead),
        changed: false,
      };
  }
}

interface Settled {
  readonly outcome: Outcome;
  /** the line that runs instead, where another does */
  readonly line?: string;
  /** what the tool is handed instead, where a rule redacts that */
  readonly input?: Json;
  /** where it is refused: the line that the agent can run in its place */
  readonly instead?: string | undefined;
  /** of what runs instead */
  readonly keeper?: Keeper | undefined;
}

/** What earlier answers do not settle goes to the agent's own dialog, where it has one, else to people elsewhere. */
async function settled(
  judged: JudgedCall,
  request: Request,
  keeper: Keeper | undefined,
  context: CallContext,
): Promise<Settled> {
  const { call, decision, what } = judged;
  const { asked, world } = context;
  const manner = mannerHere(decision, world);
  const isPlain = manner.redaction === undefined && manner.confinement === undefined;
  // a dialog would ask about the line as it came, and run that
  const isAsItCame = decision.replacement === undefined && isPlain;
  const mayAsk = isAsking(decision.verdict) && isAsItCame && asked.opensDialog?.() === true;
  const isSeenTo = isPlain || isShellLine(call, { ...decision, ...manner }, context);
  const canChange = asked.rewrite !== undefined || isSeenTo;
  const grants = isAsking(decision.verdict) ? world.grants?.() : undefined;
  const outcome = await settle({
    request,
    decision,
    approvals: world.approvals,
    grants,
    keeper,
    redacts: canChange,
    confines: decision.confinement !== undefined && canChange && world.confiner?.() !== undefined,
    ...(isAsking(decision.verdict) &&
      !mayAsk && { asker: world.askElsewhere?.(request, what), always: always(decision, context) }),
    writeException,
    explain: () =>
      explainText(judgeCall(call, context.request, { ...world, detail: true }).decision, createPaint(false), 'telling'),
    warn: () => {},
  });
  if (outcome.kind === 'refuse' && (outcome.cause === 'unsupported' || outcome.cause === 'not-confined'))
    return unsupported(outcome.cause, call, manner, context);
  if (outcome.kind === 'replace') {
    const rewritten = asked.rewrite && rewrittenLine(decision, call, context.request, world);
    if (rewritten === undefined) return { outcome: { kind: 'refuse', cause: 'no-replacement' } };
    const { line } = rewritten;
    const ofInstead = world.keeper?.(rewritten.decision, request);
    const redaction = joinRedactions([decision.redaction, rewritten.decision.redaction]);
    const { confinement } = mannerHere(rewritten.decision, world);
    const asItIs = redaction === undefined && confinement === undefined;
    const how = { ...(redaction && { redaction }), ...(confinement && { confinement }) };
    const changed = {
      ...outcome,
      ...(redaction && { redacted: true as const }),
      ...(confinement && { confined: true as const }),
    };
    return asItIs ? { outcome, line, keeper: ofInstead } : inGuardedShell(changed, line, how, judged, context);
  }
  if (outcome.kind === 'run' && (outcome.redacted || outcome.confined) && !isSeenTo) {
    const input = asked.replacesInput && redactedInput(call, decision.redaction);
    if (input !== undefined) return { outcome, input };
    const line = lineOf(call);
    if (line === undefined) return unsupported(causeOf(manner), call, manner, context);
    return inGuardedShell(outcome, line, manner, judged, context);
  }
  const isOpen = outcome.kind === 'refuse' && outcome.cause === 'nobody-to-ask';
  if (!isOpen || !mayAsk) return { outcome };
  leave(grants, decision);
  return { outcome: { kind: 'asked' } };
}

/** What has to be seen to here: shims confine their own programs, and see no path and no `./x`. */
function mannerHere({ redaction, confinement, analysis }: Decision, world: HookWorld): Manner {
  const isLeft =
    confinement !== undefined &&
    confinement.invocations.length > 0 &&
    haveShims(confinement.invocations, analysis, (program) => world.isShimmed?.(program) ?? false);
  return { ...(redaction && { redaction }), ...(confinement && !isLeft && { confinement }) };
}

/** The line in the shell that masks what it prints and confines what it starts; what was agreed to is not asked again there. */
function inGuardedShell(
  outcome: Outcome,
  line: string,
  manner: Manner,
  { call }: JudgedCall,
  context: CallContext,
): Settled {
  const shell = call.kind === 'argv' ? undefined : call.shell;
  const wrapped = lineForShell(line, shell ?? 'unknown', manner, context);
  if (wrapped === undefined) return unsupported(causeOf(manner), call, manner, context);
  if (isAsking(wrapped.decision.verdict)) quietly(() => context.world.grants?.().leaveWhole(wrapped.decision));
  return { outcome, line: wrapped.line };
}

const causeOf = ({ redaction }: Manner) => (redaction === undefined ? 'not-confined' : 'unsupported');

/** Refused, as it cannot run here as the rules say; the reason names the line that an agent can run instead. */
function unsupported(
  cause: 'unsupported' | 'not-confined',
  call: Action,
  manner: Manner,
  context: CallContext,
): Settled {
  const line = lineOf(call);
  const isRefusedThere = cause === 'not-confined' && context.world.confiner?.() === undefined;
  const instead = line === undefined || isRefusedThere ? undefined : lineToRunInstead(line, manner, context);
  return { outcome: { kind: 'refuse', cause }, instead };
}

/** Leaves grants before the dialog is answered: after a no the agent does not start the line, and its next call ends them. */
function leave(grants: LineGrants | undefined, decision: Decision): void {
  quietly(() => grants?.leave(decision));
}

/** A grant that cannot be left is asked about once more. */
function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // asked once more
  }
}

function always(decision: Decision, { world, request }: CallContext) {
  const { exceptionFile: file, policy, facts } = world;
  return file === undefined
    ? undefined
    : proposeException(decision, policy, { within: treeOf(request.cwd, facts), file });
}

function lineOf(call: Action): string | undefined {
  return call.kind === 'argv' ? undefined : call.line;
}
