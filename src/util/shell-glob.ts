/** Shell pattern matching: `*`, `?`, `[..]`, `\\x`. Linear in text times pattern; no backtracking blow-up. */

interface Step {
  readonly star: boolean;
  /** true where the character is accepted */
  readonly test: (char: string) => boolean;
}

/** A pattern taken apart; no two stars stand next to each other. */
export type ShellGlob = readonly Step[];

export function shellGlobMatches(pattern: string, text: string): boolean {
  // nearly all are a name or `*.x`, which are asked for often
  if (!/[?[\\]/.test(pattern)) return starsMatch(pattern.split('*'), text);
  return globMatches(parseShellGlob(pattern), text);
}

/** `pieces`: what stands around the stars. */
function starsMatch(pieces: readonly string[], text: string): boolean {
  const [first = '', ...rest] = pieces;
  const last = rest.pop();
  if (last === undefined) return text === first;
  const end = text.length - last.length;
  if (end < first.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found < 0 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return true;
}

export function globMatches(glob: ShellGlob, text: string): boolean {
  const chars = [...text];
  return matchedStarts(glob, chars).at(-1) === chars.length;
}

/** How many characters each beginning has that the pattern matches, shortest first. */
export function matchedStarts(glob: ShellGlob, chars: readonly string[]): number[] {
  const lengths: number[] = [];
  let states: readonly number[] = enter(0, [], glob);
  for (let length = 0; states.length > 0; length++) {
    if (states.at(-1) === glob.length) lengths.push(length);
    states = length < chars.length ? advance(states, chars[length] as string, glob) : [];
  }
  return lengths;
}

/** The same for ends. */
export function matchedEnds(glob: ShellGlob, chars: readonly string[]): number[] {
  return matchedStarts([...glob].reverse(), [...chars].reverse());
}

function advance(states: readonly number[], char: string, glob: ShellGlob): number[] {
  const next: number[] = [];
  for (const at of states) {
    const step = glob[at];
    if (step?.star) enter(at, next, glob);
    else if (step?.test(char)) enter(at + 1, next, glob);
  }
  return next;
}

/** Adds a state, and the one behind it that a star leads to at once: ascending, each once. */
function enter(at: number, states: number[], glob: ShellGlob): number[] {
  if (at <= (states.at(-1) ?? -1)) return states;
  states.push(at);
  if (glob[at]?.star) states.push(at + 1);
  return states;
}

export function parseShellGlob(pattern: string): ShellGlob {
  const steps: Step[] = [];
  const chars = [...pattern];
  for (let i = 0; i < chars.length; i++) {
    const char = chars[i] as string;
    if (char === '*') {
      if (!steps.at(-1)?.star) steps.push({ star: true, test: () => true });
    } else if (char === '?') steps.push({ star: false, test: () => true });
    else if (char === '[') {
      const end = endOfBracket(chars, i);
      if (end < 0) steps.push(literal(char));
      else {
        steps.push(bracket(chars.slice(i + 1, end)));
        i = end;
      }
    } else if (char === '\\' && i + 1 < chars.length) steps.push(literal(chars[++i] as string));
    else steps.push(literal(char));
  }
  return steps;
}

/** The `]` that ends the set at `from`: not one of a class, and not one that stands first in it. */
function endOfBracket(chars: readonly string[], from: number): number {
  let at = from + 1;
  if (chars[at] === '!' || chars[at] === '^') at++;
  if (chars[at] === ']') at++;
  for (; at < chars.length; at++) {
    if (chars[at] === ']') return at;
    if (chars[at] === '[' && chars[at + 1] === ':') {
      const closed = classAt(chars, at)?.end;
      if (closed !== undefined) at = closed;
    }
  }
  return -1;
}

/** `[:alpha:]` at `from`: its name and where its `]` stands. */
function classAt(chars: readonly string[], from: number): { readonly name: string; readonly end: number } | undefined {
  let end = from + 2;
  while (/^[a-z]$/.test(chars[end] ?? '')) end++;
  if (chars[end] !== ':' || chars[end + 1] !== ']') return undefined;
  return { name: chars.slice(from + 2, end).join(''), end: end + 1 };
}

/** POSIX character classes, by Unicode; its tables are read when a class is asked for. Source: bash(1), Pattern Matching. */
const CLASSES: Readonly<Record<string, (char: string) => boolean>> = {
  alnum: (char) => /[\p{L}\p{N}]/u.test(char),
  alpha: (char) => /\p{L}/u.test(char),
  ascii: (char) => /[\0-\x7f]/.test(char),
  blank: (char) => /[ \t]/.test(char),
  cntrl: (char) => /\p{Cc}/u.test(char),
  digit: (char) => /[0-9]/.test(char),
  graph: (char) => /[^\p{Cc}\s]/u.test(char),
  lower: (char) => /\p{Ll}/u.test(char),
  print: (char) => /[^\p{Cc}]/u.test(char),
  punct: (char) => /[\p{P}\p{S}]/u.test(char),
  space: (char) => /\s/.test(char),
  upper: (char) => /\p{Lu}/u.test(char),
  word: (char) => /[\p{L}\p{N}_]/u.test(char),
  xdigit: (char) => /[0-9A-Fa-f]/.test(char),
};

function literal(expected: string): Step {
  return { star: false, test: (char) => char === expected };
}

function bracket(body: readonly string[]): Step {
  const negated = body[0] === '!' || body[0] === '^';
  const set = negated ? body.slice(1) : body;
  return {
    star: false,
    test: (char) => inSet(set, char) !== negated,
  };
}

function inSet(set: readonly string[], char: string): boolean {
  for (let i = 0; i < set.length; i++) {
    const from = set[i] as string;
    const named = from === '[' && set[i + 1] === ':' ? classAt(set, i) : undefined;
    if (named !== undefined) {
      if (CLASSES[named.name]?.(char)) return true;
      i = named.end;
    } else if (set[i + 1] === '-' && set[i + 2] !== undefined) {
      if (char >= from && char <= (set[i + 2] as string)) return true;
      i += 2;
    } else if (char === from) return true;
  }
  return false;
}

/** The pattern with its quoting removed, or undefined where it has an active wildcard. */
export function literalOfGlob(pattern: string): string | undefined {
  let text = '';
  for (let i = 0; i < pattern.length; i++) {
    const char = pattern[i] as string;
    if (char === '*' || char === '?' || char === '[') return undefined;
    text += char === '\\' && i + 1 < pattern.length ? pattern[++i] : char;
  }
  return text;
}
