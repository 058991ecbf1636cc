import type { ParsedOption } from '../grammar/grammar.ts';
import { levelBelow, levelOf } from '../grammar/level.ts';
import { optionsAt } from '../grammar/parse-command.ts';
import { type Word, wordValue } from '../model/word.ts';

/** The words of a call: options of the program itself, its operands, and the words behind them that it hands on. */
export interface CallWords {
  readonly operands: readonly string[];
  /** behind `--`, or behind the operand that ends the options */
  readonly rest: readonly Word[];
  has(...names: readonly string[]): boolean;
  valueOf(...names: readonly string[]): string | undefined;
  valuesOf(...names: readonly string[]): readonly string[];
}

export interface WordSyntax {
  /** options that the grammar of the program lacks, and whose value may be the next word */
  readonly valued?: ReadonlySet<string>;
  /** whether these operands end the options: the words behind them are `rest`. Default: options may stand anywhere. */
  readonly last?: (operands: readonly string[]) => boolean;
}

type Option = readonly [names: readonly string[], value: string | undefined];

/** An option under all of its spellings. */
function described({ names, negations, negated, value }: ParsedOption): Option {
  const isOff = negated && negations.length === 0;
  return [negated && !isOff ? negations : names, isOff ? 'false' : value && wordValue(value)];
}

/** Reads the words of a call; undefined where a word is not known that may change what is run. */
export function readCall(argv: readonly Word[], { valued, last }: WordSyntax = {}): CallWords | undefined {
  const operands: string[] = [];
  const options: Option[] = [];
  let level = levelOf(argv[0]);
  let at = 1;
  for (; at < argv.length && last?.(operands) !== true; at++) {
    const value = wordValue(argv[at]);
    if (value === undefined) return undefined;
    if (value === '--') {
      at++;
      break;
    }
    if (!/^-./.test(value)) {
      operands.push(value);
      level = levelBelow(level, argv[at]);
      continue;
    }
    const index = level();
    const found = index && optionsAt(index, argv, at);
    const equals = value.indexOf('=');
    if (found !== undefined) {
      options.push(...found.options.map(described));
      at = found.end - 1;
    } else if (equals > 0) options.push([[value.slice(0, equals)], value.slice(equals + 1)]);
    else if (valued?.has(value)) options.push([[value], wordValue(argv[++at])]);
    else options.push([[value], undefined]);
  }
  const named = (names: readonly string[]) => options.filter(([own]) => own.some((name) => names.includes(name)));
  return {
    operands,
    rest: argv.slice(at),
    has: (...names) => named(names).some(([, value]) => value !== 'false'),
    valueOf: (...names) => named(names).at(-1)?.[1],
    valuesOf: (...names) => named(names).flatMap(([, value]) => value ?? []),
  };
}
