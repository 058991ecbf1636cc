import { escapeHtml } from './escape.ts';
import type { OutcomeWord } from './outcome-word.ts';
import type { Stats } from './stats.ts';

/** How requests ended, as a reader tells them apart: each is in one group, which has a colour of its own in the page's style. */
export const GROUPS = {
  ran: ['ran', 'watched', 'kept', 'proven', 'undone', 'unguarded', 'bypassed'],
  approved: ['approved'],
  changed: ['replaced', 'redacted', 'confined'],
  asked: ['asked'],
  stopped: ['denied', 'said-no', 'refused'],
} as const satisfies Readonly<Record<string, readonly OutcomeWord[]>>;

export type Group = keyof typeof GROUPS;

export const GROUP_TITLES: Readonly<Record<Group, string>> = {
  ran: 'ran',
  approved: 'ran, approved by a person',
  changed: 'ran changed',
  asked: 'left to the dialog of an agent',
  stopped: 'stopped',
};

export function inGroup(group: Group, outcomes: Readonly<Partial<Record<OutcomeWord, number>>>): number {
  const words: readonly OutcomeWord[] = GROUPS[group];
  return words.reduce((sum, word) => sum + (outcomes[word] ?? 0), 0);
}

const CHART = { width: 720, height: 180, left: 44, bottom: 24, top: 8 };
const MAX_DAYS = 60;

/** Columns by day, one on another by group; an SVG element. Empty where there is nothing to show. */
export function dayChart({ days }: Stats): string {
  const shown = days.slice(-MAX_DAYS).map(({ day, outcomes }) => ({
    day,
    parts: (Object.keys(GROUPS) as Group[]).map((group) => ({ group, count: inGroup(group, outcomes) })),
  }));
  const totals = shown.map(({ parts }) => parts.reduce((sum, { count }) => sum + count, 0));
  const most = Math.max(0, ...totals);
  if (most === 0) return '';
  const top = niceCeiling(most);
  const { width, height, left, bottom, top: above } = CHART;
  const room = height - bottom - above;
  const step = (width - left) / shown.length;
  const columns = shown.map(({ day, parts }, index) => {
    let y = height - bottom;
    const rects = parts.map(({ group, count }) => {
      const tall = (count / top) * room;
      y -= tall;
      return count === 0 ? '' : rect({ x: left + index * step, y, width: step, height: tall, group });
    });
    const told = parts.map(({ group, count }) => `${count} ${GROUP_TITLES[group]}`).join(', ');
    return `<g><title>${escapeHtml(`${day}: ${told}`)}</title>${rects.join('')}</g>`;
  });
  const marks = [0, top / 2, top].map((value) => {
    const y = height - bottom - (value / top) * room;
    const line = `<line class="grid" x1="${left}" x2="${width}" y1="${y.toFixed(1)}" y2="${y.toFixed(1)}"/>`;
    return `${line}<text x="${left - 6}" y="${(y + 4).toFixed(1)}" text-anchor="end">${value}</text>`;
  });
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Requests by day">${marks.join('')}${columns.join('')}${dayNames(
    shown.map(({ day }) => day),
    step,
  )}</svg>`;
}

interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly group: Group;
}

const MAX_COLUMN = 40;

function rect({ x, y, width, height, group }: Rect): string {
  const wide = Math.min(width * 0.8, MAX_COLUMN);
  const at = x + (width - wide) / 2;
  const [left, top, across, tall] = [at, y, wide, height].map((value) => value.toFixed(1));
  return `<rect class="${group}" x="${left}" y="${top}" width="${across}" height="${tall}"/>`;
}

/** The first, the last, and some between. */
function dayNames(days: readonly string[], step: number): string {
  const every = Math.ceil(days.length / 8);
  return days
    .map((day, index) => {
      if (index % every !== 0) return '';
      const x = CHART.left + (index + 0.5) * step;
      return `<text x="${x.toFixed(1)}" y="${CHART.height - 6}" text-anchor="middle">${escapeHtml(day.slice(5))}</text>`;
    })
    .join('');
}

/** 1, 2 or 5 times a power of ten, at least two. */
function niceCeiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(2, value)));
  return [1, 2, 4, 5, 10].map((factor) => factor * power).find((one) => one >= value && one >= 2) ?? 10 * power;
}
