import stringWidth from 'string-width';

const SEGMENTS = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Columns that a text takes: two for wide characters, none for colours. */
export function widthOf(text: string): number {
  return stringWidth(text);
}

/** The beginning of a text that fits into so many columns; what is left out is shown by two dots. */
export function cut(text: string, columns: number): string {
  if (stringWidth(text) <= columns) return text;
  let short = '';
  let width = 0;
  for (const { segment } of SEGMENTS.segment(text)) {
    width += stringWidth(segment);
    if (width > columns - 2) break;
    short += segment;
  }
  return `${short}..`.slice(0, Math.max(0, columns));
}

/** Lines of at most so many columns, broken at blanks where there are any. Nothing of a command may be hidden by a cut. */
export function wrap(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  let width = 0;
  for (const word of text.split(/(?<= )/)) {
    const long = stringWidth(word);
    if (width > 0 && width + stringWidth(word.trimEnd()) > columns) {
      lines.push(line.trimEnd());
      line = '';
      width = 0;
    }
    if (stringWidth(word.trimEnd()) <= columns) {
      line += word;
      width += long;
      continue;
    }
    for (const segment of segmentsOf(word)) {
      const more = stringWidth(segment);
      if (width + more > columns) {
        if (segment === ' ') continue;
        lines.push(line);
        line = '';
        width = 0;
      }
      line += segment;
      width += more;
    }
  }
  return [...lines, line.trimEnd()];
}

/** What may not be broken: a character with its marks, a colour. */
function segmentsOf(word: string): readonly string[] {
  return word
    .split(/(\x1b\[[\d;]*m)/)
    .flatMap((piece) =>
      piece.startsWith('\x1b') ? piece : [...SEGMENTS.segment(piece)].map(({ segment }) => segment),
    );
}

/** The same, with what begins the first line and what stands below it. */
export function wrapIndented(text: string, columns: number, first: string, rest: string): readonly string[] {
  const room = Math.max(1, columns - Math.max(stringWidth(first), stringWidth(rest)));
  return wrap(text, room).map((line, at) => `${at === 0 ? first : rest}${line}`);
}
