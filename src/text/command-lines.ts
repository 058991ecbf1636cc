import type { Decision } from '../model/decision.ts';
import { indented, type Page } from './page.ts';
import { printable } from './printable.ts';
import { widthOf, wrap } from './width.ts';

interface Head {
  /** what becomes of it: `denied` */
  readonly label: string;
  readonly command: string;
  /** which rule says so */
  readonly tag?: string | undefined;
}

/** What it is about: on one line where there is room, else the command on lines of its own. */
export function headLines({ label, command, tag }: Head, page: Page): readonly string[] {
  const { paint, columns } = page;
  const rule = tag === undefined ? '' : paint.dim(`[${tag}]`);
  const start = `safeshell: ${label}`;
  const plain = `${start}  ${paint.strong(command)}`;
  const whole = rule === '' ? plain : `${plain}  ${rule}`;
  if (widthOf(whole) <= columns) return [whole];
  const below = rule === '' ? [] : indented(rule, page);
  if (widthOf(plain) <= columns) return [plain, ...below];
  return [...indented(start, page, ''), ...commandLines(command, page), ...below];
}

const INDENT = '    ';
/** As in a shell: the command goes on in the next line. */
const GOES_ON = ' \\';

function commandLines(command: string, { paint, columns }: Page): readonly string[] {
  const lines = wrap(command, Math.max(1, columns - INDENT.length - GOES_ON.length));
  return lines.map((line, at) => `${INDENT}${paint.strong(line)}${at < lines.length - 1 ? paint.dim(GOES_ON) : ''}`);
}

const GAP = ' ... ';

/**
 * The command on one line of about `limit` characters: both ends, which tell most, and the start within it that the rule
 * is about.
 */
export function shownCommand({ analysis, decider }: Decision, limit = 300): string {
  const text = printable(analysis.text);
  const start = decider?.invocation === undefined ? undefined : analysis.invocations[decider.invocation];
  return around(text, start === undefined ? '' : printable(start.text), limit);
}

function around(text: string, part: string, limit: number): string {
  const chars = [...text];
  if (chars.length <= limit) return text;
  const at = part === '' || part === text ? -1 : text.indexOf(part);
  const from = at < 0 ? 0 : [...text.slice(0, at)].length;
  const length = at < 0 ? 0 : [...part].length;
  // a part that is itself too long tells most at its ends, too
  if (length > limit / 2) return `${from > 0 ? GAP.trimStart() : ''}${around(part, '', limit)}${GAP.trimEnd()}`;
  const side = Math.max(1, Math.floor((limit - length - 2 * GAP.length) / 2));
  const pieces = [
    [0, side],
    [from, from + length],
    [chars.length - side, chars.length],
  ] as [number, number][];
  const kept: [number, number][] = [];
  for (const piece of pieces) {
    if (piece[0] === piece[1]) continue;
    const last = kept.at(-1);
    if (last !== undefined && piece[0] <= last[1]) last[1] = Math.max(last[1], piece[1]);
    else kept.push([...piece]);
  }
  return kept.map(([start, end]) => chars.slice(start, end).join('')).join(GAP);
}
