import type { Given } from './finding.ts';
import { oneOf } from './keyed.ts';
import { textValue, type Value } from './value.ts';

export const INPUT: Value = { kind: 'unknown', reason: 'stdin' };

const KNOWN = new WeakMap<Given, Value>();

/** Any of the lines that a program reads from its standard input. */
export function anyLine(given: Given): Value {
  const { lines } = given;
  if (lines === undefined || lines.length === 0) return INPUT;
  const known = KNOWN.get(given) ?? oneOf(lines.map(textValue));
  KNOWN.set(given, known);
  return known;
}
