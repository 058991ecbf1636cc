/** Part of a text that is to be masked. Offsets in UTF-16 units. */
export interface Hit {
  /** where what was recognised begins: `--password` of `--password x` */
  readonly from: number;
  /** what is masked: from here .. */
  readonly start: number;
  /** .. to here, excluded */
  readonly end: number;
  /** nothing of it stays */
  readonly whole?: boolean;
}

/** Something that goes on beyond the text: the next text has to begin with it. */
export type Open =
  | { readonly kind: 'secret' } // a word too long to be held back
  | { readonly kind: 'key'; readonly width: number; readonly isShort: boolean }; // lines of a private key

/** The hits in one text so far. */
export interface Findings {
  readonly hits: Hit[];
  /** where to search on */
  next: number;
  /** where the last block ended: what stands before it is not to be searched again without its beginning */
  closed: number;
  /** the block that reaches the end of the text, and where its last line begins */
  open?: { readonly state: Open; readonly at: number } | undefined;
}

/** Detects one kind of secret at a position of a text. */
export interface Detector {
  /** which two neighbours call for it: each character of the first before each of the second */
  readonly pairs: readonly (readonly [string, string])[];
  /** `at`: the second of the pair. Takes time bounded by the text's length only where it finds something. */
  find(text: string, at: number, findings: Findings): void;
}

/** Where a sticky regex matches. Its first group, which matches at the beginning, is not masked. */
export function hitAt(pattern: RegExp, text: string, from: number): Hit | undefined {
  pattern.lastIndex = from;
  const match = pattern.exec(text);
  if (match === null) return undefined;
  return { from, start: from + (match[1]?.length ?? 0), end: from + match[0].length };
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

export function isLetter(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

export const DIGITS = '0123456789';
export const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
export const LOWER = 'abcdefghijklmnopqrstuvwxyz';
