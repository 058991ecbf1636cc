import { foldedQuestions } from '../../../approvals/question.ts';
import { EXIT } from '../../../model/errors.ts';
import { type Inbox, openInbox } from '../../../store/inbox.ts';
import { layoutOf } from '../../../store/layout.ts';
import { isWaiting } from '../../../store/watchers.ts';
import { openListText, requestJson } from '../../../text/approval.ts';
import type { CliContext } from '../context.ts';

export function inboxOf({ env }: CliContext): Inbox {
  return openInbox(layoutOf(env).state.inbox);
}

interface Options {
  readonly all?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** What is open, and what was denied; older ones are folded into a line unless `all`. Exit status. */
export function listInbox({ all, json }: Options, context: CliContext): number {
  const { out, paint } = context;
  const entries = inboxOf(context).list();
  if (json) {
    const open = entries.filter(({ answer }) => answer === undefined || answer.answer === 'no');
    out(JSON.stringify(open.map(({ request, answer }) => requestJson(request, isWaiting(request), answer))));
    return EXIT.ok;
  }
  const questions = foldedQuestions(entries, isWaiting, Date.now());
  out(openListText(questions, { hasOld: all === true, paint }));
  return EXIT.ok;
}
