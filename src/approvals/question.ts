import type { PendingRequest } from '../model/approval.ts';
import type { InboxEntry } from '../store/inbox.ts';

/** What is asked at once: one request, or those of one line that came together. Never empty. */
export interface Question {
  /** id of the first request */
  readonly key: string;
  readonly requests: readonly [PendingRequest, ...PendingRequest[]];
  /** somebody waits for the answer; false = it is for the next try */
  readonly waits: boolean;
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

function isTogether(first: PendingRequest, next: PendingRequest): boolean {
  return first.burst === next.burst && next.askedMs - first.askedMs < TOGETHER_MS;
}

/** Does an answer mean the same as before? */
export function isSameQuestion(a: Question, b: Question): boolean {
  const names = ({ requests }: Question) => requests.map(({ id, asking }) => `${id} ${asking}`).join();
  return names(a) === names(b);
}
