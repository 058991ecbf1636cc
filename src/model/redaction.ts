import type { RedactedPattern } from './policy.ts';

/** How a request runs, if it does: what it prints is masked. */
export interface Redaction {
  /** ids of the rules that say so, then names of the modules whose default it is; never empty */
  readonly by: readonly string[];
  /** also what a tool is handed; the words of a command are never changed */
  readonly input: boolean;
  /** what is masked beside the known kinds */
  readonly patterns: readonly RedactedPattern[];
}

/** All that any of them masks; undefined = none does. */
export function joinRedactions(all: readonly (Redaction | undefined)[]): Redaction | undefined {
  const some = all.filter((one) => one !== undefined);
  const [first] = some;
  if (first === undefined || some.length === 1) return first;
  return {
    by: [...new Set(some.flatMap(({ by }) => by))],
    input: some.some(({ input }) => input),
    patterns: [...new Set(some.flatMap(({ patterns }) => patterns))],
  };
}
