/** A word of Tcl before substitution: text, variables and commands in brackets; braces keep their text as it is. */
export type TclWord = (
  | { readonly braced: string }
  | { readonly pieces: readonly (string | { readonly variable: string } | { readonly command: string })[] }
) & {
  /** `{*}`: each of its elements is a word */
  readonly isSpread?: boolean;
};

const SPACE = /(?:[ \t]|\\\r?\n[ \t]*)+/y;

/** Splits Tcl code into commands and their words. Linear; never throws. Source: Tcl(n) 8.6. */
export function tclCommands(source: string): readonly (readonly TclWord[])[] {
  const commands: TclWord[][] = [[]];
  let at = 0;
  while (at < source.length) {
    SPACE.lastIndex = at;
    const blank = SPACE.exec(source)?.[0];
    const char = source[at] as string;
    if (blank !== undefined) at += blank.length;
    else if (/[\n;\r]/.test(char)) {
      commands.push([]);
      at++;
    } else if (char === '#' && commands.at(-1)?.length === 0) {
      const end = source.indexOf('\n', at);
      at = end < 0 ? source.length : end;
    } else {
      const { word, end } = tclWord(source, at);
      const isSpread = source.startsWith('{*}', at) && end > at + 3;
      commands.at(-1)?.push(isSpread ? { ...word, isSpread } : word);
      at = Math.max(end, at + 1);
    }
  }
  return commands.filter((words) => words.length > 0);
}

function tclWord(source: string, start: number): { readonly word: TclWord; readonly end: number } {
  // `{*}word` is its elements
  const from = source.startsWith('{*}', start) && /\S/.test(source[start + 3] ?? ' ') ? start + 3 : start;
  if (source[from] === '{') {
    const end = closing(source, from, '{', '}');
    return { word: { braced: source.slice(from + 1, end) }, end: end + 1 };
  }
  const isQuoted = source[from] === '"';
  const pieces: (string | { variable: string } | { command: string })[] = [];
  let at = isQuoted ? from + 1 : from;
  while (at < source.length && !(isQuoted ? source[at] === '"' : /[\s;]/.test(source[at] as string))) {
    const { piece, end } = substitution(source, at) ?? plainPiece(source, at, isQuoted);
    pieces.push(piece);
    at = Math.max(end, at + 1);
  }
  return { word: { pieces }, end: isQuoted ? at + 1 : at };
}

type Piece = string | { readonly variable: string } | { readonly command: string };

const VARIABLE = /\$(?:\{([^}]*)\}|([\w:]+(?:\([^)\s]*\))?))/y;

function substitution(source: string, at: number): { readonly piece: Piece; readonly end: number } | undefined {
  if (source[at] === '[') {
    const end = closing(source, at, '[', ']');
    return { piece: { command: source.slice(at + 1, end) }, end: end + 1 };
  }
  VARIABLE.lastIndex = at;
  const match = VARIABLE.exec(source);
  return match === null ? undefined : { piece: { variable: match[1] ?? match[2] ?? '' }, end: at + match[0].length };
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', '\n': ' ' };

function plainPiece(source: string, at: number, isQuoted: boolean): { readonly piece: Piece; readonly end: number } {
  const coded = /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|([0-7]{1,3}))/y;
  coded.lastIndex = at;
  const code = coded.exec(source);
  if (code !== null) {
    const number = code[3] === undefined ? Number.parseInt(code[1] ?? code[2] ?? '', 16) : Number.parseInt(code[3], 8);
    return { piece: String.fromCharCode(number), end: at + code[0].length };
  }
  if (source[at] === '\\') return { piece: ESCAPES[source[at + 1] ?? ''] ?? source[at + 1] ?? '', end: at + 2 };
  const plain = isQuoted ? /[^"\\$[]+/y : /[^\s;\\$[]+/y;
  plain.lastIndex = at;
  const text = plain.exec(source)?.[0] ?? (source[at] as string);
  return { piece: text, end: at + text.length };
}

/** The index of the sign that closes the one at `from`, or the end. */
function closing(source: string, from: number, open: string, close: string): number {
  let depth = 0;
  for (let at = from; at < source.length; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === open) depth++;
    else if (source[at] === close && --depth === 0) return at;
  }
  return source.length;
}
