import type { Word } from '../model/word.ts';
import type { Grammar, ParsedOption } from './grammar.ts';
import { type Fallback, type GrammarIndex, indexOf } from './option-index.ts';

/** An operand before its kind is known. */
export interface RawOperand {
  readonly word: Word;
  readonly index: number;
}

/** What a parse has gathered so far. `at` is the word being read. */
export interface ParseState {
  readonly argv: readonly Word[];
  at: number;
  index: GrammarIndex;
  readonly fallback: Fallback | undefined;
  /** options are over: after `--`, or after the first operand where the grammar says so */
  ended: boolean;
  /** no subcommand is expected any more */
  settled: boolean;
  endOfOptions: number | undefined;
  unknownSubcommand: Word | undefined;
  readonly subcommand: string[];
  readonly options: ParsedOption[];
  readonly unknownOptions: Word[];
  readonly operands: RawOperand[];
  readonly dynamic: number[];
}

export function startState(grammar: Grammar, argv: readonly Word[], fallback?: Fallback): ParseState {
  return {
    argv,
    at: 1,
    index: indexOf(grammar),
    fallback,
    ended: false,
    settled: false,
    endOfOptions: undefined,
    unknownSubcommand: undefined,
    subcommand: [],
    options: [],
    unknownOptions: [],
    operands: [],
    dynamic: [],
  };
}
