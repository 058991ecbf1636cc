import { grammarLevels, wordsOf } from '../grammar/effect-of.ts';
import type { Grammar } from '../grammar/grammar.ts';
import { optionLines, optionSpec } from '../grammar/option-spec.ts';
import { parseCommand } from '../grammar/parse-command.ts';
import type { Analysis, Input, Invocation } from '../model/invocation.ts';
import { wordValue } from '../model/word.ts';
import type { Call } from './behaviour.ts';
import { isFile } from './paths.ts';

export interface CallInput {
  readonly program: string;
  readonly invocation: Invocation;
  readonly analysis: Analysis;
  readonly grammar: Grammar;
}

/** Reads a program start by the program's grammar. */
export function createCall({ program, invocation, analysis, grammar }: CallInput): Call {
  const parsed = parseCommand(program, invocation.argv, grammar);
  const words = wordsOf(parsed);
  return { program, invocation, grammar, parsed, words, fed: inputsOf(invocation, analysis).some(feeds) };
}

/** Everything that a start may read: its own inputs and those of the wrappers around it. */
export function inputsOf({ inputs, via }: Invocation, analysis: Analysis): readonly Input[] {
  const outer = via.flatMap(({ invocation }) => analysis.invocations[invocation]?.inputs ?? []);
  return [...inputs, ...outer];
}

function feeds(input: Input): boolean {
  if (input.kind === 'file') return isFile(wordValue(input.path) ?? '');
  return input.kind === 'pipe' || input.kind === 'text';
}

/** Indexes in argv of values whose option the grammar lacks: it only guesses that they are values. */
export function undescribedOptions({ grammar, parsed }: Call): ReadonlySet<number> {
  const levels = grammarLevels(grammar, parsed);
  const attached = parsed.options.filter(({ value, kind }) => value !== undefined && kind === 'path');
  if (attached.length === 0) return new Set();
  const names = new Set(
    levels.flatMap(({ options }) => optionLines(options).flatMap((line) => optionSpec(line).names)),
  );
  return new Set(attached.filter((one) => !one.names.some((name) => names.has(name))).map(({ index }) => index));
}

/** An option's value as it stands in argv, for programs whose grammar does not tell which options take one. */
export function rawOption({ invocation: { argv } }: Call, name: string): string | undefined {
  for (const [at, word] of argv.entries()) {
    const value = wordValue(word);
    if (value === undefined) continue;
    if (value === name) return wordValue(argv[at + 1]);
    if (value.startsWith(`${name}=`)) return value.slice(name.length + 1);
    if (name.length === 2 && value.startsWith(name) && value.length > 2) return value.slice(2);
  }
  return undefined;
}
