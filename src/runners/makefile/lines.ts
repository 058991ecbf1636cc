import { findOutside } from './text.ts';

/** A line with those that continue it. */
export interface LogicalLine {
  readonly text: string;
  /** counted from 1 */
  readonly line: number;
}

/** Longer lines are left out: brackets in them cost quadratic time. */
const MAX_LINE = 16 * 1024;
const MAX_LINES = 6_000;

/** Lines joined where a backslash ends them; the backslash and the newline are kept. */
export function logicalLines(text: string): readonly LogicalLine[] {
  const lines: LogicalLine[] = [];
  const physical = text.includes('\r') ? text.split(/\r?\n/, MAX_LINES) : text.split('\n', MAX_LINES);
  for (let at = 0; at < physical.length; at++) {
    const line = at + 1;
    let last = physical[at] as string;
    let joined = last;
    while (last.endsWith('\\') && /(?:^|[^\\])(?:\\\\)*\\$/.test(last) && at + 1 < physical.length) {
      last = physical[++at] as string;
      joined += `\n${last}`;
    }
    lines.push({ text: joined.length > MAX_LINE ? '' : joined, line });
  }
  return lines;
}

/** A line of the makefile itself: a continuation is one blank, a comment is gone. */
export function plainLine(text: string): string {
  return withoutComment(text.includes('\\\n') ? text.replace(/[ \t]*\\\n[ \t]*/g, ' ') : text);
}

function withoutComment(text: string): string {
  if (!text.includes('#')) return text;
  const at = findOutside(text, (char, index) => char === '#' && text[index - 1] !== '\\');
  return (at < 0 ? text : text.slice(0, at)).replaceAll('\\#', '#');
}
