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
  /** options whose value may be the next word */
  readonly valued: ReadonlySet<string>;
  /** the operand, from 1, that ends the options: what follows it is `rest`; 0 = options may stand anywhere */
  readonly last: (operands: readonly string[]) => boolean;
}

/** Reads the words of a call; undefined where a word is not known that may change what is run. */
export function readCall(argv: readonly Word[], { valued, last }: WordSyntax): CallWords | undefined {
  const operands: string[] = [];
  const options: (readonly [name: string, value: string | undefined])[] = [];
  let at = 1;
  for (; at < argv.length && !last(operands); at++) {
    const value = wordValue(argv[at]);
    if (value === undefined) return undefined;
    if (value === '--') {
      at++;
      break;
    }
    if (!/^-./.test(value)) {
      operands.push(value);
      continue;
    }
    const equals = value.indexOf('=');
    if (equals > 0) options.push([value.slice(0, equals), value.slice(equals + 1)]);
    else if (valued.has(value)) options.push([value, wordValue(argv[++at])]);
    else options.push([value, undefined]);
  }
  const named = (names: readonly string[]) => options.filter(([name]) => names.includes(name));
  return {
    operands,
    rest: argv.slice(at),
    has: (...names) => named(names).some(([, value]) => value !== 'false'),
    valueOf: (...names) => named(names).at(-1)?.[1],
    valuesOf: (...names) => named(names).flatMap(([, value]) => value ?? []),
  };
}
