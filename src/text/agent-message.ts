import type { Decision } from '../model/decision.ts';
import type { Outcome, RefusalCause } from '../model/outcome.ts';
import type { Kept } from '../model/undo.ts';
import { shLine } from '../util/sh-quote.ts';
import { adviceFor, type Refusal } from './advice.ts';
import { helpOf } from './help.ts';
import { keptText, notKeptText } from './losses.ts';
import { type RefusedPath, refusedWriteText } from './permits.ts';
import { lowered, printable, sentence, shortened } from './printable.ts';
import { reasonOf } from './reason.ts';
import { NOT_CONFINED } from './refusal.ts';
import { MAY_WRITE } from './wall.ts';

const HEADS: Readonly<Partial<Record<RefusalCause, string>>> = {
  'nobody-to-ask': 'not run',
  timeout: 'not run',
  'not-kept': 'not run',
  syntax: 'not run',
  'guard-broken': 'not run',
  'not-confined': 'not run',
};

const UNSUPPORTED = 'A rule masks what it prints or is handed, and that cannot be done here.';

/** What was to run, and where. */
export interface RefusedCall {
  readonly what: string;
  readonly cwd: string;
}

/**
 * One line for an agent: what was refused, by which rule, why, what to do instead, and that a retry is no use. `masked`: a line
 * that does the same with its output masked.
 */
export function agentRefusal(
  { what, cwd }: RefusedCall,
  refusal: Refusal,
  decision: Decision,
  masked?: string,
): string {
  const { replacement } = decision;
  const help = helpOf(decision);
  const isMaskable = masked !== undefined;
  return joined([
    `safeshell: ${HEADS[refusal.cause] ?? 'refused'}: ${shown(what)}${ruleOf(decision)}`,
    ...reasonOf(decision).map(sentence),
    refusal.cause === 'unsupported' && UNSUPPORTED,
    refusal.cause === 'not-confined' && sentence(NOT_CONFINED),
    isMaskable && `Run this instead: ${printable(masked)}`,
    replacement && `Run this instead: ${printable(shLine(replacement.argv))}`,
    help && `Instead: ${sentence(help)}`,
    !isMaskable && adviceFor(refusal, cwd),
  ]);
}

/** Shown in the agent's own dialog, to a person. `kept`: the record of what it destroys. */
export function dialogQuestion(what: string, decision: Decision, kept?: number): string {
  const help = helpOf(decision);
  return joined([
    `safeshell asks: ${shown(what)}${ruleOf(decision)}`,
    ...reasonOf(decision).map(sentence),
    kept !== undefined && `What it destroys is ${sentence(keptText(kept))}`,
    help && `Safer: ${sentence(help)}`,
  ]);
}

/** Something else runs in its place. */
export function agentReplacement(line: string, decision: Decision): string {
  return joined([`safeshell: runs instead: ${shown(line)}${ruleOf(decision)}`, ...reasonOf(decision).map(sentence)]);
}

/** The same line runs, in the shell that confines it. */
export function agentConfined(what: string, decision: Decision): string {
  return joined([`safeshell: runs confined: ${shown(what)}${ruleOf(decision)}`, `It ${MAY_WRITE}`]);
}

/** After it has ended: a wall has refused what it wanted to write. */
export function agentRefusedWrite(refused: RefusedPath, home: string | undefined): string {
  return `safeshell: ${lowered(refusedWriteText(refused, home))}`;
}

/** A tool is handed the same with secrets and personal data masked. */
export function agentMasked(what: string, decision: Decision): string {
  return joined([
    `safeshell: masked in what it is handed: ${shown(what)}${ruleOf(decision)}`,
    ...reasonOf(decision).map(sentence),
  ]);
}

/** Said once in a session, to whoever reads it. */
export function agentUnrecorded(problem: string): string {
  return joined([
    `safeshell: what runs here is not recorded: ${printable(problem)}`,
    '`safeshell doctor` shows the fix.',
  ]);
}

/** For a call that runs: the way to bring back what it destroys, or that there is none. undefined for what was kept and rules alone let run. */
export function agentKept(outcome: Outcome, kept: Kept): string | undefined {
  if (outcome.kind === 'refuse') return undefined;
  if (kept.problem !== undefined) return joined([`safeshell: ${lowered(notKeptText(kept))}`]);
  const by = outcome.kind === 'asked' ? 'once' : outcome.by;
  if (kept.record === undefined || by === 'rules') return undefined;
  const why = by === 'kept' ? 'nobody was asked, as what it destroys was' : 'what it destroys was';
  return joined([`safeshell: ${why} ${keptText(kept.record)}`]);
}

/** Nothing was judged. */
export function agentBroken(problem: string): string {
  return joined([`safeshell: not run: ${printable(problem)}`, adviceFor({ kind: 'refuse', cause: 'guard-broken' })]);
}

/** Beside an answer, for the person: rule files have errors. `problems`: a line for each, or one that sums them up and then those. */
export function agentRulesNote(problems: string): string {
  const first = problems.split('\n', 1)[0] ?? '';
  return `safeshell: the rules in force are not what the files say: ${printable(first)}. Tell the user (safeshell lint).`;
}

function shown(what: string): string {
  return `\`${shortened(what)}\``;
}

function ruleOf({ decider }: Decision): string {
  return decider === undefined ? '' : ` [${decider.rule.id}]`;
}

/** Sentences of rule files end as their authors like. */
function joined(parts: readonly (string | undefined | false | '')[]): string {
  return parts
    .filter((part): part is string => Boolean(part))
    .map((part) => (/[.!?]$/.test(part) ? part : `${part}.`))
    .join(' ');
}
