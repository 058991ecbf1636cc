import { guard } from '../../guard.ts';
import type { ExitResult } from '../../host/foreground.ts';
import type { Decision } from '../../model/decision.ts';
import { EXIT } from '../../model/errors.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { Request } from '../../model/request.ts';
import { wordValue } from '../../model/word.ts';
import { judgeInSession, keepOutcome } from '../../session/in-session.ts';
import { isHeld } from '../../settle/askers/terminal.ts';
import { withKept, withLosses } from '../../settle/keeper.ts';
import { isBypassed } from '../../settle/settle.ts';
import { keptLine } from '../../text/refusal.ts';
import { ask, refusalFor } from './ask.ts';
import { isUnconfined, isWatchedHere, lineDecision } from './line-decision.ts';
import type { ShimWorld } from './shim-world.ts';
import { writeStderr } from './stderr.ts';

/** Judges a line that was typed at a prompt, and asks about it: see docs/adr/0024. Throws where the guard itself is broken. */
export async function answerLine(host: ShimWorld): Promise<ExitResult> {
  const { kept } = host;
  const { decision, seen } = judgeInSession(
    host,
    kept,
    (seen) => ({ decision: guard(host.request, seen), seen }),
    (one) => one.decision,
  );
  host.lineGrants?.().end();
  const world: ShimWorld = { ...host, ...seen };
  const isShimmed = (program: string) => host.isShimmed?.(program) ?? false;
  const said = lineDecision(decision, host.request, world, isShimmed);
  if (said === undefined) {
    if (isWatchedHere(decision, isShimmed)) record(decision, { kind: 'run', by: 'rules' }, world);
    return { status: EXIT.run };
  }
  const request = withBypassOf(said, host.request);
  // the shims record it
  if (isBypassed(request)) return { status: EXIT.run };
  if (isHeld()) writeStderr('\r\n'); // the line is still being edited: messages go below it
  const keeper = world.keeper?.(said, request);
  const confines = isUnconfined(said, isShimmed) ? false : undefined;
  const asking = { grants: world.lineGrants, keeper, confines, isHandedOver: true };
  const { outcome, kept: undoable } = withKept(ofLine(await ask(said, { ...world, request }, asking), said), keeper);
  // shims record and count what runs; the question and a refusal are recorded here
  if (outcome.kind === 'refuse') keepOutcome(host, kept, request, said, outcome);
  record(said, outcome, { ...world, request });
  if (undoable !== undefined) writeStderr(keptLine(outcome, undoable, request.actor === 'ai'));
  if (outcome.kind === 'run') return { status: EXIT.run };
  if (outcome.kind === 'refuse') writeStderr(refusalFor(outcome, withLosses(said, keeper), request));
  return outcome.kind === 'refuse' && outcome.signal ? { signal: outcome.signal } : { status: EXIT.refused };
}

function record(decision: Decision, outcome: Outcome, { request, ...world }: ShimWorld): void {
  const unrecorded = world.record(decision, outcome, request);
  if (unrecorded !== undefined) writeStderr(`safeshell: not recorded: ${unrecorded}\n`);
}

/** The shim of the program replaces it after the approval; without a shim nothing would, so that the line is refused. */
function ofLine(outcome: Outcome, { verdict }: Decision): Outcome {
  if (outcome.kind !== 'replace') return outcome;
  return verdict === 'redirect' ? { kind: 'refuse', cause: 'no-replacement' } : { kind: 'run', by: outcome.by };
}

/** A typed `SAFESHELL_BYPASS=1 cmd` bypasses as it would in the environment of the program. */
function withBypassOf({ analysis }: Decision, request: Request): Request {
  const typed = analysis.invocations[0]?.assignments.findLast(({ name }) => name === 'SAFESHELL_BYPASS');
  const value = typed && wordValue(typed.value);
  return value === undefined ? request : { ...request, env: { ...request.env, SAFESHELL_BYPASS: value } };
}
