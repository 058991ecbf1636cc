import type { Analysis, Invocation } from '../model/invocation.ts';
import type { Word } from '../model/word.ts';
import { baseName } from '../util/path.ts';

export type ExpectedArgv = readonly (string | null)[];

export interface Comparison {
  /** what is missing or too much; undefined = as expected */
  readonly wrong?: string;
  /** some expected word is only not contradicted: the analysis says that it does not know it */
  readonly unsure: boolean;
}

/**
 * Compares program starts, order free. `recorded`: the case was recorded from a shell whose PATH held nothing but
 * recorders called `cmd..`; no other program can have started there.
 */
export function compareInvocations(
  analysis: Analysis,
  expected: readonly ExpectedArgv[],
  { exact, recorded }: { readonly exact: boolean; readonly recorded: boolean },
): Comparison {
  const fits = expected.map((argv) => Math.max(0, ...analysis.invocations.map((one) => fitOf(one.argv, argv))));
  const missing = expected.filter((_argv, index) => fits[index] === NO_FIT);
  if (missing.length > 0) {
    return { wrong: `not found: ${missing.map((argv) => JSON.stringify(argv)).join(', ')}`, unsure: false };
  }
  const unsure = fits.includes(LOOSE_FIT);
  if (!exact) return { unsure };
  const extra = countable(analysis, recorded).filter(
    (one) => !expected.some((argv) => fitOf(one.argv, argv) !== NO_FIT),
  );
  if (extra.length === 0) return { unsure };
  return {
    wrong: `not expected: ${extra.map((one) => JSON.stringify(one.argv.map(({ text }) => text))).join(', ')}`,
    unsure,
  };
}

/** Builtins, functions of the line, peeled wrappers and stand-ins may be reported beside the real starts. */
function countable({ invocations }: Analysis, recorded: boolean): readonly Invocation[] {
  const wrappers = new Set(invocations.flatMap((one) => one.via.map((wrapper) => wrapper.invocation)));
  return invocations.filter(
    (one, index) =>
      one.role === 'program' &&
      one.standsFor === undefined &&
      !wrappers.has(index) &&
      !(recorded && one.program !== undefined && !one.program.startsWith('cmd')),
  );
}

const NO_FIT = 0;
const LOOSE_FIT = 1;
const FULL_FIT = 2;
type Fit = typeof NO_FIT | typeof LOOSE_FIT | typeof FULL_FIT;

/**
 * `null` stands for any number of words; a program is compared by its base name. A word that the analysis does not know
 * fits loosely whatever it may be, with its known beginning and end.
 */
function fitOf(actual: readonly Word[], expected: ExpectedArgv): Fit {
  let states = new Map<number, Fit>([[0, FULL_FIT]]);
  for (const [index, word] of actual.entries()) {
    const next = new Map<number, Fit>();
    for (const [at, sofar] of skipNulls(states, expected)) {
      for (const [to, here] of steps(word, expected, at, index === 0)) raise(next, to, Math.min(sofar, here) as Fit);
    }
    states = next;
  }
  return skipNulls(states, expected).get(expected.length) ?? NO_FIT;
}

/** Where in the expected words one word of ours may lead to. */
function steps(
  word: Word,
  expected: ExpectedArgv,
  at: number,
  isProgram: boolean,
): readonly (readonly [number, Fit])[] {
  const wanted = expected[at];
  if (wanted === null) return [[at, FULL_FIT]];
  if (word.kind !== 'unknown') {
    return wanted !== undefined && sameWord(word, wanted, isProgram) ? [[at + 1, FULL_FIT]] : [];
  }
  if (word.fields === 'any')
    return expected
      .slice(at)
      .map((_word, count) => [at + count + 1, LOOSE_FIT] as const)
      .concat([[at, LOOSE_FIT]]);
  const isPossible = wanted?.startsWith(word.prefix) === true && wanted.endsWith(word.suffix);
  return isPossible ? [[at + 1, LOOSE_FIT]] : [];
}

function raise(states: Map<number, Fit>, at: number, fit: Fit): void {
  if (fit > (states.get(at) ?? NO_FIT)) states.set(at, fit);
}

function skipNulls(states: ReadonlyMap<number, Fit>, expected: ExpectedArgv): ReadonlyMap<number, Fit> {
  const open = new Map(states);
  for (const [at, fit] of open) if (expected[at] === null) raise(open, at + 1, fit);
  return open;
}

function sameWord(word: Exclude<Word, { kind: 'unknown' }>, expected: string, isProgram: boolean): boolean {
  const value = word.kind === 'known' ? word.value : word.text;
  return value === expected || (isProgram && baseName(value) === baseName(expected));
}
