/**
 * A regular expression as a state machine (Thompson's construction); plain JSON. It serves texts with unknown
 * parts, and patterns that a backtracking engine may be slow on: running it takes time proportional to
 * text times steps, whatever the text.
 */
export interface RegexProgram {
  /** character sets: ascending pairs of UTF-16 code units, both ends included, in one flat list */
  readonly sets: readonly (readonly number[])[];
  readonly code: readonly Step[];
  /** false: it accepts every text that the pattern matches, and others (back references, look-behind) */
  readonly exact: boolean;
}

/** `^` and `$` with and without the flag `m`, `\b`, `\B`. */
export type Edge = 'start' | 'end' | 'line-start' | 'line-end' | 'word' | 'not-word';

/** Numbers that name a place are indexes into `code`; a step without one goes on to the next step. */
export type Step =
  | readonly ['set', number] // one character of `sets[n]`
  | readonly ['jump', number]
  | readonly ['split', number, number]
  | readonly ['edge', Edge]
  | readonly ['ahead', 'is' | 'not', number] // look-ahead: the body follows and ends in `match`; then goes on at n
  | readonly ['match'];

/** A program written as one text, see patterns/program-text.ts: most are never run, so reading the rules does not parse them. */
export type ProgramText = string;
