import { HOLE, HOLE_VARIABLE } from '../../model/hole.ts';
import { shQuote } from '../../util/sh-quote.ts';
import { templateOf, type Value } from '../state/value.ts';
import type { Expansion } from './expansion.ts';

/**
 * Gives an element that a text names a value, as an assignment in the line does: its subscript is evaluated, and a table of the
 * shell filled. False where the subscript may be more than a name or a number.
 */
export function assignElement(
  name: string,
  subscript: string,
  value: Value,
  { walker, frame }: Pick<Expansion, 'walker' | 'frame'>,
): boolean {
  if (!/^-?\w+$/.test(subscript)) return false;
  const pieces = value.known ? [value.text] : templateOf(value).split(HOLE);
  const text = pieces.map(shQuote).join(`"${HOLE_VARIABLE}"`);
  walker.runCode(`${name}[${subscript}]=${text}`, frame.with({ spans: false, stdout: undefined }));
  return true;
}
