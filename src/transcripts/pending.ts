import type { RecordedCall } from './transcript.ts';

/** What became of a call. */
export type Ending = Pick<RecordedCall, 'fate' | 'wasAsked'>;

/** Calls whose end is still to come, by their ids. */
export interface Pending {
  add(call: RecordedCall): void;
  has(id: string): boolean;
  /** something about one that is pending still */
  tell(id: string, ending: Ending): void;
  /** the call with how it ended, and those that are given up; what was told before counts */
  settle(id: string, ending: Ending): readonly RecordedCall[];
  /** the rest */
  drain(): readonly RecordedCall[];
}

/** A file can begin any number of calls and end none: the oldest are given up, as they are. */
const MAX_PENDING = 2000;

export function createPending(): Pending {
  const calls = new Map<string, RecordedCall>();
  const givenUp: RecordedCall[] = [];
  return {
    add(call) {
      calls.set(call.id, call);
      const [oldest] = calls.size > MAX_PENDING ? calls.values() : [];
      if (oldest === undefined) return;
      calls.delete(oldest.id);
      givenUp.push(oldest);
    },
    has: (id) => calls.has(id),
    tell(id, ending) {
      const call = calls.get(id);
      if (call !== undefined) calls.set(id, { ...ending, ...call });
    },
    settle(id, ending) {
      const call = calls.get(id);
      calls.delete(id);
      return [...givenUp.splice(0), ...(call === undefined ? [] : [{ ...ending, ...call }])];
    },
    drain() {
      const all = [...givenUp.splice(0), ...calls.values()];
      calls.clear();
      return all;
    },
  };
}
