/** So many different words make a pattern. */
export const LEAST_WORDS = 3;
/** Letters and digits that all of them must begin with. */
const LEAST_COMMON = 2;

/**
 * What plain words have in common, with one star for their own part: `feature/a`, `feature/b`, `feature/c` -> `feature/*`. They must
 * begin alike up to a border within a name or path, else anything could be meant: undefined = there is no such pattern.
 */
export function likeness(words: readonly string[]): string | undefined {
  const [one = '', ...others] = new Set(words);
  if (others.length + 1 < LEAST_WORDS) return undefined;
  const before = upTo(/^.*[/_-]/s, others.reduce(commonStart, one));
  const rests = [one, ...others].map((word) => word.slice(before.length));
  const after = reversed(upTo(/^.*[/_.-]/s, rests.map(reversed).reduce(commonStart)));
  const names = rests.map((rest) => rest.slice(0, rest.length - after.length));
  const isNarrow =
    before.replace(/[^\da-z]/gi, '').length >= LEAST_COMMON && !words.some((word) => /\*|\.\./.test(word));
  return isNarrow && names.every((name) => /^[\da-z][\w.-]*$/i.test(name)) ? `${before}*${after}` : undefined;
}

/** What a word has in common with others that may be like it, the narrowest first: `apps/web-1` begins with `apps/web-`, and with `apps/`. */
export const BEGINNINGS: readonly ((word: string) => string | undefined)[] = [
  (word) => /^(?:.*\/)?[^/_-]*[_-]/s.exec(word)?.[0],
  (word) => /^.*\//s.exec(word)?.[0],
];

function commonStart(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return one.slice(0, length);
}

/** Up to the last border, without the beginning of a name that goes on: `web-a1`, `web-a2` begin with `web-`. */
function upTo(border: RegExp, text: string): string {
  return border.exec(text)?.[0] ?? '';
}

function reversed(text: string): string {
  return [...text].reverse().join('');
}
