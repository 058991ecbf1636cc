import type { Word } from '../model/word.ts';
import { inEffect } from './effective.ts';
import type { Grammar, GrammarCase, ParsedCommand, ParsedOperand, ParsedOption, ValueKind } from './grammar.ts';
import { operandKind } from './operand-kinds.ts';
import type { ParseState, RawOperand } from './parse-state.ts';
import { dropLead, leadOf } from './words.ts';

function holds({ given }: GrammarCase, options: readonly ParsedOption[]): boolean {
  return given.every((names) => inEffect(names, { options }));
}

/** `if=FILE`: the key and the word behind the equals sign. */
function keyed(grammar: Grammar, operand: RawOperand): { key: string; word: Word; kind: ValueKind } | undefined {
  const lead = leadOf(operand.word);
  const equals = lead.indexOf('=');
  if (grammar.keyValues === undefined || equals < 0) return undefined;
  const key = lead.slice(0, equals);
  const kind = Object.hasOwn(grammar.keyValues, key) ? grammar.keyValues[key] : undefined;
  return { key, word: dropLead(operand.word, equals + 1), kind: kind ?? 'text' };
}

function withKinds(state: ParseState, pattern: string): ParsedOperand[] {
  const { grammar } = state.index;
  const { operands, endOfOptions } = state;
  const split =
    grammar.afterDashes === undefined || endOfOptions === undefined ? Number.POSITIVE_INFINITY : endOfOptions;
  const front = operands.findIndex((operand) => operand.index > split);
  const before = front < 0 ? operands.length : front;
  return operands.map((operand, at) => {
    const pair = keyed(grammar, operand);
    if (pair !== undefined) return { ...pair, index: operand.index };
    const kind =
      at < before
        ? operandKind(pattern, at, before)
        : operandKind(grammar.afterDashes ?? pattern, at - before, operands.length - before);
    return { word: operand.word, kind, index: operand.index };
  });
}

function withCaseKinds(options: readonly ParsedOption[], values: Readonly<Record<string, ValueKind>>): ParsedOption[] {
  return options.map((option) => {
    const name = option.names.find((spelling) => Object.hasOwn(values, spelling));
    const kind = name === undefined ? undefined : values[name];
    return kind === undefined || option.value === undefined ? option : { ...option, kind };
  });
}

/** Gives operands and values their kinds, which depend on the options that turned out to be in effect. */
export function finish(state: ParseState): ParsedCommand {
  const { grammar } = state.index;
  const special = grammar.when?.find((wanted) => holds(wanted, state.options));
  const { endOfOptions, unknownSubcommand } = state;
  return {
    subcommand: state.subcommand,
    ...(unknownSubcommand === undefined ? {} : { unknownSubcommand }),
    options: special?.values === undefined ? state.options : withCaseKinds(state.options, special.values),
    unknownOptions: state.unknownOptions,
    operands: withKinds(state, special?.operands ?? grammar.operands ?? 'path*'),
    dynamic: state.dynamic,
    ...(endOfOptions === undefined ? {} : { endOfOptions }),
  };
}
