import type { Verdict } from '../model/verdict.ts';
import type { Paint } from '../text/paint.ts';
import { plural } from '../text/plural.ts';
import { printable } from '../text/printable.ts';
import { cellsOf } from './log-text.ts';
import { OUTCOME_WORDS, type OutcomeWord } from './outcome-word.ts';
import type { RuleStats, Stats } from './stats.ts';

export interface StatsStyle {
  readonly paint: Paint;
  /** cells of a line */
  readonly width: number;
  /** what bars are made of, one cell */
  readonly block: string;
  /** most rules that are shown */
  readonly limit: number;
}

/** All of `log stats` for a person. */
export function statsText(stats: Stats, style: StatsStyle): string {
  const { paint } = style;
  if (stats.records === 0) return 'nothing is on record';
  const shown = stats.rules.slice(0, style.limit);
  const more = stats.rules.length - shown.length;
  return [
    paint.strong(headLine(stats)),
    '',
    paint.strong('How they ended'),
    ...bars(outcomeRows(stats), style),
    ...(stats.days.length > 1 ? ['', paint.strong('By day'), ...bars(dayRows(stats), style)] : []),
    ...(stats.rules.length > 0 ? ['', paint.strong('Rules, noisy ones first'), ...ruleLines(shown, style)] : []),
    ...(more > 0 ? [paint.dim(`and ${more} more: --limit ${stats.rules.length}`)] : []),
    ...advice(stats).map((line) => `\n${line}`),
  ].join('\n');
}

export function headLine({ records, from, to, sessions }: Stats): string {
  const days =
    from?.slice(0, 10) === to?.slice(0, 10) ? from?.slice(0, 10) : `${from?.slice(0, 10)} to ${to?.slice(0, 10)}`;
  return `${plural(records, 'request')} in ${plural(sessions, 'session')}, ${days}`;
}

interface Row {
  readonly name: string;
  readonly count: number;
  readonly verdict?: Verdict;
}

function outcomeRows({ outcomes }: Stats): readonly Row[] {
  return (Object.keys(OUTCOME_WORDS) as OutcomeWord[])
    .map((word) => ({ name: word, count: outcomes[word] ?? 0, verdict: OUTCOME_WORDS[word] }))
    .filter(({ count }) => count > 0);
}

const MAX_DAYS = 31;

function dayRows({ days }: Stats): readonly Row[] {
  return days.slice(-MAX_DAYS).map(({ day, outcomes }) => ({
    name: day,
    count: Object.values(outcomes).reduce((sum, count) => sum + count, 0),
  }));
}

/** One bar each, the longest as long as there is room. */
function bars(rows: readonly Row[], { paint, width, block }: StatsStyle): readonly string[] {
  const longest = Math.max(...rows.map(({ count }) => count));
  const names = Math.max(...rows.map(({ name }) => name.length));
  const digits = String(longest).length;
  const room = Math.max(4, Math.min(60, width - names - digits - 6));
  return rows.map(({ name, count, verdict }) => {
    const bar = block.repeat(Math.max(count > 0 ? 1 : 0, Math.round((count / longest) * room)));
    const coloured = verdict === undefined ? bar : paint.verdict(verdict, bar);
    return `  ${name.padEnd(names)}  ${String(count).padStart(digits)}  ${coloured}`;
  });
}

const COLUMNS = ['hits', 'asks', 'yes', 'no', 'denied', 'answer'] as const;

function ruleLines(rules: readonly RuleStats[], { paint, width }: StatsStyle): readonly string[] {
  const rows = rules.map((rule) => [
    ...[rule.hits, rule.asks, rule.approved, rule.declined, rule.denied].map(String),
    duration(rule.answer_ms),
  ]);
  const widths = COLUMNS.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const rest = widths.reduce((sum, cells) => sum + cells + 2, 2);
  const names = rules.map(({ rule }) => printable(rule));
  const longest = Math.min(Math.max(12, width - rest), Math.max(4, ...names.map(cellsOf)));
  const line = (name: string, cells: readonly string[]) =>
    `  ${name}${' '.repeat(Math.max(0, longest - cellsOf(name)))}${cells.map((cell, at) => `  ${cell.padStart(widths[at] ?? 0)}`).join('')}`;
  const wrapped = rows.flatMap((row, at) => {
    const name = names[at] ?? '';
    return cellsOf(name) <= longest ? [line(name, row)] : [`  ${name}`, line('', row)];
  });
  return [paint.dim(line('rule', COLUMNS)), ...wrapped];
}

/** `0.4 s`, `12 s`, `3 min`; `-` where nobody answered. */
export function duration(ms: number | null): string {
  if (ms === null) return '-';
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  return ms < 120_000 ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / 60_000)} min`;
}

const MANY_ASKS = 5;

/** Rules that ask often and always hear yes teach people not to read. */
export function advice({ rules }: Stats): readonly string[] {
  return rules
    .filter(({ approved, declined }) => approved >= MANY_ASKS && declined === 0)
    .map(
      ({ rule, approved }) =>
        `${printable(rule)} asked ${approved} times and always heard yes: an \`unless\` for what is usual would keep the question worth reading.`,
    );
}
