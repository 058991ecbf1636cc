import type { ValueKind } from './grammar.ts';

export type SettingKind = 'key' | 'setting';

/** A value or operand of this kind names a setting of git. */
export function isSetting(kind: ValueKind | undefined): kind is SettingKind {
  return kind === 'key' || kind === 'setting';
}

/**
 * The word with section and variable name in lower case: git ignores their case. Subsection and value keep theirs. Source: git-config(1) 2.47, Syntax.
 * `-c` ends the key at the first `=`. A key alone may have `=` in its subsection, so the name is what stands before any `=` or the end.
 */
export function canonicalSetting(word: string, kind: SettingKind): string {
  const equals = kind === 'setting' ? word.indexOf('=') : -1;
  const end = equals < 0 ? word.length : equals;
  return withLowerEnds(word.slice(0, end)) + word.slice(end);
}

/**
 * The globs that match canonical words where this glob matches the word in some case. A `*` may hide where the subsection ends, so what stands
 * behind the last dot is the name in one of them, and part of the subsection in another.
 */
export function canonicalGlobs(glob: string): readonly string[] {
  const end = /=|$/.exec(glob)?.index ?? glob.length;
  const [key, rest] = [glob.slice(0, end), glob.slice(end)];
  if (!/[.*?[]/.test(key)) return [glob]; // every key has a dot
  return [...new Set([key, lowerSection(key), withLowerEnds(key)])].map((one) => one + rest);
}

function lowerSection(key: string): string {
  return key.replace(/^[^.]*/, lower);
}

/** A name has no slash and no colon: what looks so is the end of a subsection, which a glob cuts off. */
function withLowerEnds(key: string): string {
  return lowerSection(key).replace(/\.[^.=/:]*(?==|$)/g, lower);
}

/** Only ASCII, as git does. */
function lower(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
