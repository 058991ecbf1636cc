/** A regex in JavaScript's spelling, or what is wrong with it. */
export type Translation = { readonly source: string; readonly flags: string } | { readonly refused: string };

const MAX_LENGTH = 4096;
const MAX_DEPTH = 100;

/** Escapes with a letter or digit that JavaScript reads as their author expects. */
const KNOWN_ESCAPES = /^[bBcdDfknrsStvwWxu0-9]$/;

/** Syntax of other regex languages that JavaScript (without the flag `u`) reads as something else; each is refused by name. */
const FOREIGN_GROUPS: readonly (readonly [RegExp, string])[] = [
  [/^\(\?[a-zA-Z]+\)/, 'flags stand only at the very start'],
  [/^\(\?#/, 'comments inside a regex are not known'],
  [/^\(\?>/, 'atomic groups are not known'],
  [/^\(\?\(/, 'conditional groups are not known'],
  [/^\(\?P[^<=]/, '`(?P` is followed by `<name>` or `=name`'],
];

/**
 * JavaScript regex, and the Python spellings that rule authors bring: `(?P<n>..)`, `(?P=n)`, `\A`, `\Z`, leading
 * `(?i)`, `(?s)`, `(?m)`. What would silently mean something else in JavaScript is refused. `isPython`: `.` and `$` too are read
 * as Python reads them.
 */
export function translateRegex(written: string, { isPython = false } = {}): Translation {
  if (written.length > MAX_LENGTH) return { refused: `longer than ${MAX_LENGTH} characters` };
  const head = /^\(\?([a-zA-Z]+)\)/.exec(written);
  const letters = head?.[1] ?? '';
  const foreign = [...letters].find((letter) => !'imsau'.includes(letter));
  if (foreign !== undefined) return { refused: `flag \`${foreign}\` is not known` };
  // Python's `a` (ASCII classes) is how JavaScript behaves, its `u` is Python's default
  const flags = ['i', 'm', 's'].filter((flag) => letters.includes(flag)).join('');
  return translateBody(written.slice(head?.[0].length ?? 0), flags, isPython);
}

/** As `new RegExp` reads it, without flags. Only size and nesting are looked at here. */
export function readJavascriptRegex(written: string): Translation {
  if (written.length > MAX_LENGTH) return { refused: `longer than ${MAX_LENGTH} characters` };
  let open = 0;
  for (const [bracket] of written.replace(/\\./gs, '').matchAll(/[()]/g)) {
    open += bracket === '(' ? 1 : -1;
    if (open > MAX_DEPTH) return { refused: `groups nested deeper than ${MAX_DEPTH}` };
  }
  return { source: written || '(?:)', flags: '' };
}

function translateBody(body: string, flags: string, isPython: boolean): Translation {
  const out: string[] = [];
  let inClass = false;
  let depth = 0;
  for (let i = 0; i < body.length; ) {
    const rest = body.slice(i, i + 80);
    const token = inClass ? readInClass(rest) : readOutside(rest, flags);
    if ('refused' in token) return token;
    if (token.text === '[' && !inClass) inClass = true;
    else if (token.text === ']' && inClass) inClass = false;
    else if (!inClass && token.text.startsWith('(')) depth++;
    else if (!inClass && token.text === ')') depth--;
    if (depth > MAX_DEPTH) return { refused: `groups nested deeper than ${MAX_DEPTH}` };
    out.push(token.source ?? ((isPython && !inClass && pythonSource(token.text, flags)) || token.text));
    i += token.text.length;
  }
  return { source: out.join('') || '(?:)', flags };
}

/** `$` also stands before a line break that ends the text; only that is no character for `.`. */
function pythonSource(text: string, flags: string): string | undefined {
  if (text === '.' && !flags.includes('s')) return '[^\\n]';
  return text === '$' && !flags.includes('m') ? '\\n?$' : undefined;
}

type Token = { readonly text: string; readonly source?: string } | { readonly refused: string };

function readOutside(rest: string, flags: string): Token {
  const first = rest.charAt(0);
  if (first === '\\') return readEscape(rest, flags);
  if (first !== '(') return { text: first };
  const named = /^\(\?P<([A-Za-z_]\w*)>/.exec(rest);
  if (named) return { text: named[0], source: `(?<${named[1]}>` };
  const reference = /^\(\?P=([A-Za-z_]\w*)\)/.exec(rest);
  if (reference) return { text: reference[0], source: `\\k<${reference[1]}>` };
  const foreign = FOREIGN_GROUPS.find(([start]) => start.test(rest));
  return foreign ? { refused: foreign[1] } : { text: first };
}

function readInClass(rest: string): Token {
  const posix = /^\[:\^?[a-z]+:\]/.exec(rest);
  if (posix) return { refused: `the class \`${posix[0]}\` is not known; write its characters` };
  return rest.startsWith('\\') ? readEscape(rest) : { text: rest.charAt(0) };
}

/** `flags` absent: inside a class, where a place in the text has no meaning. */
function readEscape(rest: string, flags?: string): Token {
  const text = rest.slice(0, 2);
  const letter = text.charAt(1);
  if (letter === '') return { refused: 'a backslash at the end' };
  if (flags !== undefined && letter === 'A') return { text, source: flags.includes('m') ? '(?<![^])' : '^' };
  if (flags !== undefined && letter === 'Z') return { text, source: flags.includes('m') ? '(?![^])' : '$' };
  if (!/[A-Za-z0-9]/.test(letter)) return { text };
  const complete = letter === 'x' ? /^\\x[\da-f]{2}/i : letter === 'u' ? /^\\u[\da-f]{4}/i : undefined;
  if (!KNOWN_ESCAPES.test(letter) || complete?.test(rest) === false)
    return { refused: `the escape \`${text}\` is not known` };
  return { text };
}
