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
  const sameSpelling = word.text.startsWith(lead.slice(0, count));
  const text = sameSpelling ? word.text.slice(count) : rest;
  const span =
    sameSpelling && word.span !== undefined ? { span: { start: word.span.start + count, end: word.span.end } } : {};
  const origin = word.origin === undefined ? {} : { origin: word.origin };
  if (word.kind === 'known') return { kind: 'known', value: rest, text, ...span, ...origin };
  if (word.kind === 'glob') return { kind: 'glob', pattern: rest, text, ...span, ...origin };
  return { ...word, prefix: rest, text, ...span };
}

/**
 * It may be no argument at all, an option, an operand or several of them. Where options are over, or values are what one
 * expects (`rm "$f"`), a dynamic word that stays one word counts as an operand: options are passed in words that split.
 */
export function isAnything(word: Word, expectsOperand: boolean): boolean {
  if (word.kind !== 'unknown') return false;
  return word.fields === 'any' || (!expectsOperand && word.prefix === '');
}
