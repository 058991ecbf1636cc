import { outcomeWord, questionOf } from './outcome-word.ts';
import type { OutcomeRecord } from './record.ts';

/** What somebody wanted to do, as it is on record. */
export type AskedBefore = Pick<OutcomeRecord, 'action' | 'actor' | 'cwd'>;

/** What people said yes to: the same words, of the same actor, in the same folder. */
export interface Habit extends AskedBefore {
  readonly times: number;
  /** the first yes and the latest, ISO 8601 */
  readonly first: string;
  readonly latest: string;
  /** where they said it: `prompt`, `monitor`, `cli` .. */
  readonly by: readonly string[];
}

/** Different requests that are kept: more of them are no habit. */
const MAX_HABITS = 5000;

interface Noted extends AskedBefore {
  times: number;
  first: string;
  latest: string;
  readonly by: Set<string>;
}

/** Listens to records one by one, in any order, and tells what people said yes to, most often first. */
export function createHabits() {
  const noted = new Map<string, Noted>();
  return {
    add(record: OutcomeRecord): void {
      if (record.outcome.kind !== 'run' || questionOf(record) !== 'approved') return;
      const { action, actor, cwd, time, outcome } = record;
      const key = askedKey(record);
      const known = noted.get(key);
      if (known === undefined && noted.size === MAX_HABITS) return;
      const one = known ?? { action, actor, cwd, times: 0, first: time, latest: time, by: new Set() };
      noted.set(key, one);
      one.times++;
      if (time < one.first) one.first = time;
      if (time > one.latest) one.latest = time;
      one.by.add(outcome.who ?? 'prompt');
    },
    habits(): readonly Habit[] {
      return [...noted.values()].map(({ by, ...one }) => ({ ...one, by: [...by] })).sort((a, b) => b.times - a.times);
    },
  };
}

/** Two requests with the same key are the same. */
export function askedKey({ action, actor, cwd }: AskedBefore): string {
  return JSON.stringify([action, actor, cwd]);
}

/** A rule or a person was against it; where somebody broke the question off, that was no yes either. */
export function wasRefused(record: Pick<OutcomeRecord, 'outcome'>): boolean {
  const word = outcomeWord(record);
  return word === 'denied' || word === 'said-no' || record.outcome.cause === 'interrupted';
}
