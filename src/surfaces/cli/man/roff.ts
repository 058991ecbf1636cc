import { wrapped } from '../../../text/wrap.ts';

/** Of the source, for who reads that; roff breaks lines anew. */
const SOURCE_WIDTH = 78;

/** Text as roff prints it to the letter; what stands in backticks is bold. */
export function roffText(text: string): string {
  const bold = escaped(text.trim().replace(/\s+/g, ' ')).replace(/`([^`]+)`/g, '\\fB$1\\fP');
  return wrapped(bold, SOURCE_WIDTH)
    .split('\n')
    .map((line) => guarded(line.trim()))
    .join('\n');
}

/** Lines that keep their breaks and blanks. */
export function roffLines(lines: readonly string[]): string {
  return ['.nf', ...lines.map((line) => guarded(escaped(line))), '.fi'].join('\n');
}

/** A term, and below it what it is. */
export function roffTerm(term: string, text: string): string {
  return `.TP\n\\fB${escaped(term)}\\fP\n${roffText(text) || '\\&'}`;
}

export function roffSection(head: string, body: readonly string[]): readonly string[] {
  return body.length === 0 ? [] : [`.SH ${head.toUpperCase()}`, ...body];
}

export function escaped(text: string): string {
  return text
    .replace(/\\/g, '\\e')
    .replace(/-/g, '\\-')
    .replace(/'/g, '\\(aq')
    .replace(/~/g, '\\(ti')
    .replace(/\^/g, '\\(ha');
}

/** A dot in front would be a request. */
function guarded(line: string): string {
  return /^[.']/.test(line) ? `\\&${line}` : line;
}
