import { dayChart, GROUP_TITLES, GROUPS, type Group, inGroup } from './charts.ts';
import { escapeHtml } from './escape.ts';
import { cutTo } from './log-text.ts';
import { outcomeWord } from './outcome-word.ts';
import { commandText, type OutcomeRecord } from './record.ts';
import type { RuleStats, Stats } from './stats.ts';
import { advice, duration, headLine } from './stats-text.ts';
import { STYLE } from './style.ts';

export interface Report {
  readonly stats: Stats;
  /** the last that were stopped, newest first */
  readonly stopped: readonly OutcomeRecord[];
  /** of the moment of making, ISO 8601 */
  readonly made: string;
}

/** One page that needs nothing else: no scripts, no fonts, no pictures from elsewhere, both colour schemes. */
export function reportHtml({ stats, stopped, made }: Report): string {
  const title = stats.records === 0 ? 'Nothing is on record' : headLine(stats);
  const sections = stats.records === 0 ? [] : [tiles(stats), byDay(stats), rules(stats), askers(stats), last(stopped)];
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

function tiles({ outcomes }: Stats): string {
  const tile = (group: Group) =>
    `<div class="tile"><b>${inGroup(group, outcomes)}</b><span><i class="${group}"></i>${GROUP_TITLES[group]}</span></div>`;
  return `<section class="tiles" aria-label="Outcomes">${(Object.keys(GROUPS) as Group[]).map(tile).join('')}</section>`;
}

function byDay(stats: Stats): string {
  const chart = stats.days.length > 1 ? dayChart(stats) : '';
  return chart === '' ? '' : `<section><h2>By day</h2>${chart}</section>`;
}

const MAX_RULES = 25;

function rules(stats: Stats): string {
  if (stats.rules.length === 0) return '';
  const shown = stats.rules.slice(0, MAX_RULES);
  const most = Math.max(...shown.map(({ hits }) => hits));
  const heads = ['Rule', 'Hits', 'Asked', 'Yes', 'No', 'Denied', 'Time to answer'];
  const rest = stats.rules.length - shown.length;
  return `<section><h2>Rules, noisy ones first</h2>
<div class="wide"><table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>${shown.map((rule) => ruleRow(rule, most)).join('')}</tbody></table></div>
${rest > 0 ? `<p class="dim">and ${rest} more</p>` : ''}${advice(stats).map(note).join('')}</section>`;
}

function ruleRow({ rule, hits, asks, approved, declined, denied, answer_ms }: RuleStats, most: number): string {
  const share = ((hits / most) * 100).toFixed(1);
  const cells = [asks, approved, declined, denied].map((count) => `<td>${count || ''}</td>`).join('');
  const bar = `<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect width="${share}" height="8"/></svg>`;
  return `<tr><th scope="row"><code>${escapeHtml(rule)}</code></th><td>${hits}${bar}</td>${cells}<td>${duration(answer_ms)}</td></tr>`;
}

function note(text: string): string {
  return `<p class="note">${escapeHtml(text).replace(/`([^`]*)`/g, '<code>$1</code>')}</p>`;
}

function askers({ actors, agents, doors }: Stats): string {
  const lists = [
    ['Who asked', actors],
    ['Agents', agents],
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
