import type { DecidedStats, RuleStats, Stats } from './stats.ts';

/** What a row of the table of rules counts; `null` in `hits` = a sum would count requests that several rules matched twice. */
export interface RuleRow extends Omit<DecidedStats, 'answer_ms'> {
  readonly name: string;
  readonly hits: number | null;
  readonly answer_ms: number | null;
  /** a rule; else a sum */
  readonly isRule: boolean;
}

/**
 * The first rules one by one, the others as one row, what no rule decided, and all of it: each column but the hits adds up to
 * the last row, which is what the tiles show.
 */
export function ruleRows(stats: Stats, limit: number): readonly RuleRow[] {
  const rest = stats.rules.slice(limit);
  const { decided, watched } = stats.without_rule;
  return [
    ...stats.rules.slice(0, limit).map(ruleRow),
    ...(rest.length === 0 ? [] : [sumRow(rest.length === 1 ? '1 more rule' : `${rest.length} more rules`, rest)]),
    ...(decided + watched === 0 ? [] : [sumRow('no rule', [stats.without_rule])]),
    sumRow('all', [...stats.rules, stats.without_rule]),
  ];
}

function ruleRow({ rule, last: _, ...counts }: RuleStats): RuleRow {
  return { ...counts, name: rule, isRule: true };
}

function sumRow(name: string, parts: readonly DecidedStats[]): RuleRow {
  const sum = (key: Exclude<keyof DecidedStats, 'answer_ms'>) => parts.reduce((all, part) => all + part[key], 0);
  return {
    name,
    isRule: false,
    hits: null,
    decided: sum('decided'),
    denied: sum('denied'),
    watched: sum('watched'),
    asks: sum('asks'),
    approved: sum('approved'),
    declined: sum('declined'),
    unanswered: sum('unanswered'),
    unseen: sum('unseen'),
    approved_before: sum('approved_before'),
    answer_ms: null,
  };
}
