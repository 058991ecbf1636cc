import type { HeldAnswer, HeldAnswers } from '../../../approvals/held-answers.ts';
import { type Question, questionsOf } from '../../../approvals/question.ts';
import type { PendingRequest, StoredAnswer } from '../../../model/approval.ts';
import type { PageAnswer, PageCommand, PageEvent, PageQuestion, PageState, Pieces } from '../../../model/inbox-page.ts';
import { type Inbox, lifeMs } from '../../../store/inbox.ts';
import { sha256 } from '../../../store/sha256.ts';
import { isWaiting } from '../../../store/watchers.ts';
import { askerText, coverageText } from '../../../text/approval.ts';
import { leftOutText } from '../../../text/inbox-page.ts';
import { printable, printablePieces, sentence, withoutSecrets } from '../../../text/printable.ts';

export interface InboxView {
  /** those that are open and not answered on the page */
  readonly open: readonly Question[];
  readonly state: PageState;
}

/** More are counted, not shown. */
const MAX_QUESTIONS = 50;
/** Characters of a text of strangers. */
const MAX_TEXT = 8000;

export function viewOf(inbox: Inbox, held: HeldAnswers, events: readonly PageEvent[]): InboxView {
  const entries = inbox.list();
  const openIds = new Set(entries.flatMap(({ request, answer }) => (answer === undefined ? [request.id] : [])));
  const kept = held.list().filter(({ question }) => question.requests.some(({ id }) => openIds.has(id)));
  const keptIds = new Set(kept.flatMap(({ question }) => question.requests.map(({ id }) => id)));
  const open = questionsOf(
    entries.filter(({ request }) => !keptIds.has(request.id)),
    isWaiting,
  );
  const shown = [...kept.map((one) => pageQuestion(one.question, one)), ...open.map((one) => pageQuestion(one))]
    .sort((a, b) => Number(isForLater(a)) - Number(isForLater(b)) || a.askedMs - b.askedMs)
    .slice(0, MAX_QUESTIONS);
  const answers = entries.flatMap(({ request, answer }) => (answer === undefined ? [] : [pageAnswer(request, answer)]));
  const more = open.length + kept.length - shown.length;
  return { open, state: { questions: shown, more, answers: answers.sort((a, b) => b.atMs - a.atMs), events } };
}

/** Names what is asked, this time. */
export function seenOf({ requests }: Question): string {
  return sha256(requests.map(({ id, asking }) => `${id} ${asking}`).join()).slice(0, 16);
}

function isForLater({ waitsUntilMs }: PageQuestion): boolean {
  return waitsUntilMs === undefined;
}

function pageQuestion(question: Question, held?: HeldAnswer): PageQuestion {
  const { requests, waits, key } = question;
  const [first] = requests;
  const always = requests.map((one) => one.always);
  const texts = (of: (one: PendingRequest) => readonly string[]) => [...new Set(requests.flatMap(of).map(sentence))];
  return {
    key,
    seen: seenOf(question),
    askedMs: first.askedMs,
    ...(waits && { waitsUntilMs: Math.min(...requests.flatMap(({ waiter }) => waiter?.untilMs ?? [])) }),
    commands: requests.map(pageCommand),
    cwd: pieces(first.cwd),
    asker: askerText(first),
    covers: coverageText(first, { answer: 'once' }),
    ...(first.rule !== undefined && {
      rule: [...new Set(requests.map(({ rule }) => printable(rule ?? '')))].join(', '),
    }),
    ...(first.severity !== undefined && { severity: printable(first.severity) }),
    reasons: texts(({ reasons }) => reasons),
    help: texts(({ help }) => (help === undefined ? [] : [help])),
    ...(always.every((one) => one !== undefined) && {
      always: always.flatMap(({ file, items }) => [printable(file), ...items.map(printable)]),
    }),
    ...(held !== undefined && { held: heldOf(held) }),
  };
}

function heldOf({ given, untilMs }: HeldAnswer): NonNullable<PageQuestion['held']> {
  return { answer: given.answer, untilMs, ...(given.reason !== undefined && { reason: printable(given.reason) }) };
}

function pageCommand({ what, runs }: PendingRequest): PageCommand {
  return { what: pieces(what), ...(runs !== undefined && { runs: pieces(runs) }) };
}

function pageAnswer(request: PendingRequest, stored: StoredAnswer): PageAnswer {
  const { answer, reason, who, atMs } = stored;
  return {
    id: request.id,
    atMs,
    answer,
    ...(reason !== undefined && { reason: printable(reason) }),
    who: printable(who),
    untilMs: atMs + lifeMs(stored),
    what: pieces(request.what),
  };
}

/** What has no room is never silently missing from what a person agrees to: the middle gives way, and says so. */
export function pieces(text: string, limit = MAX_TEXT): Pieces {
  const chars = [...withoutSecrets(text)]; // before the cut: half a secret is not known for one
  if (chars.length <= limit) return printablePieces(text);
  const half = Math.floor(limit / 2);
  const [head, tail] = [chars.slice(0, half), chars.slice(-half)].map((part) => printablePieces(part.join('')));
  return [...(head ?? []), leftOutText(chars.length - 2 * half), ...(tail ?? [])];
}
