import type { Decision } from '../model/decision.ts';
import type { Outcome, RefusalCause, Settler } from '../model/outcome.ts';
import type { Json } from '../model/request.ts';
import type { Kept } from '../model/undo.ts';
import { PRIVATE_KINDS } from '../redact/kinds.ts';
import { redactJson } from '../redact/redact.ts';
import { adviceFor, approveCommand, type Refusal, shortId } from './advice.ts';
import { headLines, shownCommand } from './command-lines.ts';
import { helpOf } from './help.ts';
import { keptText, notKeptText } from './losses.ts';
import { indented, type Page } from './page.ts';
import type { Paint } from './paint.ts';
import { type RefusedPath, refusedWriteText } from './permits.ts';
import { lowered, printable, sentence, shortened } from './printable.ts';
import { reasonOf } from './reason.ts';

const HEADS: Readonly<Record<RefusalCause, string>> = {
  denied: 'denied',
  syntax: 'not run',
  'said-no': 'not run',
  interrupted: 'not run',
  'nobody-to-ask': 'needs approval, not run',
  timeout: 'nobody answered, not run',
  'no-replacement': 'not run',
  'not-kept': 'could not be kept, not run',
  unsupported: 'not run',
  'not-confined': 'cannot be confined, not run',
  'guard-broken': 'not run',
};

/** Sentence without its end. */
export const NOT_CONFINED = 'It may write to its project alone, and nothing sees to that here (safeshell doctor)';

/** For a person, on stderr: what was refused, by which rule, why, and what to do instead. */
export function refusalText(refusal: Refusal, decision: Decision, page: Page): string {
  const { paint } = page;
  const { decider } = decision;
  const help = helpOf(decision);
  const label = paint.verdict(refusal.cause === 'denied' ? 'deny' : 'require_approval', HEADS[refusal.cause]);
  if (refusal.cause === 'said-no' || refusal.cause === 'interrupted') {
    const rule = decider === undefined ? '' : paint.dim(`  [${decider.rule.id}]`);
    const said = refusal.reason === undefined ? '' : `  "${printable(refusal.reason)}"`;
    return `safeshell: ${label}${rule}${said}\n`;
  }
  const lines = [
    ...headLines({ label, command: shownCommand(decision), tag: decider?.rule.id }, page),
    ...[
      ...reasonOf(decision).map(sentence),
      ...specialReason(refusal),
      ...(help === undefined ? [] : [`instead: ${sentence(help)}`]),
      ...waysToApprove(refusal),
    ].flatMap((line) => indented(line, page)),
  ];
  return `${lines.join('\n')}\n`;
}

/** One line, for where a program draws on the terminal: whatever its lines end with. */
export function heldText({ request }: Refusal, decision: Decision, paint: Paint): string {
  const approve =
    request === undefined ? 'in a terminal of its own' : `${approveCommand(request)}, in another terminal`;
  const label = paint.verdict('require_approval', HEADS['nobody-to-ask']);
  return `safeshell: ${label}  ${shownCommand(decision, 100)}  (a program has this terminal; to run it: ${approve})\r\n`;
}

function specialReason({ cause }: Refusal): readonly string[] {
  if (cause === 'no-replacement') return ['What the rule runs instead cannot take these arguments unchanged'];
  if (cause === 'not-confined') return [NOT_CONFINED, 'By hand: safeshell confine -- COMMAND'];
  if (cause === 'unsupported') return ['The rule redacts what it prints, which cannot be done here'];
  return [];
}

function waysToApprove({ cause, request }: Refusal): readonly string[] {
  return [
    ...(cause === 'nobody-to-ask' ? ['To approve it: run it in the foreground of a terminal'] : []),
    ...(request === undefined ? [] : [`Or, for the next try: ${approveCommand(request)}`]),
  ];
}

/** For an agent: one line, `safeshell: {json}`. Keys are stable. `cwd`: where it was to run. */
export function refusalLine(refusal: Refusal, decision: Decision, cwd?: string): string {
  const { decider, analysis } = decision;
  return machineLine({
    decision: refusal.cause === 'denied' ? 'deny' : decision.verdict,
    cause: refusal.cause,
    command: shortened(analysis.text, 2000),
    rule: decider?.rule.id ?? null,
    reason: reasonOf(decision).join('; '),
    help: helpOf(decision) ?? null,
    said: refusal.reason ?? null,
    request: refusal.request === undefined ? null : shortId(refusal.request),
    approve: refusal.request === undefined ? null : approveCommand(refusal.request),
    retry: false,
    advice: adviceFor(refusal, cwd),
  });
}

/** For an agent, before the command's own output: a person has agreed, no other question follows. */
export function approvedLine(by: Settler, decision: Decision): string {
  const { decider, analysis } = decision;
  return machineLine({
    decision: 'approved',
    by,
    command: shortened(analysis.text, 2000),
    rule: decider?.rule.id ?? null,
    advice: by === 'once' ? 'A person approved this once. It runs now.' : 'A person approved this. It runs now.',
  });
}

/**
 * Before the command's own output: where it comes back from, to a person who was asked and to an agent that would have been; or
 * that it was not kept. Empty for what rules let run and what was kept: nothing shows.
 */
export function keptLine(outcome: Outcome, kept: Kept, forAgent: boolean): string {
  const { record, problem } = kept;
  if (outcome.kind === 'refuse' || outcome.kind === 'asked') return '';
  if (problem !== undefined) {
    const reason = notKeptText(kept);
    return forAgent ? machineLine({ decision: 'allow', kept: null, reason }) : `safeshell: ${lowered(reason)}\n`;
  }
  if (record === undefined || outcome.by === 'rules') return '';
  return forAgent
    ? machineLine({ decision: 'allow', by: outcome.by, kept: keptText(record) })
    : `safeshell: ${keptText(record)}\n`;
}

/** After the command's own output: its wall has refused a write. `home`: of the person */
export function refusedWriteLine(refused: RefusedPath, home: string | undefined, forAgent: boolean): string {
  const text = refusedWriteText(refused, home);
  return forAgent
    ? machineLine({ decision: 'confine', cause: 'refused-write', reason: text })
    : `safeshell: ${lowered(text)}\n`;
}

/** Nothing was judged: the guard itself failed. */
export function brokenLine(command: string, problem: string): string {
  return machineLine({
    decision: 'deny',
    cause: 'guard-broken',
    command: shortened(command, 2000),
    rule: null,
    reason: problem,
    help: null,
    retry: false,
    advice: adviceFor({ kind: 'refuse', cause: 'guard-broken' }),
  });
}

/** The same for a person. */
export function brokenText(argv: readonly string[], problem: string, outcome: 'not run' | 'runs unguarded'): string {
  return `safeshell: ${outcome}  ${shortened(argv.join(' '))}\n  ${brokenReason(problem)}\n`;
}

export function brokenQuestion(argv: readonly string[], problem: string): string {
  return `safeshell: ${shortened(argv.join(' '))}\n  ${brokenReason(problem)}\n  Run it unguarded? [y/N] `;
}

function brokenReason(problem: string): string {
  return `the guard cannot judge it: ${printable(problem)} (safeshell doctor)`;
}

function machineLine(fields: Readonly<Record<string, Json>>): string {
  return `safeshell: ${JSON.stringify(redactJson(fields, { kinds: PRIVATE_KINDS }))}\n`;
}

/** As a shell would say it, which is not there to do so. */
export function notStartedText(program: string, why: string): string {
  return `safeshell: ${printable(program)}: ${printable(why)}\n`;
}

/** Something else runs in its place: said on stderr, so that nobody wonders at the output. */
export function replacementText(decision: Decision, argv: readonly string[], forAgent: boolean, paint: Paint): string {
  const { analysis, decider } = decision;
  const command = argv.join(' ');
  if (!forAgent) {
    const rule = decider === undefined ? '' : paint.dim(`  [${decider.rule.id}]`);
    return `safeshell: ${paint.verdict('redirect', 'runs instead')}  ${shortened(command)}${rule}\n`;
  }
  return machineLine({
    decision: 'redirect',
    command: shortened(analysis.text, 2000),
    rule: decider?.rule.id ?? null,
    ran: shortened(command, 2000),
    reason: reasonOf(decision).join('; '),
  });
}
