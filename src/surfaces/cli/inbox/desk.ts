import { createHeldAnswers } from '../../../approvals/held-answers.ts';
import { questionsOf } from '../../../approvals/question.ts';
import type { GivenAnswer } from '../../../model/approval.ts';
import type { AnswerMessage, AnswerResult, PageState, UndoMessage, UndoResult } from '../../../model/inbox-page.ts';
import { type Inbox, openInbox } from '../../../store/inbox.ts';
import type { Layout } from '../../../store/layout.ts';
import { isWaiting } from '../../../store/watchers.ts';
import { printable } from '../../../text/printable.ts';
import { latestEvents } from './events.ts';
import { seenOf, viewOf } from './page-state.ts';

/** The actions of the page, independent of HTTP. */
export interface Desk {
  state(): PageState;
  answer(message: AnswerMessage): AnswerResult;
  undo(message: UndoMessage): UndoResult;
  /** lines of the trace; undefined = there is no such question */
  trace(id: string): readonly string[] | undefined;
  /** Hands on what was held long enough. */
  tick(): void;
  /** Hands on what is held. */
  end(): void;
}

const WHO = { who: 'web' };

/** Throws what node:fs throws where the inbox cannot be made. */
export function createDesk(layout: Layout): Desk {
  const inbox = openInbox(layout.state.inbox);
  const held = createHeldAnswers({ inbox });
  const events = latestEvents(layout);
  return {
    state: () => viewOf(inbox, held, events.look()).state,
    answer(message) {
      const { open } = viewOf(inbox, held, []);
      const question = open.find(({ key }) => key === message.key);
      if (question === undefined) return 'before';
      const isPossible = message.answer !== 'always' || question.requests.every(({ always }) => always !== undefined);
      if (seenOf(question) !== message.seen || !isPossible) return 'changed';
      return held.give(question, givenBy(message));
    },
    undo: ({ key, atMs }) => ((atMs === undefined ? held.undo(key) : inbox.withdraw(key, atMs)) ? 'undone' : 'fetched'),
    trace: (id) => traceOf(id, inbox),
    tick: () => held.deliver(),
    end: () => held.deliver(true),
  };
}

function givenBy({ answer, minutes, reason }: AnswerMessage): GivenAnswer {
  return {
    answer,
    ...(minutes !== undefined && { untilMs: Date.now() + minutes * 60_000 }),
    ...(reason !== undefined && { reason }),
    ...WHO,
  };
}

/** Characters, of all questions of a line. */
const MAX_TRACE = 50_000;

function traceOf(key: string, inbox: Inbox): readonly string[] | undefined {
  const question = questionsOf(inbox.list(), isWaiting).find((one) => one.key === key);
  const alone = inbox.find(key);
  const requests = question?.requests ?? (alone === undefined ? [] : [alone]);
  const text = requests.map(({ explain }) => explain).join('\n\n');
  return requests.length === 0 ? undefined : text.slice(0, MAX_TRACE).split('\n').map(printable);
}
