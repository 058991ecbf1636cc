import type { Grammar } from '../grammar/grammar.ts';
import type { Assignment } from '../model/invocation.ts';
import type { Word } from '../model/word.ts';
import { wordValue } from '../model/word.ts';
import { startOf, startOrShell } from './peeled.ts';
import { has, type Reading, readOptions } from './reading.ts';
import { mayBeOption, splitAssignment } from './words.ts';
import type { Effects, Peeled, WrapperFamily } from './wrapper.ts';

/** The most common shape: `wrapper [options] [operands] [NAME=VALUE] command arguments`. */
export interface PrefixSpec {
  readonly names: readonly string[];
  readonly options?: readonly string[];
  readonly numericOptions?: boolean;
  /** no clusters: `-name` is one option */
  readonly singleDash?: boolean;
  /** an option that the table lacks takes no value (all values are `=attached`) */
  readonly anyOption?: boolean;
  /** operands before the command */
  readonly skip?: number | ((reading: Reading) => number);
  /** NAME=VALUE operands in front of the command */
  readonly assignments?: boolean;
  /** with one of these there is no command */
  readonly noneIf?: readonly string[];
  /** without a command it starts a shell; an option = only with that */
  readonly shell?: true | string;
  readonly effects?: (reading: Reading) => Effects;
  /** what its options run beside the command */
  readonly runs?: (reading: Reading) => readonly Peeled[];
  /** manual page and version, or another source */
  readonly source: string;
}

/** Takes NAME=VALUE words off the front. */
export function takeAssignments(words: readonly Word[]): {
  readonly assignments: readonly Assignment[];
  readonly rest: readonly Word[];
} {
  const assignments: Assignment[] = [];
  let at = 0;
  for (; at < words.length; at++) {
    const assignment = splitAssignment(words[at] as Word);
    if (assignment === undefined) break;
    assignments.push(assignment);
  }
  return { assignments, rest: words.slice(at) };
}

/** The words behind the first `--`; undefined where there is none. */
export function afterDashes(words: readonly Word[]): readonly Word[] | undefined {
  const at = words.findIndex((word) => wordValue(word) === '--');
  return at < 0 ? undefined : words.slice(at + 1);
}

function effectsWith(effects: Effects, assignments: readonly Assignment[]): Effects {
  if (assignments.length === 0) return effects;
  return { ...effects, assignments: [...(effects.assignments ?? []), ...assignments] };
}

function peelPrefix(spec: PrefixSpec, grammar: Grammar, argv: readonly Word[]): readonly Peeled[] {
  const reading = readOptions(grammar, argv);
  if (spec.noneIf !== undefined && has(reading, ...spec.noneIf)) return [];
  const skip = typeof spec.skip === 'function' ? spec.skip(reading) : (spec.skip ?? 0);
  const words = reading.operands.slice(skip);
  const { assignments, rest } = spec.assignments ? takeAssignments(words) : { assignments: [], rest: words };
  const effects = effectsWith(spec.effects?.(reading) ?? {}, assignments);
  const startsShell = spec.shell === true || (spec.shell !== undefined && has(reading, spec.shell));
  return [
    ...(spec.runs?.(reading) ?? []),
    ...(startsShell ? startOrShell(rest, effects) : startOf(rest, effects)),
    ...reading.doubts,
  ];
}

/** Runs of unknown words in front of a command that are tried both ways. */
const MAX_DYNAMIC_WORDS = 4;

/**
 * A dynamic word where the command stands (`sudo $X rm y`) may also be an option: the command is reported as starting
 * there, and once more as if the word were not there.
 */
export function lookPastDynamic(
  argv: readonly Word[],
  peel: (argv: readonly Word[]) => readonly Peeled[],
): readonly Peeled[] {
  let found = peel(argv);
  const all = [...found];
  let words = argv;
  for (let round = 0; round < MAX_DYNAMIC_WORDS; round++) {
    const first = firstDynamic(found);
    if (first === undefined) break;
    const from = words.indexOf(first);
    let to = from;
    while (mayBeOption(words[to])) to++;
    words = [...words.slice(0, from), ...words.slice(to)];
    found = from < 1 ? [] : peel(words);
    // an option that the wrapper does not know is one of what the dynamic word starts
    all.push(...found.filter((one) => one.kind !== 'doubt' || one.code !== 'unknown-option'));
  }
  return all;
}

function firstDynamic(found: readonly Peeled[]): Word | undefined {
  for (const one of found) {
    const word = one.kind === 'argv' ? one.argv[0] : one.kind === 'script-file' ? one.path : undefined;
    if (mayBeOption(word)) return word;
  }
  return undefined;
}

export function prefixFamily(spec: PrefixSpec): WrapperFamily {
  const grammar: Grammar = {
    options: spec.options ?? [],
    optionsFirst: true,
    ...(spec.numericOptions === undefined ? {} : { numericOptions: spec.numericOptions }),
    ...(spec.singleDash === undefined ? {} : { singleDash: spec.singleDash }),
    ...(spec.anyOption === undefined ? {} : { anyOption: spec.anyOption }),
    source: spec.source,
  };
  return {
    names: spec.names,
    peel: ({ argv }) => lookPastDynamic(argv, (words) => peelPrefix(spec, grammar, words)),
  };
}
