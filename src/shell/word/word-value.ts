import type { Word } from '../../model/word.ts';
import type { Machine } from '../machine.ts';
import { known, unknown, type Value } from '../value.ts';

/** What is known of the text of a word, with the invocations that printed it. */
export function wordToValue(word: Word, machine: Machine): Value {
  if (word.kind === 'known') return known(word.value);
  const from = machine.record.printedBy.get(word) ?? [];
  if (word.kind === 'glob') return unknown('glob', { pattern: word.pattern, from });
  const { prefix, suffix, within, names } = word;
  const isList = word.fields === 'any' && within !== undefined;
  const name = names === undefined ? {} : { names };
  const place = isList ? { paths: { prefix, suffix, within, ...name } } : { within, ...name };
  return unknown(word.reason, { prefix, suffix, numeric: word.reason === 'arithmetic', from, ...place });
}
