import type { Advice } from './advice.ts';
import { dayChart, GROUP_TITLES, GROUPS, type Group, inGroup } from './charts.ts';
import { escapeHtml } from './escape.ts';
import { cutTo } from './log-text.ts';
import { outcomeWord } from './outcome-word.ts';
import { commandText, type OutcomeRecord } from './record.ts';
import { type RuleRow, ruleRows } from './rule-table.ts';
import type { Stats } from './stats.ts';
import { duration, headLine } from './stats-text.ts';
import { STYLE } from './style.ts';

export interface Report {
  readonly stats: Stats;
  readonly advice?: readonly Advice[];
  /** the last that were stopped, newest first */
  readonly stopped: readonly OutcomeRecord[];
  /** of the moment of making, ISO 8601 */
  readonly made: string;
}

/** One page that needs nothing else: no scripts, no fonts, no pictures from elsewhere, both colour schemes. */
export function reportHtml({ stats, advice = [], stopped, made }: Report): string {
  const title = stats.records === 0 ? 'No records' : headLine(stats);
  const sections =
    stats.records === 0 ? [] : [tiles(stats), byDay(stats), rules(stats, advice), askers(stats), last(stopped)];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>safeshell: ${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header><h1>safeshell</h1><p>${escapeHtml(title)}</p></header>
<main>
${sections.filter((section) => section !== '').join('\n')}
</main>
<footer>Made ${escapeHtml(made.slice(0, 16).replace('T', ' '))} UTC by <code>safeshell report</code>. Secrets are masked.</footer>
</body>
</html>
`;
}

function tiles({ outcomes, questions, spared }: Stats): string {
  const ended = (Object.keys(GROUPS) as Group[]).map((group) =>
    tile(inGroup(group, outcomes), `<i class="${group}"></i>${GROUP_TITLES[group]}`),
  );
  const { asks, approved, declined, unanswered, unseen } = questions;
  const asked = [
    tile(asks, 'questions'),
    tile(approved, 'answered yes'),
    tile(declined, 'answered no'),
    tile(unanswered, 'not answered'),
    tile(unseen, 'in the dialog of an agent'),
    ...(spared === 0 ? [] : [tile(spared, 'spared, as proven')]),
  ];
  const row = (label: string, all: readonly string[]) =>
    `<section aria-label="${label}"><h2>${label}</h2><div class="tiles">${all.join('')}</div></section>`;
  return `${row('How they ended', ended)}${asks + spared === 0 ? '' : row('Questions to people', asked)}`;
}

function tile(count: number, title: string): string {
  return `<div class="tile"><b>${count}</b><span>${title}</span></div>`;
}

function byDay(stats: Stats): string {
  const chart = stats.days.length > 1 ? dayChart(stats) : '';
  return chart === '' ? '' : `<section><h2>By day</h2>${chart}</section>`;
}

const MAX_RULES = 25;
const RULE_COLUMNS = [
  'decided',
  'denied',
  'watched',
  'asks',
  'approved',
  'declined',
  'unanswered',
  'unseen',
  'approved_before',
] as const;
const RULE_HEADS = [
  'Rule',
  'Matched',
  'Decided',
  'Denied',
  'Not enforced',
  'Asked',
  'Yes',
  'No',
  'No answer',
  'Dialog',
  'Yes before',
  'Time to answer',
];

function rules(stats: Stats, advice: readonly Advice[]): string {
  if (stats.rules.length === 0) return '';
  const rows = ruleRows(stats, MAX_RULES);
  const most = Math.max(...rows.map(({ hits }) => hits ?? 0));
  const [shown, sums] = [rows.filter(({ isRule }) => isRule), rows.filter(({ isRule }) => !isRule)];
  return `<section><h2>Rules, noisy ones first</h2>
<div class="wide" tabindex="0" role="region" aria-label="Rules"><table><thead><tr>${RULE_HEADS.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>${shown.map((row) => ruleRow(row, most)).join('')}</tbody><tfoot>${sums.map((row) => ruleRow(row, most)).join('')}</tfoot></table></div>
<p class="dim">A request that several rules match is decided by one of them. "Yes before": a person had agreed earlier, and was not asked.</p>
${advice.map(note).join('')}</section>`;
}

function ruleRow(row: RuleRow, most: number): string {
  const { name, isRule, hits, answer_ms } = row;
  const cells = RULE_COLUMNS.map((key) => `<td>${row[key] || ''}</td>`).join('');
  const share = (((hits ?? 0) / most) * 100).toFixed(1);
  const bar = `<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect width="${share}" height="8"/></svg>`;
  const title = isRule ? `<code>${escapeHtml(name)}</code>` : escapeHtml(name);
  return `<tr><th scope="row">${title}</th><td>${hits === null ? '' : `${hits}${bar}`}</td>${cells}<td>${isRule ? duration(answer_ms) : ''}</td></tr>`;
}

function note({ text, file, yaml }: Advice): string {
  const told = escapeHtml(text).replace(/`([^`]*)`/g, '<code>$1</code>');
  const how =
    yaml === undefined
      ? ''
      : `<br>In <code>${escapeHtml(file ?? '')}</code>:<pre><code>${yaml.split('\n').map(escapeHtml).join('\n')}</code></pre>`;
  return `<div class="note">${told}${how}</div>`;
}

function askers({ actors, agents, doors }: Stats): string {
  const lists = [
    ['Who asked', actors],
    ['Agents, at their hooks', agents],
    ['Where', doors],
  ] as const;
  const list = ([title, counts]: (typeof lists)[number]) => {
    const rows = Object.entries(counts).sort(([, a], [, b]) => b - a);
    const items = rows.map(([name, count]) => `<dt>${escapeHtml(name)}</dt><dd>${count}</dd>`).join('');
    return rows.length === 0 ? '' : `<div><h2>${title}</h2><dl>${items}</dl></div>`;
  };
  return `<section class="lists">${lists.map(list).join('')}</section>`;
}

const MAX_COMMAND = 300;

function last(stopped: readonly OutcomeRecord[]): string {
  if (stopped.length === 0) return '';
  const rows = stopped.map((record) => {
    const command = escapeHtml(cutTo(commandText(record), MAX_COMMAND));
    const time = escapeHtml(record.time.slice(0, 16).replace('T', ' '));
    const rule = record.rule === undefined ? '' : `<code>${escapeHtml(record.rule)}</code>`;
    return `<tr><td>${time}</td><td>${outcomeWord(record)}</td><td>${escapeHtml(record.agent ?? record.actor)}</td><td class="command"><code>${command}</code></td><td>${rule}</td></tr>`;
  });
  const heads = ['Time (UTC)', 'Outcome', 'Who', 'Command', 'Rule'];
  return `<section><h2>Last stopped</h2><div class="wide"><table class="texts"><thead><tr>${heads
    .map((head) => `<th scope="col">${head}</th>`)
    .join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div></section>`;
}
