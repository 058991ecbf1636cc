import type { FoundPath } from '../model/found-path.ts';
import { HOLE } from '../model/hole.ts';
import type { UnknownReason, UnknownWord, Word } from '../model/word.ts';
import { knownWord, wordValue } from '../model/word.ts';
import { shWord } from '../util/sh-quote.ts';

/** The known beginning of a word. */
export function leadingText(word: Word): string {
  if (word.kind === 'known') return word.value;
  return word.kind === 'unknown' ? word.prefix : (/^[^*?[\\]*/.exec(word.pattern)?.[0] ?? '');
}

/** The known end of a word. */
export function trailingText(word: Word): string {
  if (word.kind === 'known') return word.value;
  return word.kind === 'unknown' ? word.suffix : '';
}

/** Whether an unknown word may be an option. */
export function mayBeOption(word: Word | undefined): boolean {
  return word?.kind === 'unknown' && (word.prefix === '' || word.prefix.startsWith('-'));
}

type Parts = Partial<Omit<UnknownWord, 'kind' | 'span' | 'origin'>> & { readonly reason: UnknownReason };

/** Fields are spelled out: spreading objects of many shapes takes ten times as long. */
export function unknownWord(parts: Parts): UnknownWord {
  const { text = '', prefix = '', suffix = '', fields = 'one', reason, within, names } = parts;
  if (within === undefined) {
    const word: UnknownWord = { kind: 'unknown', text, prefix, suffix, fields, reason };
    return names === undefined ? word : { ...word, names };
  }
  if (names === undefined) return { kind: 'unknown', text, prefix, suffix, fields, reason, within };
  return { kind: 'unknown', text, prefix, suffix, fields, reason, within, names };
}

function reasonOf(word: Word): UnknownReason {
  return word.kind === 'unknown' ? word.reason : 'glob';
}

/**
 * The words joined, as `ssh`, `watch` or `eval` pass them to a shell; unknown from the first unknown word to the last.
 */
export function joinWords(words: readonly Word[], separator = ' '): Word {
  if (words.length === 1) return words[0] as Word;
  const text = words.map((word) => word.text).join(separator);
  const dynamic = words.filter((word) => word.kind !== 'known');
  const first = dynamic[0];
  const last = dynamic.at(-1);
  if (first === undefined || last === undefined) return knownWord(words.map(leadingText).join(separator), text);
  const before = words.slice(0, words.indexOf(first)).map(leadingText);
  const after = words.slice(words.lastIndexOf(last) + 1).map(trailingText);
  const joined = unknownWord({
    text,
    prefix: [...before, leadingText(first)].join(separator),
    suffix: [trailingText(last), ...after].join(separator),
    reason: reasonOf(first),
  });
  TEMPLATES.set(joined, words.map(templateOf).join(separator));
  return joined;
}

const PLAIN = /^[\w@%+=:,./-]*$/;

/** Whether it has no character that is special to a shell. */
export function isPlain(word: Word): boolean {
  return word.kind !== 'glob' && PLAIN.test(leadingText(word)) && PLAIN.test(trailingText(word));
}

/** An item that a wrapper substitutes for `{}` at run time. */
export interface Item extends FoundPath {
  readonly reason: UnknownReason;
}

/** The texts of joined words, with HOLE in place of each unknown piece. */
const TEMPLATES = new WeakMap<Word, string>();

/** The same with a pattern in place of what a search found. */
const ASSUMED = new WeakMap<Word, string>();

/** Code in which a pattern stands for the paths that a search put into it: one more reading of it. */
export function assumedText(word: Word): string | undefined {
  return ASSUMED.get(word);
}

/** `dir/*.txt` for what `find dir -name '*.txt'` prints. */
function foundGlob(within: string, names: readonly string[] = []): string {
  const [name] = names;
  const isPlainName = names.length === 1 && name !== undefined && /^[\w.*?-]+$/.test(name);
  return `${within === '/' ? '' : shWord(within.replace(/\/+$/, ''))}/${isPlainName ? name : '*'}`;
}

/** The text of a word, with HOLE in place of each unknown piece. */
export function templateOf(word: Word): string {
  if (word.kind === 'known') return word.value;
  return TEMPLATES.get(word) ?? `${leadingText(word)}${HOLE}${trailingText(word)}`;
}

/**
 * `dir/{}.bak` -> an unknown word that starts with `dir/` and ends with `.bak`; words without `{}` stay as they are.
 */
export function substitute(word: Word, placeholder: string, item: Item): Word {
  const lead = leadingText(word);
  const tail = trailingText(word);
  const from = lead.indexOf(placeholder);
  const to = tail.lastIndexOf(placeholder);
  const whole = wordValue(word) === placeholder;
  const template = whole ? placeholder : templateOf(word);
  const hidden = (word.kind === 'glob' ? word.pattern : template).includes(placeholder);
  if (from < 0 && to < 0 && !hidden) return word;
  const prefix = from < 0 ? lead : lead.slice(0, from) + item.prefix;
  const suffix = to < 0 ? tail : item.suffix + tail.slice(to + placeholder.length);
  const { reason, ...path } = item;
  if (whole) return unknownWord({ ...path, reason, text: word.text, prefix, suffix });
  const isValue = IS_KEY.test(lead.slice(0, Math.max(from, 0))) && to + placeholder.length === tail.length;
  const put = unknownWord({ ...(isValue ? path : {}), text: word.text, prefix, suffix, reason });
  TEMPLATES.set(put, template.replaceAll(placeholder, `${item.prefix}${HOLE}${item.suffix}`));
  if (item.within !== undefined) ASSUMED.set(put, template.replaceAll(placeholder, foundGlob(item.within, item.names)));
  return put;
}

/** `of={}`, `--output={}`: the value is a path that was found. */
const IS_KEY = /^-{0,2}[\w-]+=$/;

/** `NAME=value`, as env and sudo take it in front of a command. */
export function splitAssignment(word: Word): { readonly name: string; readonly value: Word } | undefined {
  const lead = leadingText(word);
  const equals = lead.indexOf('=');
  if (equals <= 0) return undefined;
  const name = lead.slice(0, equals);
  const rest = lead.slice(equals + 1);
  const text = word.text.slice(word.text.indexOf('=') + 1);
  if (word.kind === 'known') return { name, value: knownWord(rest, text) };
  if (word.kind === 'glob') return { name, value: { ...word, text, pattern: word.pattern.slice(equals + 1) } };
  return { name, value: { ...word, text, prefix: rest } };
}

/** A directory that all of these paths are at or below, as it would be written; undefined where none is known. */
export function commonDirectory(roots: readonly Word[]): string | undefined {
  const values = roots.map(wordValue);
  const [first] = values;
  if (values.every((value) => value === first)) return first === '' ? undefined : first;
  const isBelow = (value: string | undefined) =>
    value !== undefined && /^[^/]/.test(value) && !/(^|\/)\.\.(\/|$)/.test(value);
  return values.every(isBelow) ? '.' : undefined;
}
