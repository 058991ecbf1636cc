import { guard } from '../../guard.ts';
import type { Decision } from '../../model/decision.ts';
import { EXIT } from '../../model/errors.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { Request } from '../../model/request.ts';
import { wordValue } from '../../model/word.ts';
import { judgeInSession, keepOutcome } from '../../session/in-session.ts';
import { isHeld } from '../../settle/askers/terminal.ts';
import { isBypassed } from '../../settle/settle.ts';
import { ask, refusalFor } from './ask.ts';
import { lineDecision } from './line-decision.ts';
import type { Ended } from './replacement.ts';
import type { ShimWorld } from './shim-world.ts';
import { sayOnStderr } from './stderr.ts';

/** Judges a line that was typed at a prompt, and asks about it: see docs/adr/0024. Throws where the guard itself is broken. */
export async function answerLine(host: ShimWorld): Promise<Ended> {
  const { kept } = host;
  const { decision, seen } = judgeInSession(
    host,
    kept,
    (seen) => ({ decision: guard(host.request, seen), seen }),
    (one) => one.decision,
  );
  host.lineGrants?.().end();
  const world: ShimWorld = { ...host, ...seen };
  const said = lineDecision(decision, host.request, world, (program) => host.isShimmed?.(program) ?? false);
  if (said === undefined) return { status: EXIT.run };
  const request = withBypassOf(said, host.request);
  // the shims put it on record as they pass it
  if (isBypassed(request)) return { status: EXIT.run };
  if (isHeld()) sayOnStderr('\r\n'); // the line is still being edited: what is said stands below it
  const asking = { grants: world.lineGrants, isHandedOver: true };
  const outcome = ofLine(await ask(said, { ...world, request }, asking), said);
  // what runs is counted and recorded by the doors that it passes; that it was asked about, by this one
  if (outcome.kind === 'refuse') keepOutcome(host, kept, request, said, outcome);
  const unrecorded = world.record(said, outcome, request);
  if (unrecorded !== undefined) sayOnStderr(`safeshell: not recorded: ${unrecorded}\n`);
  if (outcome.kind === 'run') return { status: EXIT.run };
  if (outcome.kind === 'refuse') sayOnStderr(refusalFor(outcome, said, request));
  return outcome.kind === 'refuse' && outcome.signal ? { signal: outcome.signal } : { status: EXIT.refused };
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
