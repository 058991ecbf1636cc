import type { Agreement, StoredAnswer } from '../model/approval.ts';
import type { Inbox } from '../store/inbox.ts';
import type { Said } from './asker.ts';
import { createSessionApprovals } from './session-approvals.ts';

/** What a person has agreed to before it is asked. */
export interface Approvals {
  /** A yes that covers it; one for once is used up. `earlier`: it holds on. Never throws. */
  take(agreement: Agreement): Said | 'earlier' | undefined;
  /** It holds for the rest of this session. Throws what node:fs throws where state cannot be written. */
  add(agreement: Agreement): void;
}

export interface ApprovalsOptions {
  readonly inbox: Inbox;
  readonly session: string;
  /** folder of the session */
  readonly folder: string;
}

export function createApprovals({ inbox, session, folder }: ApprovalsOptions): Approvals {
  const ofSession = createSessionApprovals(folder);
  return {
    take(agreement) {
      if (ofSession.has(agreement)) return 'earlier';
      const answer = inbox.take({ ...agreement, session });
      if (answer === undefined || answer.answer === 'no') return undefined; // who asks hears the no
      return answer.answer === 'minutes' ? 'earlier' : saidBy(answer);
    },
    add: ofSession.add,
  };
}

export function saidBy({ answer, who, untilMs, reason }: StoredAnswer): Said {
  return { answer, who, ...(untilMs !== undefined && { untilMs }), ...(reason !== undefined && { reason }) };
}
