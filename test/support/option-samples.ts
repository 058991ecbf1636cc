import { grammarOf, hasGrammar, withoutVersion } from '../../src/grammar/index.ts';
import { childIndex, type GrammarIndex, indexOf, lookUp, resolveSubcommand } from '../../src/grammar/option-index.ts';
import { parseCommand } from '../../src/grammar/parse-command.ts';
import { knownWord, type Word, wordValue } from '../../src/model/word.ts';
import { RUNNERS } from '../../src/runners/index.ts';
import { peel, WRAPPERS } from '../../src/wrappers/index.ts';
import type { Peeled } from '../../src/wrappers/wrapper.ts';
import { RUNNER_CASES, runnerCallOf, summary } from './runner-cases.ts';
import { WRAPPER_CASES, wrapperOf } from './wrapper-cases.ts';
import { readStart } from './wrapper-notation.ts';

/** What a call starts, and whether it leaves a doubt. */
interface Outcome {
  readonly starts: readonly string[];
  readonly isUnsure: boolean;
}

/** A call from the tables that starts something. */
export interface Sample {
  /** `command`: of its words; `files`: of what stands in files */
  readonly kind: 'command' | 'files';
  readonly program: string;
  readonly argv: readonly Word[];
  readonly starts: readonly string[];
  run(argv: readonly Word[]): Outcome;
}

/** One option in one spelling, at one level of a program. */
export interface Trial {
  /** `kubectl exec --as-uid v` */
  readonly name: string;
  readonly words: readonly string[];
  readonly argv: readonly Word[];
}

/** `python3.12` has the grammar of `python`. */
const isVersion = (name: string) => withoutVersion(name) !== name && hasGrammar(withoutVersion(name));

/** Programs that start others and have a grammar of their own. */
export const described = [...WRAPPERS.keys()].filter((name) => hasGrammar(name) && !isVersion(name));

/** The words, the code or the file, without what is known of the ends of an unknown word. */
function startText(one: Peeled): string {
  const word = one.kind === 'code' ? one.code : one.kind === 'script-file' ? one.path : undefined;
  const words = one.kind === 'argv' ? one.argv : word === undefined ? [] : [word];
  return words.map((each) => (each.kind === 'unknown' ? '<>' : (wordValue(each) ?? each.text))).join(' ');
}

/** Calls of test/tables/wrappers, under each name of the family that has a grammar. */
function wrapperSamples(): readonly Sample[] {
  const rows = WRAPPER_CASES.flatMap(([, all]) => all);
  return rows.flatMap(({ start: line, stdin }) => {
    const family = wrapperOf(line);
    const call = readStart(line);
    const start = stdin === undefined ? call : { ...call, stdin: { text: stdin } };
    if (family === undefined) return [];
    const run = (argv: readonly Word[]): Outcome => {
      const found = peel(family, { ...start, argv });
      const starts = found.filter(({ kind }) => kind === 'argv' || kind === 'code' || kind === 'script-file');
      return {
        starts: starts.map(startText),
        isUnsure: found.some(({ kind }) => kind === 'doubt'),
      };
    };
    return family.names
      .filter((name) => described.includes(name))
      .map((program) => sampleOf('command', program, [knownWord(program), ...call.argv.slice(1)], run));
  });
}

/** Calls of test/tables/runners: programs that run what stands in files. */
function runnerSamples(): readonly Sample[] {
  return RUNNER_CASES.flatMap(([, rows]) => rows).flatMap((row) => {
    const call = runnerCallOf(row);
    const program = wordValue(call.argv[0]) ?? '';
    if (!hasGrammar(program)) return [];
    const run = (argv: readonly Word[]): Outcome => {
      const found = RUNNERS.get(program)?.run({ ...call, argv }) ?? [];
      return { starts: found.map(summary), isUnsure: found.some(({ kind }) => kind === 'doubt') };
    };
    return [sampleOf('files', program, call.argv, run)];
  });
}

function sampleOf(kind: Sample['kind'], program: string, argv: readonly Word[], run: Sample['run']): Sample {
  return { kind, program, argv, starts: run(argv).starts, run };
}

/** Calls that start something and leave no doubt, as the tables of wrappers and runners have them. */
export function samples(): readonly Sample[] {
  const all = [...wrapperSamples(), ...runnerSamples()];
  return all.filter(({ argv, starts, run }) => {
    const isKnown = argv.every(({ kind }) => kind === 'known');
    return isKnown && starts.length > 0 && !run(argv).isUnsure && !isBundled(argv);
  });
}

/** `tar xf a`: an option in front of the letters makes them a name. */
function isBundled([program, first]: readonly Word[]): boolean {
  const { bundledFirst } = grammarOf(wordValue(program) ?? '');
  return bundledFirst === true && !(wordValue(first) ?? '').startsWith('-');
}

/**
 * The sample with each option of the program's grammar, behind the program and behind each of its subcommands. An option
 * without a value is also tried in front of each other one that no operand precedes: a table that expects a value takes that.
 */
export function trialsOf({ program, argv }: Sample): readonly Trial[] {
  const { subcommand, options, operands } = parseCommand(program, argv);
  const behind = operands[0]?.index ?? argv.length;
  const trials: Trial[] = [];
  let index = indexOf(grammarOf(program));
  let at = 1;
  let path = program;
  for (let depth = 0; ; depth += 1) {
    const start = at;
    const name = subcommand[depth];
    const next = name === undefined ? undefined : index.grammar.subcommands?.[name];
    const { grammar } = index;
    const end = argv.findIndex((word, to) => to >= start && resolveSubcommand(grammar, wordValue(word) ?? '') === name);
    const own = options.filter(({ index: to }) => to > start && to < (next === undefined ? behind : end));
    trials.push(...trialsAt(index, path, argv, [start, ...new Set(own.map(({ index: to }) => to))]));
    if (name === undefined || next === undefined) return trials;
    at = end + 1;
    path = `${path} ${name}`;
    index = childIndex(index, name, next);
  }
}

function trialsAt(
  index: GrammarIndex,
  path: string,
  argv: readonly Word[],
  [first = 1, ...later]: readonly number[],
): readonly Trial[] {
  return spellingsAt(index).flatMap((spelling) =>
    formsOf(index, spelling).flatMap((words) =>
      [first, ...(words.join(' ') === spelling ? later : [])].map((at) => ({
        name: `${path} ${words.join(' ')}`,
        words,
        argv: [...argv.slice(0, at), ...words.map((word) => knownWord(word)), ...argv.slice(at)],
      })),
    ),
  );
}

/** Those of the level and those that are known everywhere. */
function spellingsAt(index: GrammarIndex): readonly string[] {
  const names = new Set(index.exact.keys());
  for (let above = index.parent; above !== undefined; above = above.parent)
    if (above.grammar.optionsEverywhere) for (const name of above.exact.keys()) names.add(name);
  return [...names].filter((name) => /^[-+]./.test(name));
}

/** How an option is written: `--a v`, `--a=v`, `-av`. */
function formsOf(index: GrammarIndex, name: string): readonly (readonly string[])[] {
  const entry = lookUp(index, name);
  if (entry === undefined) return [];
  const { value, count } = entry.spec;
  const attached = name.startsWith('--') ? [[`${name}=v`]] : name.length === 2 ? [[`${name}v`]] : [];
  if (entry.negated || value === 'none') return [[name]];
  if (value === 'command') return [[name, 'v', ';']];
  if (value === 'optional') return [[name], ...(entry.spec.isNumber ? [[`${name}1`]] : attached)];
  return [[name, ...Array.from({ length: count }, () => 'v')], ...(count === 1 ? attached : [])];
}

/** Whether what the sample starts is no longer found and nobody says so. */
export function isLost({ starts, run }: Sample, { argv, words }: Trial): boolean {
  const outcome = run(argv);
  // some start the same program again, with its options
  const found = outcome.starts.flatMap((one) => [one, one.replace(` ${words.join(' ')}`, '')]);
  // what options add to code stands on lines of its own, or in front of it
  const lines = new Set(found.flatMap((one) => one.split('\n')));
  const isFound = (start: string) =>
    start.split('\n').every((line) => lines.has(line)) || found.some((one) => one.endsWith(` ${start}`));
  return !outcome.isUnsure && !starts.every(isFound);
}
