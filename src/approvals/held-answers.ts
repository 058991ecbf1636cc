import type { GivenAnswer } from '../model/approval.ts';
import type { Inbox } from '../store/inbox.ts';
import type { Question } from './question.ts';

export interface HeldAnswer {
  readonly question: Question;
  readonly given: GivenAnswer;
  /** handed on then */
  readonly untilMs: number;
}

/** Answers between a person and the inbox: held for a moment, in which they can be taken back. */
export interface HeldAnswers {
  /** Nobody waits: it is handed on at once. `before`: it has an answer already. */
  give(question: Question, given: GivenAnswer): 'held' | 'given' | 'before';
  /** what joins one of these questions is a question of its own */
  list(): readonly HeldAnswer[];
  /** false = it is not held any more */
  undo(key: string): boolean;
  /** Hands on those whose time is over, or all of them. What was answered elsewhere meanwhile keeps that answer. */
  deliver(isEnd?: boolean): void;
}

export interface HoldingOptions {
  readonly inbox: Inbox;
  readonly now?: () => number;
}

/** Long enough to see a slip, short enough not to be waited for. */
const HOLD_MS = 3000;
/** Who waits needs this to fetch the answer before giving up. */
const FETCH_MS = 1000;

export function createHeldAnswers({ inbox, now = Date.now }: HoldingOptions): HeldAnswers {
  const held = new Map<string, HeldAnswer>();
  const handOn = ({ question, given }: HeldAnswer) => {
    // a yes follows a no in the inbox, and an answer without its question would be for the next that asks the same
    const open = new Set(inbox.list().flatMap(({ request, answer }) => (answer === undefined ? [request.id] : [])));
    return question.requests.filter((one) => open.has(one.id) && isFirst(() => inbox.answer(one, given))).length;
  };
  return {
    give(question, given) {
      if (held.has(question.key)) return 'before';
      const untilMs = Math.min(now() + HOLD_MS, ...question.requests.map(({ waiter }) => latest(waiter?.untilMs)));
      const one = { question, given, untilMs };
      if (!question.waits || untilMs <= now()) return handOn(one) > 0 ? 'given' : 'before';
      held.set(question.key, one);
      return 'held';
    },
    list: () => [...held.values()],
    undo: (key) => held.delete(key),
    deliver(isEnd = false) {
      for (const [key, one] of held) {
        if (!isEnd && one.untilMs > now()) continue;
        held.delete(key);
        handOn(one);
      }
    },
  };
}

function latest(untilMs: number | undefined): number {
  return untilMs === undefined ? Number.POSITIVE_INFINITY : untilMs - FETCH_MS;
}

function isFirst(answer: () => boolean): boolean {
  try {
    return answer();
  } catch {
    return false;
  }
}
