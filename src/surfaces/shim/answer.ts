import type { HookGrants } from '../../approvals/granting.ts';
import { guard, type World } from '../../guard.ts';
import { type Decision, verdictWord } from '../../model/decision.ts';
import { EXIT } from '../../model/errors.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { Request } from '../../model/request.ts';
import { judgeInSession, keepOutcome } from '../../session/in-session.ts';
import type { KeptSession } from '../../session/kept-session.ts';
import type { Asker } from '../../settle/asker.ts';
import { isHeld, openTerminal } from '../../settle/askers/terminal.ts';
import { createTtyAsker } from '../../settle/askers/tty.ts';
import { proposeException, treeOf, writeException } from '../../settle/exception.ts';
import type { LineGrants } from '../../settle/line-grants.ts';
import type { SessionApprovals } from '../../settle/session-approvals.ts';
import { isBypassed, settle } from '../../settle/settle.ts';
import type { Refusal } from '../../text/advice.ts';
import { explainText, traceText } from '../../text/decision.ts';
import type { Page } from '../../text/page.ts';
import { createPaint } from '../../text/paint.ts';
import { approvedLine, heldText, refusalLine, refusalText, replacementText } from '../../text/refusal.ts';
import type { HandOver } from './hand-over.ts';
import { withHookRedaction } from './hook-redaction.ts';
import { type Ended, isLossy, replacedArgv, runInPlace } from './replacement.ts';
import { sayOnStderr, stderrPage, wantsColor } from './stderr.ts';

/** What an answer needs of the machine. */
export interface ShimWorld extends World {
  readonly argv: readonly string[];
  readonly handOver: HandOver;
  readonly request: Request;
  readonly kept: KeptSession;
  readonly approvals: SessionApprovals;
  /** what was agreed to as part of a line; absent = nothing is */
  grants?(): LineGrants;
  /** the same for a line that is typed: what the shims of its programs need not ask again */
  lineGrants?(): HookGrants;
  /** has a program of this name a shim? */
  isShimmed?(program: string): boolean;
  /** asks people who are not at this terminal; absent = nobody is */
  askElsewhere?(request: Request): Asker;
  /** the file that "always" writes to */
  readonly exceptionFile: string;
  /** returns what kept it from being recorded */
  record(decision: Decision, outcome: Outcome, request: Request): string | undefined;
  /** how the command ended, where we ran it */
  recordEnd?(ended: Ended): void;
}

/** Judges, settles, records and carries out one command. Throws where the guard itself is broken. */
export async function answer(place: ShimWorld): Promise<Ended> {
  const { request, handOver, kept } = place;
  const { decision, seen } = judgeInSession(
    place,
    kept,
    (seen) => ({ decision: withHookRedaction(guard(request, seen), handOver, { request, policy: seen.policy }), seen }),
    (one) => one.decision,
  );
  const world: ShimWorld = { ...place, ...seen };
  if (handOver.step === 'ask' && takesPlace(decision, request)) return { status: EXIT.replace };
  const outcome = await settleHere(decision, world);
  keepOutcome(place, kept, request, decision, outcome);
  const unrecorded = world.record(decision, outcome, request);
  if (unrecorded !== undefined) sayOnStderr(`safeshell: not recorded: ${unrecorded}\n`);
  say(outcome, decision, world);
  if (outcome.kind === 'refuse') return outcome.signal ? { signal: outcome.signal } : { status: EXIT.refused };
  const redacted = outcome.kind === 'asked' ? undefined : outcome.redacted;
  if (outcome.kind !== 'replace' && !redacted) return runAsIs(world);
  const argv = outcome.kind === 'replace' ? outcome.argv : world.argv;
  const ended = await runInPlace(argv, handOver, redacted && { custom: decision.redaction?.patterns ?? [] });
  world.recordEnd?.(ended);
  return ended;
}

/** The shim runs the real program itself, as a shell does its line, unless we already stand in its place. */
export function runAsIs({ handOver, argv }: Pick<ShimWorld, 'handOver' | 'argv'>): Promise<Ended> {
  return handOver.step === 'replace' ? runInPlace(argv, handOver) : Promise.resolve({ status: EXIT.run });
}

/** Only the process that the caller waits for can stand in for the command, or before its output: ask again there. */
function takesPlace({ verdict, replacement, redaction }: Decision, request: Request): boolean {
  const isOurs = (replacement ?? redaction) !== undefined;
  return isOurs && verdict !== 'deny' && !isBypassed(request);
}

async function settleHere(decision: Decision, world: ShimWorld): Promise<Outcome> {
  if (verdictWord(decision) === 'allow') return { kind: 'run', by: 'rules' };
  const outcome = await ask(decision, world);
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

async function ask(decision: Decision, world: ShimWorld): Promise<Outcome> {
  const { request, policy, facts, approvals, exceptionFile } = world;
  const isAsking = decision.verdict === 'require_approval' || decision.verdict === 'escalate';
  const terminal = request.actor === 'human' ? openTerminal() : undefined;
  const paint = createPaint(terminal !== undefined && wantsColor(request.env));
  try {
    return await settle({
      request,
      decision,
      asker: terminal
        ? createTtyAsker(terminal, { paint, cwd: request.cwd, home: request.env.HOME })
        : isAsking
          ? world.askElsewhere?.(request)
          : undefined,
      approvals,
      grants: isAsking ? world.grants?.() : undefined,
      redacts: true,
      always: proposeException(decision, policy, { within: treeOf(request.cwd, facts), file: exceptionFile }),
      writeException,
      explain: () => (terminal ? traceText : explainText)(guard(request, { ...world, detail: true }), paint, 'telling'),
      warn: (problem) => sayOnStderr(`safeshell: this once only: ${problem}\n`),
    });
  } finally {
    terminal?.close();
  }
}

function say(outcome: Outcome, decision: Decision, { request }: ShimWorld): void {
  const isAgent = request.actor === 'ai';
  if (outcome.kind === 'refuse') {
    sayOnStderr(isAgent ? refusalLine(outcome, decision) : refusalFor(outcome, decision, stderrPage(request.env)));
  } else if (outcome.kind === 'replace') {
    sayOnStderr(replacementText(decision, outcome.argv, isAgent, stderrPage(request.env).paint));
  } else if (outcome.kind === 'run' && isAgent && outcome.who !== undefined) {
    sayOnStderr(approvedLine(outcome.by, decision));
  }
}

function refusalFor(outcome: Refusal, decision: Decision, page: Page): string {
  const isNobody = outcome.cause === 'nobody-to-ask' || outcome.cause === 'timeout';
  return isNobody && isHeld() ? heldText(outcome, decision, page.paint) : refusalText(outcome, decision, page);
}
