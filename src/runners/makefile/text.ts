const BLANKS = /[ \t\n]+/;

/** Words of a list, as make splits it. Most hold one. */
export function wordsOf(text: string): readonly string[] {
  let from = 0;
  let to = text.length;
  while (from < to && isBlank(text, from)) from++;
  while (to > from && isBlank(text, to - 1)) to--;
  const words = text.slice(from, to);
  if (words === '') return [];
  return BLANKS.test(words) ? words.split(BLANKS) : [words];
}

function isBlank(text: string, at: number): boolean {
  const char = text[at];
  return char === ' ' || char === '\t' || char === '\n';
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '{': '}' };

/** Offset of the bracket that closes the one at `open`; -1 where none does. Only brackets of its kind nest. */
export function closingBracket(text: string, open: number): number {
  const opening = text[open] as string;
  const closing = CLOSING[opening];
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === opening) depth++;
    else if (text[at] === closing && --depth === 0) return at;
  }
  return -1;
}

/** Offset of the first character that `wanted` takes outside of every `$(..)` and `${..}`; -1 = none. */
export function findOutside(text: string, wanted: (char: string, at: number) => boolean, from = 0): number {
  for (let at = from; at < text.length; at++) {
    const char = text[at] as string;
    if (char === '$' && CLOSING[text[at + 1] ?? ''] !== undefined) {
      const end = closingBracket(text, at + 1);
      if (end < 0) return -1;
      at = end;
    } else if (char === '$') at++;
    else if (wanted(char, at)) return at;
  }
  return -1;
}

/** Arguments of a function at commas outside of brackets; the last one keeps the rest. */
export function splitArguments(text: string, most: number): readonly string[] {
  const args: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length && args.length < most - 1; at++) {
    const char = text[at];
    if (char === '(' || char === '{') depth++;
    else if (char === ')' || char === '}') depth--;
    else if (char === ',' && depth === 0) {
      args.push(text.slice(start, at));
      start = at + 1;
    }
  }
  args.push(text.slice(start));
  return args;
}

/** What `%` stands for where a pattern fits a word; a pattern without `%` fits itself with ''. */
export function stemOf(pattern: string, word: string): string | undefined {
  const at = pattern.indexOf('%');
  if (at < 0) return pattern === word ? '' : undefined;
  const [before, after] = [pattern.slice(0, at), pattern.slice(at + 1)];
  if (word.length < before.length + after.length || !word.startsWith(before) || !word.endsWith(after)) return undefined;
  return word.slice(before.length, word.length - after.length);
}

/** A pattern with its stem put in; only the first `%` counts. */
export function withStem(pattern: string, stem: string): string {
  return pattern.replace('%', () => stem);
}

export function substitutePattern(pattern: string, replacement: string, word: string): string {
  const stem = stemOf(pattern, word);
  if (stem === undefined) return word;
  return pattern.includes('%') ? withStem(replacement, stem) : replacement;
}
