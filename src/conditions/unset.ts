import { grammarOf } from '../grammar/index.ts';
import { parseCommand } from '../grammar/parse-command.ts';
import type { Analysis, Assignment, Invocation } from '../model/invocation.ts';
import { wordValue } from '../model/word.ts';
import { memoizeByObject } from '../util/memoize.ts';

/** Variables that `env -u` in front of a start unsets and that no later wrapper sets again. */
export function unsetVariables(analysis: Analysis, { via, assignments }: Invocation): readonly string[] {
  return via.flatMap((wrapper) => {
    const start = wrapper.name === 'env' ? analysis.invocations[wrapper.invocation] : undefined;
    if (start === undefined) return [];
    const given = new Set(assignments.slice(start.assignments.length).map(({ name }) => name));
    return parseCommand('env', start.argv, grammarOf('env'))
      .options.filter(({ names }) => names.includes('--unset'))
      .flatMap(({ value }) => wordValue(value) ?? [])
      .filter((name) => !given.has(name));
  });
}

/** Is the variable unset before the start? In a shell or in a subshell, which the analysis does not tell apart. */
export function mayBeUnset(analysis: Analysis, invocation: Invocation, name: string): boolean {
  const events = unsetsByName(analysis).get(name);
  if (events === undefined) return false;
  const index = analysis.invocations.indexOf(invocation);
  const last = invocation.assignments.findLast((assignment) => assignment.name === name);
  return events.some(({ at, start }) => at < index && !isLater(last, start));
}

interface UnsetEvent {
  /** index in `Analysis.invocations` */
  readonly at: number;
  readonly start: Invocation;
}

/** Starts that unset a variable, by its name; computed once for a line, as each of its starts needs it. */
const unsetsByName = memoizeByObject((analysis: Analysis): ReadonlyMap<string, readonly UnsetEvent[]> => {
  const events = new Map<string, UnsetEvent[]>();
  for (const [at, start] of analysis.invocations.entries()) {
    for (const name of unsetBy(start)) {
      const before = events.get(name);
      if (before === undefined) events.set(name, [{ at, start }]);
      else before.push({ at, start });
    }
  }
  return events;
});

function unsetBy({ program, argv }: Invocation): ReadonlySet<string> {
  const words = program !== undefined && UNSETTING.has(program) ? argv.slice(1).map((word) => wordValue(word)) : [];
  const unsets = words.length > 0 && UNSETTING.get(program ?? '')?.(words) === true;
  return new Set(unsets ? words.filter((word) => word !== undefined) : []);
}

type Words = readonly (string | undefined)[];

const hasPlusX = (words: Words): boolean => words.some((word) => word?.startsWith('+') && word.includes('x'));

/** Builtins that unset or no longer export the variables among their words, and the options with which they do. */
const UNSETTING: ReadonlyMap<string, (words: Words) => boolean> = new Map([
  ['unset', (words: Words) => words[0] !== '-f'],
  ['export', (words: Words) => words.includes('-n')],
  ['declare', hasPlusX],
  ['typeset', hasPlusX],
]);

function isLater(assignment: Assignment | undefined, start: Invocation): boolean {
  const given = assignment?.span?.start;
  return given !== undefined && start.span !== undefined && given >= start.span.end;
}
