import { HOLE } from '../../model/hole.ts';
import { templateOf } from '../state/value.ts';
import type { ProgramStart, Walker } from '../state/walker.ts';
import { wordToValue } from '../word/word-value.ts';

/** The value of a variable as the program that is started gets it; undefined = unset, or not known. */
export function variableOf(
  name: string,
  { assignments, frame: { scope } }: Pick<ProgramStart, 'assignments' | 'frame'>,
  walker: Walker,
): string | undefined {
  const given = [...scope.exports, ...assignments].findLast((one) => one.name === name);
  if (given === undefined) return scope.notInherited().includes(name) ? undefined : scope.env[name];
  const value = wordToValue(given.value, walker);
  if (given.append === true) return HOLE;
  return value.known ? value.text : templateOf(value);
}
