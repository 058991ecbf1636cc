import type { GlobWord, Word } from '../../model/word.ts';

/** More parts that may be hidden are not told apart. */
const MAX_HIDDEN = 2;

/** With `dotglob` a pattern matches hidden names as well where a part of it begins with a wildcard. */
export function hiddenMatches(word: GlobWord): readonly Word[] {
  const parts = word.pattern.split('/');
  const open = parts.flatMap((part, at) => (/^[*?[]/.test(part) ? [at] : []));
  if (open.some((at) => parts[at]?.startsWith('[')) || open.length > MAX_HIDDEN) return [anyMatch(word)];
  let patterns: readonly (readonly string[])[] = [parts];
  for (const at of open) patterns = patterns.flatMap((one) => [one, one.with(at, hidden(one[at] as string))]);
  return patterns.slice(1).map((one) => ({ ...word, pattern: one.join('/') }));
}

/** `*.o` -> `.*.o`, without the folder itself and the one above. */
function hidden(part: string): string {
  if (/^\*+$/.test(part)) return '.[!.]*';
  return part.startsWith('*') ? `.${part}` : `.${part.slice(1)}`;
}

/** A word for any name. */
export function anyMatch({ pattern, text, span }: GlobWord): Word {
  const prefix = /^[^*?[\\]*/.exec(pattern)?.[0] ?? '';
  return {
    kind: 'unknown',
    prefix,
    suffix: '',
    fields: 'any',
    reason: 'glob',
    text,
    ...(span === undefined ? {} : { span }),
  };
}
