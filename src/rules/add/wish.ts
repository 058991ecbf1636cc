import type { Part } from './part.ts';
import type { Sentence } from './sentence.ts';

/** A program start of which every word is known. */
export interface PlainCommand {
  /** base name */
  readonly program: string;
  /** with the program */
  readonly argv: readonly string[];
}

/** The rule that a sentence describes for one command. */
export interface Wish {
  readonly action: Sentence['action'];
  readonly plain: PlainCommand;
  /** indexes in argv of words whose `*` stand for anything */
  readonly globs: ReadonlySet<number>;
  /** indexes in argv of words that `parts` speak of */
  readonly spoken: ReadonlySet<number>;
  /** an example of it, as one writes it */
  readonly written: string;
  readonly parts: readonly Part[];
  /** each holds where all of its parts do */
  readonly exceptions: readonly (readonly Part[])[];
}
