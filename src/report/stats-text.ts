import type { Verdict } from '../model/verdict.ts';
import { effortText } from '../text/effort.ts';
import type { Paint } from '../text/paint.ts';
import { plural } from '../text/plural.ts';
import { printable } from '../text/printable.ts';
import type { Advice } from './advice.ts';
import { cellsOf } from './log-text.ts';
import { OUTCOME_WORDS, type OutcomeWord } from './outcome-word.ts';
import { type RuleRow, ruleRows } from './rule-table.ts';
import type { Stats } from './stats.ts';

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
export function statsText(stats: Stats, style: StatsStyle, advice: readonly Advice[] = []): string {
  const { paint, limit } = style;
  if (stats.records === 0) return 'No records found.';
  return [
    paint.strong(headLine(stats)),
    ...(stats.asked + stats.spared > 0 ? [effortText(stats)] : []),
    '',
    paint.strong('How they ended'),
    ...bars(outcomeRows(stats), style),
    ...(stats.days.length > 1 ? ['', paint.strong('By day'), ...bars(dayRows(stats), style)] : []),
    ...(stats.rules.length > 0
      ? ['', paint.strong('Rules, noisy ones first'), ...ruleLines(ruleRows(stats, limit), style)]
      : []),
    ...(stats.rules.length > limit ? [paint.dim(`all rules: --limit ${stats.rules.length}`)] : []),
    ...advice.flatMap(adviceLines),
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

const COLUMNS = ['hits', 'denied', 'watched', 'asks', 'yes', 'no', 'open', 'answer'] as const;

/**
 * `open`: nobody answered, or an agent's own dialog was, which is not seen; `watched`: what it would have stopped, where some rule is
 * not enforced.
 */
function ruleLines(rows: readonly RuleRow[], { paint, width }: StatsStyle): readonly string[] {
  const isWatched = rows.some(({ watched }) => watched > 0);
  const columns = COLUMNS.filter((name) => isWatched || name !== 'watched');
  const cells = rows.map((row) => [
    row.hits === null ? '' : String(row.hits),
    String(row.denied),
    ...(isWatched ? [String(row.watched)] : []),
    ...[row.asks, row.approved, row.declined, row.unanswered + row.unseen].map(String),
    row.isRule ? duration(row.answer_ms) : '',
  ]);
  const widths = columns.map((name, at) => Math.max(name.length, ...cells.map((row) => row[at]?.length ?? 0)));
  const rest = widths.reduce((sum, one) => sum + one + 2, 2);
  const names = rows.map(({ name }) => printable(name));
  const longest = Math.min(Math.max(12, width - rest), Math.max(4, ...names.map(cellsOf)));
  const line = (name: string, row: readonly string[]) =>
    `  ${name}${' '.repeat(Math.max(0, longest - cellsOf(name)))}${row.map((cell, at) => `  ${cell.padStart(widths[at] ?? 0)}`).join('')}`;
  const wrapped = cells.flatMap((row, at) => {
    const name = names[at] ?? '';
    return cellsOf(name) <= longest ? [line(name, row)] : [`  ${name}`, line('', row)];
  });
  return [paint.dim(line('rule', columns)), ...wrapped.map((one) => one.trimEnd())];
}

function adviceLines({ text, file, yaml }: Advice): readonly string[] {
  if (yaml === undefined) return ['', text];
  return [
    '',
    `${text} In ${file}:`,
    ...yaml
      .trimEnd()
      .split('\n')
      .map((line) => `  ${line}`),
  ];
}

/** `0.4 s`, `12 s`, `3 min`; `-` where nobody answered. */
export function duration(ms: number | null): string {
  if (ms === null) return '-';
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  return ms < 120_000 ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / 60_000)} min`;
}
