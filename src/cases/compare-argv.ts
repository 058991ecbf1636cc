import type { Analysis, Invocation } from '../model/invocation.ts';
import type { Word } from '../model/word.ts';
import { baseName } from '../util/path.ts';

export type ExpectedArgv = readonly (string | null)[];

/** What is wrong between the expected program starts and the analysis, or undefined. */
export function compareInvocations(
  analysis: Analysis,
  expected: readonly ExpectedArgv[],
  exact: boolean,
): string | undefined {
  const missing = expected.filter((argv) => !analysis.invocations.some((one) => sameArgv(one.argv, argv)));
  if (missing.length > 0) return `not found: ${missing.map((argv) => JSON.stringify(argv)).join(', ')}`;
  if (!exact) return undefined;
  const extra = countable(analysis).filter((one) => !expected.some((argv) => sameArgv(one.argv, argv)));
  if (extra.length === 0) return undefined;
  return `not expected: ${extra.map((one) => JSON.stringify(one.argv.map((word) => word.text))).join(', ')}`;
}

/** Builtins, functions of the line, peeled wrappers and stand-ins may be reported beside the real starts. */
function countable({ invocations }: Analysis): readonly Invocation[] {
  const wrappers = new Set(invocations.flatMap((one) => one.via.map((wrapper) => wrapper.invocation)));
  return invocations.filter(
    (one, index) => one.role === 'program' && one.standsFor === undefined && !wrappers.has(index),
  );
}

/** `null` stands for any number of words; a program is compared by its base name. */
function sameArgv(actual: readonly Word[], expected: ExpectedArgv): boolean {
  let states = new Set([0]);
  for (const [index, word] of actual.entries()) {
    const next = new Set<number>();
    for (const at of skipNulls(states, expected)) {
      if (expected[at] === null) next.add(at);
      else if (at < expected.length && sameWord(word, expected[at] as string, index === 0)) next.add(at + 1);
    }
    states = next;
  }
  return skipNulls(states, expected).has(expected.length);
}

function skipNulls(states: ReadonlySet<number>, expected: ExpectedArgv): ReadonlySet<number> {
  const open = new Set(states);
  for (const at of open) if (expected[at] === null) open.add(at + 1);
  return open;
}

function sameWord(word: Word, expected: string, isProgram: boolean): boolean {
  if (word.kind === 'unknown') return false;
  const value = word.kind === 'known' ? word.value : word.text;
  return value === expected || (isProgram && baseName(value) === baseName(expected));
}
