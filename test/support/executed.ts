import { segmentMatches } from '../../src/facts/glob.ts';
import type { Analysis, Invocation } from '../../src/model/invocation.ts';
import type { Word } from '../../src/model/word.ts';
import { baseName } from '../../src/util/path.ts';

export type Argv = readonly string[];

export interface Executed {
  /** every program start that any of the runs made */
  readonly all: readonly Argv[];
  /** those that every run made, word for word, whatever the environment and whatever the programs printed */
  readonly always: readonly Argv[];
}

export interface Allowed {
  /** starts that no run may come to; null = any number of words */
  readonly also: readonly (readonly (string | null)[])[];
  /** programs that were themselves and could not write down their start */
  readonly real: readonly string[];
  /** what ran is to be found even where something is said not to be understood */
  readonly found: boolean;
}

/**
 * Every way in which the analysis and what the shell executed are not the same. Where something is said not to be
 * understood, the rest of the answer is a best guess.
 */
export function differences(
  analysis: Analysis,
  executed: Executed,
  { also, real, found: mustFind }: Allowed,
): readonly string[] {
  const isGuess = analysis.unsure.length > 0;
  const found = analysis.invocations;
  const starts = countable(analysis).filter(({ program }) => program === undefined || !real.includes(program));
  const always = new Set(executed.always.map((argv) => JSON.stringify(argv)));
  const missing = (isGuess && !mustFind ? [] : executed.all).flatMap((argv) => {
    const exactly = always.has(JSON.stringify(argv));
    if (found.some((one) => covers(one.argv, argv, exactly))) return [];
    const vaguely = exactly && found.some((one) => covers(one.argv, argv, false));
    return [`${vaguely ? 'not wholly known' : 'not found'}: ${JSON.stringify(argv)}`];
  });
  const extra = (isGuess ? [] : starts).filter(
    ({ argv }) =>
      !executed.all.some((one) => covers(argv, one, false)) && !also.some((one) => covers(argv, one, false)),
  );
  return [...missing, ...extra.map((one) => `not executed: ${show(one)}`)];
}

/** Builtins, functions of the line, peeled wrappers and stand-ins are no programs that a recorder sees. */
function countable({ invocations }: Analysis): readonly Invocation[] {
  const wrappers = new Set(invocations.flatMap((one) => one.via.map((wrapper) => wrapper.invocation)));
  return invocations.filter(
    (one, index) => one.role === 'program' && one.standsFor === undefined && !wrappers.has(index),
  );
}

/** The words can be exactly this argv; with `exactly`, no word may be unknown. */
function covers(words: readonly Word[], argv: readonly (string | null)[], exactly: boolean): boolean {
  let states = skipNulls(new Set([0]), argv);
  for (const [index, word] of words.entries()) {
    const next = new Set<number>();
    for (const at of states)
      for (const end of endsOf(word, at, argv, { exactly, isProgram: index === 0 })) next.add(end);
    states = skipNulls(next, argv);
    if (states.size === 0) return false;
  }
  return states.has(argv.length);
}

function skipNulls(states: Set<number>, argv: readonly (string | null)[]): Set<number> {
  for (const at of states) if (argv[at] === null) states.add(at + 1);
  return states;
}

interface Matching {
  readonly exactly: boolean;
  readonly isProgram: boolean;
}

/** Where in the argv the word may end when it begins at `at`. */
function endsOf(word: Word, at: number, argv: readonly (string | null)[], { exactly, isProgram }: Matching): number[] {
  const text = argv[at];
  if (text === null) return [at];
  if (word.kind === 'known') {
    return text === word.value || (isProgram && text === baseName(word.value)) ? [at + 1] : [];
  }
  if (word.kind === 'unknown' && exactly) return [];
  if (word.kind === 'unknown' && word.fields === 'one') {
    return text?.startsWith(word.prefix) && text.endsWith(word.suffix) ? [at + 1] : [];
  }
  // under nullglob a pattern that matches nothing is no word
  const ends: number[] = [at];
  for (let end = at; end < argv.length; end++) {
    const one = argv[end];
    if (word.kind === 'glob' && one !== null && !globMatches(word.pattern, one as string)) break;
    ends.push(end + 1);
  }
  return ends;
}

function globMatches(pattern: string, text: string): boolean {
  if (text === pattern.replace(/\\(.)/gs, '$1')) return true;
  const segments = text.split('/');
  const patterns = pattern.split('/');
  return (
    patterns.length === segments.length && patterns.every((one, at) => segmentMatches(one, segments[at] as string))
  );
}

function show({ argv }: Invocation): string {
  const words = argv.map((word) => {
    if (word.kind === 'known') return JSON.stringify(word.value);
    return word.kind === 'glob'
      ? `<glob ${word.pattern}>`
      : `<${word.fields} ${word.reason} ${word.prefix}..${word.suffix}>`;
  });
  return words.join(' ');
}
