import type { Word } from '../model/word.ts';

/** What is certain of a word's beginning: the value, the pattern, or the known prefix. */
export function leadOf(word: Word): string {
  if (word.kind === 'known') return word.value;
  return word.kind === 'glob' ? word.pattern : word.prefix;
}

/** The word without the first `count` characters of its lead: `--file=$X` -> `$X`. */
export function dropLead(word: Word, count: number): Word {
  const lead = leadOf(word);
  const rest = lead.slice(count);
  const sameSpelling = word.text.startsWith(lead);
  const text = sameSpelling ? word.text.slice(count) : rest;
  const span =
    sameSpelling && word.span !== undefined ? { span: { start: word.span.start + count, end: word.span.end } } : {};
  const origin = word.origin === undefined ? {} : { origin: word.origin };
  if (word.kind === 'known') return { kind: 'known', value: rest, text, ...span, ...origin };
  if (word.kind === 'glob') return { kind: 'glob', pattern: rest, text, ...span, ...origin };
  return { ...word, prefix: rest, text, ...span };
}

/**
 * It may be no argument at all, an option, an operand or several of them. A dynamic word that stays one word (`"$f"`, find's
 * `{}`) counts as an operand: options are passed in words that split (`$FLAGS`), values in quotes.
 */
export function isAnything(word: Word): boolean {
  return word.kind === 'unknown' && word.fields === 'any';
}
