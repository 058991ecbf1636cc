import stringWidth from 'string-width';

/** Apart, as the tables of this library take 10 ms to load, which text in ASCII does without. */
export function wideWidth(text: string): number {
  return stringWidth(text);
}

const SEGMENTS = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** What a reader takes for one character: with its marks. */
export function characters(text: string): readonly string[] {
  return [...SEGMENTS.segment(text)].map(({ segment }) => segment);
}
