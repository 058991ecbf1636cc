import { grammarOf } from '../grammar/index.ts';
import { parseCommand } from '../grammar/parse-command.ts';
import type { Analysis, Assignment, Invocation } from '../model/invocation.ts';
import { wordValue } from '../model/word.ts';

/** Variables that `env -u` takes from a start and nothing behind it gives back; the wrappers are those it was found through. */
export function takenAway(analysis: Analysis, { via, assignments }: Invocation): readonly string[] {
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

/** The line takes this variable away before the start, as far as shells in it share their variables. */
export function mayBeUnset({ invocations }: Analysis, invocation: Invocation, name: string): boolean {
  const before = invocations.slice(0, Math.max(0, invocations.indexOf(invocation)));
  const last = invocation.assignments.findLast((assignment) => assignment.name === name);
  return before.some((start) => takes(start, name) && !isLater(last, start));
}

function takes({ program, argv }: Invocation, name: string): boolean {
  if (program === undefined || !TAKING.has(program)) return false;
  const words = argv.slice(1).map((word) => wordValue(word));
  return TAKING.get(program)?.(words) === true && words.includes(name);
}

type Words = readonly (string | undefined)[];

const hasPlusX = (words: Words): boolean => words.some((word) => word?.startsWith('+') && word.includes('x'));

/** What takes a variable from the programs that follow, and with which of its words. */
const TAKING: ReadonlyMap<string, (words: Words) => boolean> = new Map([
  ['unset', (words: Words) => words[0] !== '-f'],
  ['export', (words: Words) => words.includes('-n')],
  ['declare', hasPlusX],
  ['typeset', hasPlusX],
]);

function isLater(assignment: Assignment | undefined, start: Invocation): boolean {
  const given = assignment?.span?.start;
  return given !== undefined && start.span !== undefined && given >= start.span.end;
}
