import type { Word } from '../model/word.ts';
import { knownWord, wordValue } from '../model/word.ts';
import { splitEnvString } from './env-split.ts';
import { doubt, startOf } from './peeled.ts';
import { lookPastDynamic, takeAssignments } from './prefix.ts';
import { flags, has, longs, optionValue, optionValues, type Reading, readOptions } from './reading.ts';
import type { Effects, Peeled, WrapperFamily } from './wrapper.ts';

const ENV = {
  options: [
    '-i --ignore-environment',
    ...flags('0v'),
    ...longs('null debug list-signal-handling help version'),
    '-u --unset =text',
    '-C --chdir =path',
    '-S --split-string =text',
    '-a --argv0 =text',
    '-P =text', // BSD: search path for the program
    ...longs('block-signal default-signal ignore-signal', '[=text]'),
  ],
  optionsFirst: true,
  source: 'env(1) coreutils 9.1, executed; -a 9.5; -P FreeBSD env(1)',
};

function envEffects(reading: Reading): Effects {
  const unsets = optionValues(reading, '--unset').flatMap((word) => wordValue(word) ?? []);
  const cwd = optionValue(reading, '--chdir');
  return {
    ...(has(reading, '-i') || wordValue(reading.operands[0]) === '-' ? { clearsEnv: true } : {}),
    ...(unsets.length === 0 ? {} : { unsets }),
    ...(cwd === undefined ? {} : { cwd }),
  };
}

function merged(outer: Effects, inner: Effects | undefined): Effects {
  if (inner === undefined) return outer;
  const unsets = [...(outer.unsets ?? []), ...(inner.unsets ?? [])];
  const assignments = [...(outer.assignments ?? []), ...(inner.assignments ?? [])];
  return {
    ...outer,
    ...inner,
    ...(unsets.length === 0 ? {} : { unsets }),
    ...(assignments.length === 0 ? {} : { assignments }),
  };
}

/** -S splits one word into several, which env then reads as its own words: options, assignments, the command. */
function peelSplit(reading: Reading, text: Word, depth: number): readonly Peeled[] {
  const value = wordValue(text);
  const parts = value === undefined ? undefined : splitEnvString(value);
  if (parts === undefined) return [doubt('hidden-code', 'env -S with a text that is not known')];
  const words = [knownWord('env'), ...parts, ...reading.operands];
  return peelEnv(words, depth + 1).map((one) =>
    one.kind === 'doubt' ? one : { ...one, effects: merged(envEffects(reading), one.effects) },
  );
}

function peelEnv(argv: readonly Word[], depth = 0): readonly Peeled[] {
  const reading = readOptions(ENV, argv);
  const split = optionValue(reading, '--split-string');
  if (split !== undefined) {
    const inner = depth > 4 ? [doubt('too-deep', 'env -S in env -S')] : peelSplit(reading, split, depth);
    return [...inner, ...reading.doubts];
  }
  const words = wordValue(reading.operands[0]) === '-' ? reading.operands.slice(1) : reading.operands;
  const { assignments, rest } = takeAssignments(words);
  const effects = { ...envEffects(reading), ...(assignments.length === 0 ? {} : { assignments }) };
  return [...startOf(rest, effects), ...reading.doubts];
}

/** `env -i -C /x A=1 rm y` -> `rm y` in /x with nothing but A. */
export const ENV_FAMILY: WrapperFamily = {
  names: ['env', 'genv'],
  peel: ({ argv }) => lookPastDynamic(argv, (words) => peelEnv(words)),
};
