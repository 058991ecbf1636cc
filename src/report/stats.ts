import { type OutcomeWord, outcomeWord, questionOf } from './outcome-word.ts';
import type { OutcomeRecord } from './record.ts';

/** What one rule did. Field names are those of `log stats --json`. */
export interface RuleStats {
  readonly rule: string;
  /** requests that it matched */
  readonly hits: number;
  /** of these, those that it decided */
  readonly decided: number;
  readonly denied: number;
  /** questions that it put to people, and what became of them; of some nobody knows */
  readonly asks: number;
  readonly approved: number;
  readonly declined: number;
  readonly unanswered: number;
  /** median time to an answer, ms; null = nobody answered */
  readonly answer_ms: number | null;
  /** last hit, ISO 8601 */
  readonly last: string;
}

export interface Stats {
  readonly records: number;
  /** first and last, ISO 8601; null = there are no records */
  readonly from: string | null;
  readonly to: string | null;
  readonly outcomes: Readonly<Partial<Record<OutcomeWord, number>>>;
  readonly actors: Readonly<Record<string, number>>;
  readonly doors: Readonly<Record<string, number>>;
  readonly agents: Readonly<Record<string, number>>;
  readonly sessions: number;
  /** by day, UTC, ascending; days without records are left out */
  readonly days: readonly { readonly day: string; readonly outcomes: Readonly<Partial<Record<OutcomeWord, number>>> }[];
  /** noisy ones first: most questions that were answered yes, then most questions, then most hits */
  readonly rules: readonly RuleStats[];
}

type Counts = Record<string, number>;

interface RuleCounts {
  hits: number;
  decided: number;
  denied: number;
  asks: number;
  approved: number;
  declined: number;
  unanswered: number;
  last: string;
  readonly answersMs: number[];
}

/** Counts records one by one, in any order; keeps none of them. */
export function createCounter() {
  let records = 0;
  let from: string | null = null;
  let to: string | null = null;
  const [outcomes, actors, doors, agents] = [noCounts(), noCounts(), noCounts(), noCounts()];
  const sessions = new Set<string>();
  const days = new Map<string, Counts>();
  const rules = new Map<string, RuleCounts>();
  return {
    add(record: OutcomeRecord): void {
      const word = outcomeWord(record);
      records++;
      from = from === null || record.time < from ? record.time : from;
      to = to === null || record.time > to ? record.time : to;
      count(outcomes, word);
      count(actors, record.actor);
      count(doors, record.door);
      if (record.agent !== undefined) count(agents, record.agent);
      if (record.session !== undefined) sessions.add(record.session);
      count(entryOf(days, record.time.slice(0, 10), noCounts), word);
      countRules(rules, record);
    },
    stats(): Stats {
      const sorted = [...days].sort(([a], [b]) => (a < b ? -1 : 1));
      return {
        records,
        from,
        to,
        outcomes,
        actors,
        doors,
        agents,
        sessions: sessions.size,
        days: sorted.map(([day, counts]) => ({ day, outcomes: counts })),
        rules: [...rules].map(([rule, counts]) => ruleStats(rule, counts)).sort(noisyFirst),
      };
    },
  };
}

function countRules(rules: Map<string, RuleCounts>, record: OutcomeRecord): void {
  const matched = new Set([...(record.rules ?? []), ...(record.rule === undefined ? [] : [record.rule])]);
  for (const id of matched) {
    const rule = entryOf(rules, id, freshCounts);
    rule.hits++;
    if (record.time > rule.last) rule.last = record.time;
    if (id === record.rule) countDecided(rule, record);
  }
}

function countDecided(rule: RuleCounts, record: OutcomeRecord): void {
  rule.decided++;
  if (record.outcome.cause === 'denied') rule.denied++;
  const question = questionOf(record);
  if (question === undefined) return;
  rule.asks++;
  if (question === 'unseen') return;
  rule[question]++;
  if (question !== 'unanswered' && record.duration_ms !== undefined) rule.answersMs.push(record.duration_ms);
}

function freshCounts(): RuleCounts {
  return { hits: 0, decided: 0, denied: 0, asks: 0, approved: 0, declined: 0, unanswered: 0, last: '', answersMs: [] };
}

function ruleStats(rule: string, { answersMs, last, ...counts }: RuleCounts): RuleStats {
  return { rule, ...counts, answer_ms: median(answersMs), last };
}

function noisyFirst(a: RuleStats, b: RuleStats): number {
  return b.approved - a.approved || b.asks - a.asks || b.hits - a.hits || (a.rule < b.rule ? -1 : 1);
}

function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}

/** Names come from outside: `__proto__` is one like any other. */
function noCounts(): Counts {
  return Object.create(null) as Counts;
}

function count(counts: Counts, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}

function entryOf<Value>(map: Map<string, Value>, key: string, fresh: () => Value): Value {
  const value = map.get(key) ?? fresh();
  map.set(key, value);
  return value;
}
