import type { GivenAnswer, PendingRequest, StoredAnswer } from '../model/approval.ts';
import type { Actor, JsonObject } from '../model/request.ts';
import { shQuote } from '../util/sh-quote.ts';
import { shortId } from './advice.ts';
import type { Paint } from './paint.ts';
import { printable, sentence, shortened } from './printable.ts';
import { alwaysText } from './question.ts';

/** Who wants it, as the end of a line: `an agent: started by ..` */
export function askerText({ actor, how }: { readonly actor: Actor; readonly how?: string | undefined }): string {
  if (actor !== 'ai') return 'a person';
  return how === undefined ? 'an agent' : `an agent: ${shortened(how, 100)}`;
}

/** One question on one line. */
export function requestLine(request: PendingRequest, paint: Paint): string {
  const { id, what, rule, cwd } = request;
  const by = rule === undefined ? '' : paint.dim(`  [${printable(rule)}]`);
  return `${paint.strong(shortId(id))}  ${shortened(what, 120)}${by}  ${paint.dim(`${printable(cwd)}, ${askerText(request)}`)}`;
}

/** All that a person has to know before the answer; one fact a line. */
export function requestText(request: PendingRequest, paint: Paint, showsAlways = false): string {
  const { id, what, runs, rule, severity, reasons, help, cwd, always } = request;
  const by =
    rule === undefined
      ? ''
      : paint.dim(`  [${printable(rule)}${severity === undefined ? '' : `, ${printable(severity)}`}]`);
  return [
    `${paint.verdict('require_approval', 'approve?')}  ${paint.strong(shortened(what, 2000))}${by}`,
    ...reasons.map((reason) => `  ${sentence(reason)}`),
    ...(help === undefined ? [] : [`  instead: ${sentence(help)}`]),
    ...(runs === undefined ? [] : [`  runs: ${shortened(runs, 2000)}`]),
    ...(always === undefined || !showsAlways
      ? []
      : [alwaysText(always.items, always.file, { paint, columns: Number.POSITIVE_INFINITY, rows: 0 }).trimEnd()]),
    paint.dim(`  id ${shortId(id)}, in ${printable(cwd)}, asked by ${askerText(request)}`),
  ].join('\n');
}

/** Names a question, and this time that it is asked. Fits into the 64 bytes of a button of Telegram. */
export function remoteTag({ id, asking = '0' }: PendingRequest): string {
  return `${shortId(id)}-${asking.slice(0, 12)}`;
}

/** Longest message of Telegram is 4096. */
const MAX_MESSAGE = 3500;

/** The same as a message; its tag is last, so that a reply can be told. */
export function remoteQuestion(request: PendingRequest): string {
  const { what, runs, rule, reasons, cwd } = request;
  const lines = [
    'safeshell: approve?',
    shortened(what, 1500),
    ...(runs === undefined ? [] : [`runs: ${shortened(runs, 500)}`]),
    ...reasons.map((reason) => shortened(reason, 300)).slice(0, 5),
    ...(rule === undefined ? [] : [`rule: ${printable(rule)}`]),
    `in ${shortened(cwd, 200)}, by ${askerText(request)}`,
    `Approve: ${coverageText(request, { answer: 'once' })}.`,
    'Reply to deny with a reason.',
  ];
  return `${lines.join('\n').slice(0, MAX_MESSAGE)}\n[${remoteTag(request)}]`;
}

export function remoteDetails({ explain, help }: PendingRequest): string {
  const safer = help === undefined ? '' : `instead: ${sentence(help)}\n`;
  const lines = explain.split('\n').map((line) => printable(line));
  return `${safer}${lines.join('\n')}`.slice(0, MAX_MESSAGE);
}

/** What to do with `add rule: allow npm install`; undefined = the reply is none. Rules are accepted at the machine alone. */
export function ruleProposal(reply: string): string | undefined {
  const sentence = /^\s*-?\s*add rule:\s*(\S.*)$/is.exec(reply)?.[1]?.trim();
  if (sentence === undefined) return undefined;
  const word = shQuote(sentence.replace(/\s+/g, ' '));
  return `Not answered yet. To see that rule and accept it, on the machine: safeshell rules add ${printable(word)}`;
}

interface Listed {
  readonly requests: readonly PendingRequest[];
  readonly waits: boolean;
  readonly past?: 'approved' | 'denied' | 'given-up';
  readonly answer?: StoredAnswer;
}

interface ListStyle {
  /** past ones are listed too */
  readonly hasOld: boolean;
  readonly paint: Paint;
}

/** What a person may answer now; what is past on one line, or each. */
export function openListText(
  { open, old }: { readonly open: readonly Listed[]; readonly old: readonly Listed[] },
  { hasOld, paint }: ListStyle,
): string {
  if (open.length + old.length === 0) return NOTHING_PENDING;
  const lines = [...open, ...(hasOld ? old : [])].flatMap(({ requests, waits, past, answer }) => {
    const state = waits ? 'waits' : (past ?? 'open');
    return requests.flatMap((request) => [
      `${state.padEnd(past === undefined ? 6 : 8)}  ${requestLine(request, paint)}`,
      ...(past === 'approved' && answer ? [paint.dim(`          ${coverageText(request, answer)}`)] : []),
    ]);
  });
  const fold = `${old.length} older, answered or given up: safeshell inbox --all`;
  return [
    ...(open.length === 0 ? [NOTHING_PENDING] : []),
    ...lines,
    ...(old.length === 0 || hasOld ? [] : [paint.dim(fold)]),
    ...(lines.length === 0 ? [] : [paint.dim(`safeshell approve ID | safeshell deny ID --reason TEXT\n${HOW_FAR}`)]),
  ].join('\n');
}

export const NOTHING_PENDING = 'No command is waiting for approval.';

const HOW_FAR =
  'An approval is for exactly that command in that folder, once, within ten minutes, in any session of yours. Options: --minutes N, --session (this session only), --always';

/** What an approval covers: what, where, how often, how long, and in which sessions. A sentence without its end. */
export function coverageText(
  { door, cwd, session, always, dialog }: PendingRequest,
  { answer, untilMs }: Pick<GivenAnswer, 'answer' | 'untilMs'>,
): string {
  const only = `in session ${printable(session)} only`;
  if (door === 'mcp') return `Exactly these steps, until the session ends, ${only}`;
  if (door === 'wall') return `This place on the network, until the agent ends, ${only}`;
  const what = `Exactly this command in ${printable(cwd)}`;
  switch (answer) {
    case 'minutes':
      return `${what}, as often as it is tried until ${clock(untilMs ?? 0)}, in any session of yours`;
    case 'session':
      return `${what}, as often as it is tried, ${only}`;
    case 'always':
      return `Exactly this command, from now on, where the exception in ${printable(always?.file ?? '')} says`;
    default:
      return dialog ? `${what}, for this dialog only` : `${what}, once, within ten minutes, in any session of yours`;
  }
}

/** Local time of day. */
function clock(ms: number): string {
  return new Date(ms).toTimeString().slice(0, 'hh:mm'.length);
}

/** What comes of an answer. */
export function answeredText(given: GivenAnswer, request: PendingRequest, waits: boolean): string {
  if (given.answer === 'no') return 'Denied.';
  return `Approved. ${coverageText(request, given)}. ${waits ? 'It runs now.' : 'It runs when it is tried again.'}`;
}

/** The `--json` form of a question; names are stable, see docs/approvals.md. */
export function requestJson(request: PendingRequest, waiting: boolean, answer: StoredAnswer | undefined): JsonObject {
  const { id, askedMs, actor, how, session, door, cwd, what, runs, rule, severity, reasons, help, burst } = request;
  return {
    id,
    short: shortId(id),
    asked: new Date(askedMs).toISOString(),
    waiting,
    denied: answer?.answer === 'no',
    actor,
    how: how ?? null,
    session,
    door,
    cwd,
    command: what,
    runs: runs ?? null,
    rule: rule ?? null,
    severity: severity ?? null,
    reasons,
    help: help ?? null,
    burst,
    always: request.always === undefined ? null : { file: request.always.file, items: request.always.items },
  };
}
