import { widthOf, wrap } from './width.ts';

/** Narrower than this nobody reads. */
const NARROWEST = 20;

/**
 * Lines no wider than `width` where words allow it; what follows the first of an indented one stands two further in. Layout
 * that is there, the blanks at the beginning, stays. `width` absent = as they are, for what is no terminal.
 */
export function wrapped(text: string, width: number | undefined): string {
  if (width === undefined) return text;
  return text
    .split('\n')
    .map((line) => wrapLine(line, width))
    .join('\n');
}

/** Lines at the margin that follow each other are one paragraph: they are broken anew for each width. */
export function joinParagraphs(text: string): string {
  return text.replace(/(?<=^\S.*)\n(?=\S)/gm, ' ');
}

function wrapLine(line: string, width: number): string {
  if (widthOf(line) <= width) return line;
  const indent = /^ */.exec(line)?.[0] ?? '';
  // a paragraph at the margin stays there
  const hang = indent === '' ? '' : `${indent}  `;
  const lines = wrap(line.slice(indent.length), Math.max(NARROWEST, width - hang.length), true);
  return lines.map((one, at) => `${at === 0 ? indent : hang}${one}`).join('\n');
}
