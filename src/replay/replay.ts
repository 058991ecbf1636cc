import type { ReplayCounter } from '../report/replay.ts';
import { callsIn, type OwnedCall, type SessionFile, type Unread } from '../transcripts/sessions.ts';
import type { Judged } from './judge-recorded.ts';

export interface Replaying {
  readonly files: readonly SessionFile[];
  readonly judge: (owned: OwnedCall) => Judged | undefined;
  readonly counter: ReplayCounter;
  readonly unread: Unread;
  /** calls that were made earlier do not count; epoch, ms */
  readonly sinceMs?: number | undefined;
  /** called now and then: how many files were begun, and calls judged */
  tell?(files: number, calls: number): void;
}

/** Ids that a model on a person's own machine numbers (`call_1`) come again and again. */
const MIN_ID = 16;
const TELL_EACH = 500;

/** Every call of the files once, judged and counted. */
export function replay({ files, judge, counter, unread, sinceMs = Number.NEGATIVE_INFINITY, tell }: Replaying): void {
  const seen = new Set<string>();
  let calls = 0;
  for (const [index, file] of files.entries()) {
    tell?.(index, calls);
    for (const owned of callsIn(file, unread)) {
      const { agent, call } = owned;
      if (call.at !== undefined && call.at < sinceMs) continue;
      if (call.id.length >= MIN_ID) {
        const id = `${agent} ${call.id}`;
        if (seen.has(id)) continue;
        seen.add(id);
      }
      const judged = judge(owned);
      if (judged === undefined) unread.call(file.path);
      else counter.add(agent, call, judged);
      if (++calls % TELL_EACH === 0) tell?.(index, calls);
    }
  }
}
