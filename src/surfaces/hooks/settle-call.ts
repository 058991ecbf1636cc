import { type JudgedCall, judgeCall } from '../../calls/judge-call.ts';
import { redactedInput } from '../../calls/redacted-input.ts';
import { haveShims } from '../../host/shimmed-start.ts';
import type { Decision } from '../../model/decision.ts';
import type { Outcome } from '../../model/outcome.ts';
import { joinRedactions } from '../../model/redaction.ts';
import type { Action, Json, Request } from '../../model/request.ts';
import { isAsking } from '../../model/verdict.ts';
import { proposeException, treeOf, writeException } from '../../settle/exception.ts';
import type { Keeper } from '../../settle/keeper.ts';
import type { LineGrants } from '../../settle/line-grants.ts';
import { settle } from '../../settle/settle.ts';
import { explainText } from '../../text/decision.ts';
import { createPaint } from '../../text/paint.ts';
import { rewrittenLine } from './rewrite.ts';
import { isShellLine, lineForShell, lineToRunInstead, type Manner } from './shell-line.ts';
import type { CallContext, HookWorld } from './world.ts';

/** What becomes of one call, before it is recorded. */
export interface Settled {
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
export async function settleCall(
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
    ...(isAsking(decision.verdict) && {
      asker: mayAsk ? undefined : world.askElsewhere?.(request, what),
      always: always(decision, context),
    }),
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
export function mannerHere({ redaction, confinement, analysis }: Decision, world: HookWorld): Manner {
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

export function lineOf(call: Action): string | undefined {
  return call.kind === 'argv' ? undefined : call.line;
}
