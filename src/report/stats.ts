import { askedOrSpared, type OutcomeWord, outcomeWord, questionOf } from './outcome-word.ts';
import type { OutcomeRecord } from './record.ts';

/** What became of questions to people. Field names are those of `log stats --json`. */
export interface QuestionStats {
  readonly asks: number;
  readonly approved: number;
  readonly declined: number;
  readonly unanswered: number;
  /** in an agent's own dialog, whose answer nobody sees */
  readonly unseen: number;
}

export interface DecidedStats extends QuestionStats {
  /** requests that it decided */
  readonly decided: number;
  readonly denied: number;
  /** requests that ran, and that it would have stopped or changed if it were enforced */
  readonly watched: number;
  /** of those that it would have asked about: a person had agreed before */
  readonly approved_before: number;
  /** median time to an answer, ms; null = nobody answered */
  readonly answer_ms: number | null;
}

/** What one rule did. */
export interface RuleStats extends DecidedStats {
  readonly rule: string;
  /** requests that it matched, enforced or not */
  readonly hits: number;
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
  /** requests about which a person had a question before them */
  readonly asked: number;
  /** requests that were proven: no person was asked by the agent's dialog */
  readonly spared: number;
  /** by day, UTC, ascending; days without records are left out */
  readonly days: readonly { readonly day: string; readonly outcomes: Readonly<Partial<Record<OutcomeWord, number>>> }[];
  /** the sums over `rules` and `without_rule` */
  readonly questions: QuestionStats;
  /** what no rule decided */
  readonly without_rule: DecidedStats;
  /** noisy ones first: most questions that were answered yes, then most questions, then most hits */
  readonly rules: readonly RuleStats[];
}

type Counts = Record<string, number>;

interface DecidedCounts {
  decided: number;
  watched: number;
  readonly outcomes: Counts;
  readonly questions: Counts;
  readonly answersMs: number[];
}

interface RuleCounts extends DecidedCounts {
  hits: number;
  last: string;
}

/** Counts records one by one, in any order; keeps none of them. Each is counted for what decided it: all sums are over that. */
export function createCounter() {
  let records = 0;
  let from: string | null = null;
  let to: string | null = null;
  const [actors, doors, agents] = [noCounts(), noCounts(), noCounts()];
  const sessions = new Set<string>();
  const effort = noCounts();
  const days = new Map<string, Counts>();
  const rules = new Map<string, RuleCounts>();
  const unruled = nothingDecided();
  return {
    add(record: OutcomeRecord): void {
      const spent = askedOrSpared(record);
      if (spent !== undefined) count(effort, spent);
      if (record.dialog === true) return; // the request was counted when it was judged
      records++;
      from = from === null || record.time < from ? record.time : from;
      to = to === null || record.time > to ? record.time : to;
      count(actors, record.actor);
      count(doors, record.door);
      if (record.agent !== undefined) count(agents, record.agent);
      if (record.session !== undefined) sessions.add(record.session);
      count(entryOf(days, record.time.slice(0, 10), noCounts), outcomeWord(record));
      countHits(rules, record);
      const countsOf = (rule: string | undefined) => (rule === undefined ? unruled : entryOf(rules, rule, freshCounts));
      countDecided(countsOf(record.rule), record);
      if (outcomeWord(record) === 'watched') countsOf(record.watched?.rule).watched++;
    },
    stats(): Stats {
      const sorted = [...days].sort(([a], [b]) => (a < b ? -1 : 1));
      const all = [unruled, ...rules.values()];
      return {
        records,
        from,
        to,
        outcomes: sumOf(all.map(({ outcomes }) => outcomes)),
        actors,
        doors,
        agents,
        sessions: sessions.size,
        asked: effort.asked ?? 0,
        spared: effort.spared ?? 0,
        days: sorted.map(([day, counts]) => ({ day, outcomes: counts })),
        questions: questionStats(sumOf(all.map(({ questions }) => questions))),
        without_rule: decidedStats(unruled),
        rules: [...rules].map(([rule, counts]) => ruleStats(rule, counts)).sort(noisyFirst),
      };
    },
  };
}

function countHits(rules: Map<string, RuleCounts>, record: OutcomeRecord): void {
  const { rule: decider, rules: others = [], watched } = record;
  const ids = [decider, ...others, watched?.rule, ...(watched?.rules ?? [])];
  for (const id of new Set(ids.filter((one) => one !== undefined))) {
    const rule = entryOf(rules, id, freshCounts);
    rule.hits++;
    if (record.time > rule.last) rule.last = record.time;
  }
}

function countDecided(counts: DecidedCounts, record: OutcomeRecord): void {
  counts.decided++;
  count(counts.outcomes, outcomeWord(record));
  const question = questionOf(record);
  if (question === undefined) return;
  count(counts.questions, question);
  const isAnswered = question === 'approved' || question === 'declined';
  if (isAnswered && record.duration_ms !== undefined) counts.answersMs.push(record.duration_ms);
}

function nothingDecided(): DecidedCounts {
  return { decided: 0, watched: 0, outcomes: noCounts(), questions: noCounts(), answersMs: [] };
}

function freshCounts(): RuleCounts {
  return { ...nothingDecided(), hits: 0, last: '' };
}

function ruleStats(rule: string, counts: RuleCounts): RuleStats {
  return { rule, hits: counts.hits, ...decidedStats(counts), last: counts.last };
}

function decidedStats({ decided, watched, outcomes, questions, answersMs }: DecidedCounts): DecidedStats {
  const asked = questionStats(questions);
  const approvedBefore = (outcomes.approved ?? 0) - asked.approved;
  return {
    decided,
    denied: outcomes.denied ?? 0,
    watched,
    ...asked,
    approved_before: approvedBefore,
    answer_ms: median(answersMs),
  };
}

function questionStats(counts: Counts): QuestionStats {
  const { approved = 0, declined = 0, unanswered = 0, unseen = 0 } = counts;
  return { asks: approved + declined + unanswered + unseen, approved, declined, unanswered, unseen };
}

function sumOf(all: readonly Counts[]): Counts {
  const sums = noCounts();
  for (const counts of all) {
    for (const [key, times] of Object.entries(counts)) sums[key] = (sums[key] ?? 0) + times;
  }
  return sums;
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
