import { guard } from '../../guard.ts';
import type { Decision } from '../../model/decision.ts';
import { EXIT } from '../../model/errors.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { Request } from '../../model/request.ts';
import { wordValue } from '../../model/word.ts';
import { judgeInSession, keepOutcome } from '../../session/in-session.ts';
import { openTerminal } from '../../settle/askers/terminal.ts';
import { createTtyAsker } from '../../settle/askers/tty.ts';
import { proposeException, treeOf, writeException } from '../../settle/exception.ts';
import { isBypassed, settle } from '../../settle/settle.ts';
import { explainText } from '../../text/decision.ts';
import { createPaint } from '../../text/paint.ts';
import { refusalLine, refusalText } from '../../text/refusal.ts';
import type { ShimWorld } from './answer.ts';
import { lineDecision } from './line-decision.ts';
import { leaveLineEditor } from './line-editor.ts';
import type { Ended } from './replacement.ts';
import { sayOnStderr, stderrPaint, wantsColor } from './stderr.ts';

/** Judges a line that was typed at a prompt, and asks about it: see docs/adr/0024. Throws where the guard itself is broken. */
export async function answerLine(place: ShimWorld): Promise<Ended> {
  const { kept } = place;
  const { decision, seen } = judgeInSession(
    place,
    kept,
    (seen) => ({ decision: guard(place.request, seen), seen }),
    (one) => one.decision,
  );
  place.lineGrants?.().end();
  const world: ShimWorld = { ...place, ...seen };
  const said = lineDecision(decision, place.request, world, (program) => place.isShimmed?.(program) ?? false);
  if (said === undefined) return { status: EXIT.run };
  const request = withBypassOf(said, place.request);
  // the shims put it on record as they pass it
  if (isBypassed(request)) return { status: EXIT.run };
  const backToEditor = leaveLineEditor();
  try {
    const outcome = await settleLine(said, { ...world, request });
    // what runs is counted and recorded by the doors that it passes; that it was asked about, by this one
    if (outcome.kind === 'refuse') keepOutcome(place, kept, request, said, outcome);
    const unrecorded = world.record(said, outcome, request);
    if (unrecorded !== undefined) sayOnStderr(`safeshell: not recorded: ${unrecorded}\n`);
    if (outcome.kind === 'run') return { status: EXIT.run };
    sayRefusal(outcome, said, request);
    return outcome.kind === 'refuse' && outcome.signal ? { signal: outcome.signal } : { status: EXIT.refused };
  } finally {
    backToEditor();
  }
}

async function settleLine(decision: Decision, world: ShimWorld): Promise<Outcome> {
  const { request, policy, facts, approvals, exceptionFile } = world;
  const terminal = request.actor === 'human' ? openTerminal() : undefined;
  const paint = createPaint(terminal !== undefined && wantsColor(request.env));
  try {
    const outcome = await settle({
      request,
      decision,
      asker: terminal ? createTtyAsker(terminal, paint) : world.askElsewhere?.(request),
      approvals,
      grants: world.lineGrants?.(),
      redacts: true, // the shims do
      always: proposeException(decision, policy, { within: treeOf(request.cwd, facts), file: exceptionFile }),
      writeException,
      explain: () => explainText(guard(request, { ...world, detail: true }), paint, 'telling'),
      warn: (problem) => sayOnStderr(`safeshell: this once only: ${problem}\n`),
    });
    return ofLine(outcome, decision);
  } finally {
    terminal?.close();
  }
}

/** The shim of the program puts the other one in its place, once it is agreed to; without a rule to ask nobody would. */
function ofLine(outcome: Outcome, { verdict }: Decision): Outcome {
  if (outcome.kind !== 'replace') return outcome;
  return verdict === 'redirect' ? { kind: 'refuse', cause: 'no-replacement' } : { kind: 'run', by: outcome.by };
}

/** `SAFESHELL_BYPASS=1 cmd` as it is typed: it would be in the environment of the program. */
function withBypassOf({ analysis }: Decision, request: Request): Request {
  const typed = analysis.invocations[0]?.assignments.findLast(({ name }) => name === 'SAFESHELL_BYPASS');
  const value = typed && wordValue(typed.value);
  return value === undefined ? request : { ...request, env: { ...request.env, SAFESHELL_BYPASS: value } };
}

function sayRefusal(outcome: Outcome, decision: Decision, { actor, env }: Request): void {
  if (outcome.kind !== 'refuse') return;
  sayOnStderr(actor === 'ai' ? refusalLine(outcome, decision) : refusalText(outcome, decision, stderrPaint(env)));
}
