import type { Grammar, ParsedOption } from '../grammar/grammar.ts';
import { levelBelow, levelOf } from '../grammar/level.ts';
import { type Fallback, indexOf } from '../grammar/option-index.ts';
import { parseCommand, splitOptions } from '../grammar/parse-command.ts';
import type { Word } from '../model/word.ts';
import { leadingText } from './words.ts';
import type { Peeled } from './wrapper.ts';

/** A wrapper's own options, read, and the words from its first operand on. */
export interface Reading {
  readonly options: readonly ParsedOption[];
  readonly operands: readonly Word[];
  /** one for each option that its table lacks; every result made from this reading has to include them */
  readonly doubts: readonly Peeled[];
  /** the program's own grammar, which reads the options that the wrapper's table lacks */
  readonly level: Fallback;
}

/** Options end at the first operand: what follows belongs to the program that is started. argv[0] is the wrapper. */
export function readOptions(grammar: Grammar, argv: readonly Word[], level: Fallback = levelOf(argv[0])): Reading {
  const { options, unknownOptions, rest } = splitOptions(grammar, argv, level);
  // the wrapper does not run the code of an option that only the program's own grammar has
  const own = indexOf(grammar).exact;
  const hidden = options.filter(({ kind, names }) => kind === 'code' && !names.some((name) => own.has(name)));
  const unread = [...unknownOptions, ...hidden.flatMap(({ index }) => argv[index] ?? [])];
  const doubts = unread.map((word) => optionDoubt(argv[0], word));
  return { options, operands: argv.slice(rest), doubts, level };
}

/** Reads the options behind a subcommand, which is the first operand of a reading. */
export function readBehind({ operands, level }: Reading, grammar: Grammar): Reading {
  return readOptions(grammar, operands, levelBelow(level, operands[0]));
}

/** For programs whose options may stand anywhere (GNU): all of them, and all operands. */
export function readAll(grammar: Grammar, argv: readonly Word[], level: Fallback = levelOf(argv[0])): Reading {
  const { options, operands } = parseCommand(undefined, argv, grammar, level);
  return { options, operands: operands.map((operand) => operand.word), doubts: [], level };
}

/**
 * Options up to one that ends them (`python -c code`): what follows its value are the arguments of the code. Without
 * such an option the same as readOptions.
 */
export function readUntil(grammar: Grammar, argv: readonly Word[], last: readonly string[]): Reading {
  const level = levelOf(argv[0]);
  const { options } = splitOptions(grammar, argv, level);
  const at = options.findIndex((option) => option.names.some((name) => last.includes(name)));
  const end = options[at];
  if (end === undefined) return readOptions(grammar, argv, level);
  const after = end.value !== undefined && argv[end.index + 1] === end.value ? end.index + 2 : end.index + 1;
  const { doubts } = readOptions(grammar, argv.slice(0, end.index), level);
  return { options: options.slice(0, at + 1), operands: argv.slice(after), doubts, level };
}

function optionDoubt(program: Word | undefined, option: Word): Peeled {
  const name = program === undefined ? 'wrapper' : leadingText(program);
  return { kind: 'doubt', code: 'unknown-option', detail: `${name} option ${option.text}` };
}

/** Whether one of the options was given, in any of its spellings. */
export function has(reading: Reading, ...names: readonly string[]): boolean {
  return reading.options.some((option) => names.some((name) => option.names.includes(name)));
}

/** Values of all occurrences, in order. */
export function optionValues(reading: Reading, ...names: readonly string[]): readonly Word[] {
  const values: Word[] = [];
  for (const option of reading.options) {
    if (option.value !== undefined && names.some((name) => option.names.includes(name))) values.push(option.value);
  }
  return values;
}

/** The value of the last occurrence. */
export function optionValue(reading: Reading, ...names: readonly string[]): Word | undefined {
  return optionValues(reading, ...names).at(-1);
}

/** `flags('abc')` = ['-a', '-b', '-c']; `flags('uC', '=text')` = ['-u =text', '-C =text']. */
export function flags(letters: string, value = ''): readonly string[] {
  return [...letters].map((letter) => (value === '' ? `-${letter}` : `-${letter} ${value}`));
}

/** The same for long names, separated by blanks: `longs('user chdir', '=text')`. */
export function longs(names: string, value = ''): readonly string[] {
  return names.split(' ').map((name) => (value === '' ? `--${name}` : `--${name} ${value}`));
}
