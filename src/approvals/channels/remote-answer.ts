import { MAX_MINUTES } from '../../model/approval.ts';
import type { Said } from '../../settle/asker.ts';

/** Longest text that a person sends an agent, in UTF-16 units. */
export const MAX_REASON = 500;
const MAX_WHO = 60;

export interface RemoteAnswer {
  readonly answer: string;
  readonly minutes?: number | undefined;
  readonly reason?: string | undefined;
  readonly who: string;
}

/** What came over the wire, if it is one of the answers that may: `always` writes rules and is for who sits at the machine. */
export function remoteAnswer({ answer, minutes, reason, who }: RemoteAnswer): Said | undefined {
  const by = { who: who.replace(/[^\w@:. -]/g, '').slice(0, MAX_WHO) };
  const text = reason?.trim().slice(0, MAX_REASON);
  switch (answer) {
    case 'yes':
    case 'once':
      return { answer: 'once', ...by };
    case 'session':
      return { answer: 'session', ...by };
    case 'minutes':
      return minutes !== undefined && minutes > 0 && minutes <= MAX_MINUTES
        ? { answer: 'minutes', untilMs: Date.now() + minutes * 60_000, ...by }
        : undefined;
    case 'no':
      return { answer: 'no', ...by, ...(text && { reason: text }) };
    default:
      return undefined;
  }
}
