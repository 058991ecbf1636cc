import { guard } from '../../guard.ts';
import type { Confined } from '../../host/confiner.ts';
import type { ExitResult } from '../../host/foreground.ts';
import { type Decision, verdictWord } from '../../model/decision.ts';
import { EXIT } from '../../model/errors.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { Request } from '../../model/request.ts';
import type { Kept } from '../../model/undo.ts';
import { judgeInSession, keepOutcome } from '../../session/in-session.ts';
import { type Keeper, withKept, withLosses } from '../../settle/keeper.ts';
import { isBypassed } from '../../settle/settle.ts';
import { approvedLine, keptLine, replacementText } from '../../text/refusal.ts';
import { ask, refusalFor } from './ask.ts';
import { withHookRedaction } from './hook-redaction.ts';
import { isLossy, replacedArgv, runInPlace } from './replacement.ts';
import type { ShimWorld } from './shim-world.ts';
import { stderrPaint, writeStderr } from './stderr.ts';
import { StderrTail } from './told-write.ts';

/** Judges, settles, records and carries out one command. Throws where the guard itself is broken. */
export async function answer(host: ShimWorld): Promise<ExitResult> {
  const { request, handOver, kept } = host;
  const { decision, seen } = judgeInSession(
    host,
    kept,
    (seen) => ({ decision: withHookRedaction(guard(request, seen), handOver, { request, policy: seen.policy }), seen }),
    (one) => one.decision,
  );
  const world: ShimWorld = { ...host, ...seen };
  if (handOver.step === 'ask' && takesPlace(decision, request)) return { status: EXIT.replace };
  const { outcome, keeper, kept: undoable } = await keptHere(decision, world);
  keepOutcome(host, kept, request, decision, outcome);
  const unrecorded = world.record(decision, outcome, request);
  if (unrecorded !== undefined) writeStderr(`safeshell: not recorded: ${unrecorded}\n`);
  say(outcome, outcome.kind === 'refuse' ? withLosses(decision, keeper) : decision, world);
  if (undoable !== undefined) writeStderr(keptLine(outcome, undoable, request.actor === 'ai'));
  if (outcome.kind === 'refuse') return outcome.signal ? { signal: outcome.signal } : { status: EXIT.refused };
  const { redacted, confined } = outcome.kind === 'asked' ? {} : outcome;
  const wall = confined ? wallOf(decision, world) : undefined;
  if (outcome.kind !== 'replace' && !redacted) return runAsIs(world, wall);
  const argv = [...(wall?.words ?? []), ...(outcome.kind === 'replace' ? outcome.argv : world.argv)];
  const tail = confined && redacted ? new StderrTail() : undefined;
  const redaction = redacted && { custom: decision.redaction?.patterns ?? [] };
  const ended = await (world.run?.(argv, redaction) ?? runInPlace(argv, handOver, { redaction, onStderr: tail?.add }));
  tail?.tell(ended, decision, world);
  world.recordEnd?.(ended);
  keeper?.ended?.();
  return ended;
}

/** Throws where nothing confines: nothing may run then. */
function wallOf(decision: Decision, { confiner, request }: ShimWorld): Confined | undefined {
  const found = confiner?.();
  if (found === undefined) throw new Error('nothing on this machine confines it');
  return found.confine(decision, request);
}

/** The shim runs the real program itself, as a shell does its line, unless we already stand in its place. */
export async function runAsIs(
  { handOver, argv, leaveWall, run }: Pick<ShimWorld, 'handOver' | 'argv' | 'leaveWall' | 'run'>,
  wall?: Confined,
): Promise<ExitResult> {
  const words = [...(wall?.words ?? []), ...argv];
  if (handOver.step === 'replace') return run?.(words, undefined) ?? runInPlace(words, handOver);
  if (wall === undefined) return { status: EXIT.run };
  if (leaveWall === undefined) return { status: EXIT.replace }; // Node itself starts the launcher
  leaveWall(wall);
  return { status: EXIT.confine };
}

/** Only the process that the caller waits for can stand in for the command, or before its output: ask again there. */
function takesPlace({ verdict, replacement, redaction }: Decision, request: Request): boolean {
  const isOurs = (replacement ?? redaction) !== undefined;
  return isOurs && verdict !== 'deny' && !isBypassed(request);
}

interface KeptHere {
  readonly outcome: Outcome;
  readonly kept?: Kept;
  readonly keeper: Keeper | undefined;
}

/** Settled, and what it destroys kept: nothing runs before that. */
async function keptHere(decision: Decision, world: ShimWorld): Promise<KeptHere> {
  const keeper = world.keeper?.(decision, world.request);
  const outcome = await settleHere(decision, world, keeper);
  if (outcome.kind !== 'replace') return { ...withKept(outcome, keeper), keeper };
  const instead: Request = { ...world.request, action: { kind: 'argv', argv: outcome.argv } };
  const ofInstead = world.keeper?.({ ...guard(instead, world), verdict: decision.verdict }, instead);
  return { ...withKept(outcome, ofInstead), keeper: ofInstead };
}

async function settleHere(decision: Decision, world: ShimWorld, keeper: Keeper | undefined): Promise<Outcome> {
  if (verdictWord(decision) === 'allow') return { kind: 'run', by: 'rules' };
  const outcome = await ask(decision, world, { grants: world.grants, keeper });
  if (outcome.kind === 'run' && outcome.redacted && world.argv.some(isLossy)) {
    return { kind: 'refuse', cause: 'unsupported' };
  }
  if (outcome.kind !== 'replace') return outcome;
  const argv = replacedArgv(decision, world.argv);
  if (argv === undefined || !isJudged(argv, decision, world)) return { kind: 'refuse', cause: 'no-replacement' };
  return { ...outcome, argv };
}

/** Words put into a wrapper's arguments may mean something else there (`sh -c 'frob x' frob x`): judged as they will run. */
function isJudged(argv: readonly string[], { replacement, verdict }: Decision, world: ShimWorld) {
  if (replacement?.invocation === 0) return true;
  const next = guard({ ...world.request, action: { kind: 'argv', argv } }, world);
  return next.verdict === 'allow' || (next.verdict === 'require_approval' && next.verdict === verdict);
}

function say(outcome: Outcome, decision: Decision, { request }: ShimWorld): void {
  const isAgent = request.actor === 'ai';
  if (outcome.kind === 'refuse') {
    writeStderr(refusalFor(outcome, decision, request));
  } else if (outcome.kind === 'replace') {
    writeStderr(replacementText(decision, outcome.argv, isAgent, stderrPaint(request.env)));
  } else if (outcome.kind === 'run' && isAgent && outcome.who !== undefined) {
    writeStderr(approvedLine(outcome.by, decision));
  }
}
