import type { PendingRequest, StoredAnswer } from '../model/approval.ts';
import type { InboxEntry } from '../store/inbox.ts';

/** What is asked at once: one request, or those of one line that came together. Never empty. */
export interface Question {
  /** id of the first request */
  readonly key: string;
  readonly requests: readonly [PendingRequest, ...PendingRequest[]];
  /** somebody waits for the answer; false = it is for the next try */
  readonly waits: boolean;
  /** why it needs no answer any more; absent = it is open */
  readonly past?: 'approved' | 'denied' | 'given-up';
  /** with `approved` and `denied` */
  readonly answer?: StoredAnswer;
}

/** Requests of one line that come within so long are one question. */
const TOGETHER_MS = 3000;

/** Open requests as questions: those that somebody waits for first, then oldest first. */
export function questionsOf(
  entries: readonly InboxEntry[],
  waits: (one: PendingRequest) => boolean,
): readonly Question[] {
  const questions: Question[] = [];
  for (const { request, answer } of entries) {
    if (answer !== undefined) continue;
    const isWaiting = waits(request);
    const at = questions.findIndex((one) => isWaiting && one.waits && isTogether(one.requests[0], request));
    const found = questions[at];
    if (found === undefined) questions.push({ key: request.id, requests: [request], waits: isWaiting });
    else questions[at] = { ...found, requests: [...found.requests, request] };
  }
  return questions.sort((a, b) => Number(b.waits) - Number(a.waits));
}

/** Who was refused and did not come again within so long has given up. */
const GIVEN_UP_MS = 10 * 60_000;

export interface Folded {
  readonly open: readonly Question[];
  /** answered or given up, oldest first */
  readonly old: readonly Question[];
}

/** What still wants an answer, and what is past. */
export function foldedQuestions(
  entries: readonly InboxEntry[],
  waits: (one: PendingRequest) => boolean,
  nowMs: number,
): Folded {
  const isGivenUp = ({ waits: isWaiting, requests: [{ askedMs }] }: Question) =>
    !isWaiting && nowMs - askedMs > GIVEN_UP_MS;
  const unanswered = questionsOf(entries, waits);
  const answered = entries.flatMap(({ request, answer }): Question[] => {
    if (answer === undefined) return [];
    const past = answer.answer === 'no' ? 'denied' : 'approved';
    return [{ key: request.id, requests: [request], waits: false, past, answer }];
  });
  const givenUp = unanswered.filter(isGivenUp).map((one): Question => ({ ...one, past: 'given-up' }));
  const old = [...givenUp, ...answered].sort((a, b) => a.requests[0].askedMs - b.requests[0].askedMs);
  return { open: unanswered.filter((one) => !isGivenUp(one)), old };
}

function isTogether(first: PendingRequest, next: PendingRequest): boolean {
  return first.burst === next.burst && next.askedMs - first.askedMs < TOGETHER_MS;
}

/** Does an answer mean the same as before? */
export function isSameQuestion(a: Question, b: Question): boolean {
  const names = ({ requests }: Question) => requests.map(({ id, asking }) => `${id} ${asking}`).join();
  return names(a) === names(b);
}
