import { characters, wideWidth } from './wide.ts';

const ONE_COLUMN_EACH = /^[ -~]*$/;

/** Columns that a text takes: two for wide characters, none for colours. */
export function widthOf(text: string): number {
  return ONE_COLUMN_EACH.test(text) ? text.length : wideWidth(text);
}

/** The beginning of a text that fits into so many columns; what is left out is shown by two dots. */
export function cut(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let short = '';
  let width = 0;
  for (const segment of characters(text)) {
    width += widthOf(segment);
    if (width > columns - 2) break;
    short += segment;
  }
  return `${short}..`.slice(0, Math.max(0, columns));
}

/**
 * Lines of at most so many columns, broken at blanks where there are any. A word that is longer is broken too, as nothing of a
 * command may be hidden by a cut; not with `keepsWords`, for prose whose paths and commands are copied.
 */
export function wrap(text: string, columns: number, keepsWords = false): readonly string[] {
  const lines: string[] = [];
  let line = '';
  let width = 0;
  const add = (piece: string) => {
    line += piece;
    width += widthOf(piece);
  };
  const endLine = () => {
    lines.push(line.trimEnd());
    line = '';
    width = 0;
  };
  for (const word of text.split(/(?<= )/)) {
    const length = widthOf(word.trimEnd());
    if (width > 0 && length > 0 && width + length > columns) endLine();
    if (keepsWords || length <= columns) {
      add(word);
      continue;
    }
    for (const segment of segmentsOf(word)) {
      if (width + widthOf(segment) > columns) {
        if (segment === ' ') continue;
        endLine();
      }
      add(segment);
    }
  }
  return [...lines, line.trimEnd()];
}

/** What may not be broken: a character with its marks, a colour. */
function segmentsOf(word: string): readonly string[] {
  return word.split(/(\x1b\[[\d;]*m)/).flatMap((piece) => (piece.startsWith('\x1b') ? piece : characters(piece)));
}

/** The same, with a prefix of the first line and one of the others. */
export function wrapIndented(text: string, columns: number, first: string, rest: string): readonly string[] {
  const room = Math.max(1, columns - Math.max(widthOf(first), widthOf(rest)));
  return wrap(text, room).map((line, at) => `${at === 0 ? first : rest}${line}`);
}
