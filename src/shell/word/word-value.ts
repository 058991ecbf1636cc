import type { Word } from '../../model/word.ts';
import { known, unknown, type Value } from '../state/value.ts';
import type { Walker } from '../state/walker.ts';

/** A word as a value, with the invocations that printed it. */
export function wordToValue(word: Word, walker: Walker): Value {
  if (word.kind === 'known') return known(word.value);
  const from = walker.record.printedBy.get(word) ?? [];
  if (word.kind === 'glob') return unknown('glob', { pattern: word.pattern, temporary: word.temporary, from });
  const { prefix, suffix, within, names, temporary, reason, alternatives, likely } = word;
  const numeric = reason === 'arithmetic' || walker.record.numbers.has(word);
  if (word.fields !== 'any' || within === undefined)
    return unknown(reason, {
      prefix,
      suffix,
      numeric,
      from,
      within,
      names,
      temporary,
      alternatives,
      likely,
      template: walker.record.templates.get(word),
    });
  const paths = names === undefined ? { prefix, suffix, within } : { prefix, suffix, within, names };
  return unknown(reason, { prefix, suffix, numeric, from, paths });
}
