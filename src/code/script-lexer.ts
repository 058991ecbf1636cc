/** A piece of a text with interpolation: literal, a variable, or code whose result is put in. */
export type Piece = string | { readonly variable: string } | { readonly code: string };

/** Tokens that Perl and Ruby have in common, as far as calls and their arguments need them. */
export type Token =
  | { readonly kind: 'name'; readonly text: string }
  | { readonly kind: 'text'; readonly pieces: readonly Piece[] }
  /** backticks, qx, %x */
  | { readonly kind: 'shell'; readonly pieces: readonly Piece[] }
  | { readonly kind: 'words'; readonly items: readonly string[] }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'newline' }
  | { readonly kind: 'sign'; readonly text: string };

/** What differs between the two. */
export interface Lexicon {
  readonly interpolate: (text: string) => readonly Piece[];
  /** begins code in a text, which ends with the brace that closes it: `#{` */
  readonly opensCode?: string;
  /** a quote-like operator at this offset: its length up to the delimiter, and the kind of token */
  readonly quoteLike: (rest: string, before: Token | undefined) => QuoteLike | undefined;
  readonly variable: RegExp;
  readonly name: RegExp;
  /** begins code in a regular expression, up to the brace that closes it: `(?{` */
  readonly patternCode?: RegExp;
}

export interface QuoteLike {
  readonly length: number;
  /** `glob` is a call of that name */
  readonly kind: 'text' | 'raw' | 'shell' | 'words' | 'glob' | 'skip' | 'substitute';
}

const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };

/**
 * The end of a delimited text that opens at `from`: index of its closing delimiter, or the end of the source. Delimiters in the code that
 * `opensCode` begins are its own.
 */
export function closingOf(source: string, from: number, opensCode?: string): number {
  const open = source[from] as string;
  const close = CLOSERS[open] ?? open;
  let depth = 1;
  for (let at = from + 1; at < source.length; at++) {
    const char = source[at];
    if (char === '\\') at++;
    else if (opensCode !== undefined && source.startsWith(opensCode, at))
      at = closingOf(source, at + opensCode.length - 1);
    else if (char === close) {
      depth--;
      if (depth === 0) return at;
    } else if (char === open) depth++;
  }
  return source.length;
}

/** Words after which `/` begins a regular expression. */
const BEFORE_REGEX =
  /^(if|unless|while|until|and|or|not|split|grep|map|return|when|x|join|puts|print|push|then|elsif|do|in)$/;

function regexMayBegin(before: Token | undefined): boolean {
  if (before === undefined || before.kind === 'newline') return true;
  if (before.kind === 'sign') return !/^[)\]}]$/.test(before.text);
  return before.kind === 'name' && BEFORE_REGEX.test(before.text);
}

interface State {
  readonly source: string;
  readonly lexicon: Lexicon;
  readonly tokens: Token[];
  at: number;
  /** here-documents whose bodies begin on the next line */
  pending: { readonly tag: string; readonly raw: boolean; readonly index: number }[];
}

function lastToken(state: State): Token | undefined {
  return state.tokens[state.tokens.length - 1];
}

function quoted(state: State, kind: QuoteLike['kind'], body: string): void {
  const { lexicon, tokens } = state;
  if (kind === 'text') tokens.push({ kind: 'text', pieces: lexicon.interpolate(body) });
  else if (kind === 'shell') tokens.push({ kind: 'shell', pieces: lexicon.interpolate(body) });
  else if (kind === 'raw') tokens.push({ kind: 'text', pieces: [body] });
  else if (kind === 'glob') tokens.push({ kind: 'name', text: 'glob' }, { kind: 'text', pieces: [body] });
  else if (kind === 'words') tokens.push({ kind: 'words', items: body.split(/\s+/).filter((word) => word !== '') });
  else pattern(state, body);
}

/** A regular expression, with the code in it. */
function pattern({ lexicon, tokens }: State, body: string): void {
  tokens.push({ kind: 'sign', text: '//' });
  if (lexicon.patternCode === undefined) return;
  for (const { index, 0: opening } of body.matchAll(lexicon.patternCode)) {
    const open = index + opening.length - 1;
    tokens.push({ kind: 'code', text: body.slice(open + 1, closingOf(body, open)) });
  }
}

/** `s{a}{b}e`: with the flag e the second part is code. */
function substitution(state: State, open: number): void {
  const { source } = state;
  const middle = closingOf(source, open);
  const bracketed = CLOSERS[source[open] as string] !== undefined;
  let second = bracketed ? middle + 1 : middle;
  while (bracketed && /\s/.test(source[second] ?? '')) second++;
  const end = closingOf(source, second);
  const flags = /^[a-z]*/.exec(source.slice(end + 1, end + 12))?.[0] ?? '';
  pattern(state, source.slice(open + 1, middle));
  if (flags.includes('e')) state.tokens.push({ kind: 'code', text: source.slice(second + 1, end) });
  state.at = end + 1 + flags.length;
}

const HEREDOC = /^<<[~-]?(?:"([^"\n]+)"|'([^'\n]+)'|([A-Za-z_]\w*))/;

function heredoc(state: State, rest: string): boolean {
  const match = HEREDOC.exec(rest);
  const before = lastToken(state);
  if (match === null || (before !== undefined && /^(variable|number|text)$/.test(before.kind))) return false;
  const tag = match[1] ?? match[2] ?? match[3] ?? '';
  state.pending.push({ tag, raw: match[2] !== undefined, index: state.tokens.length });
  state.tokens.push({ kind: 'text', pieces: [''] });
  state.at += match[0].length;
  return true;
}

/** At the end of a line: the bodies of the here-documents that it announced. */
function heredocBodies(state: State): void {
  for (const { tag, raw, index } of state.pending) {
    const start = state.at;
    let end = start;
    let next = start;
    while (end < state.source.length) {
      const stop = state.source.indexOf('\n', end);
      next = stop < 0 ? state.source.length : stop + 1;
      if (state.source.slice(end, stop < 0 ? undefined : stop).trim() === tag) break;
      end = next;
    }
    const body = state.source.slice(start, end);
    state.tokens[index] = { kind: 'text', pieces: raw ? [body] : state.lexicon.interpolate(body) };
    state.at = next;
  }
  state.pending = [];
}

/** Reads one token, or nothing where a blank or a comment stands. */
function step(state: State): void {
  const { source, lexicon, tokens } = state;
  const char = source[state.at] as string;
  if (char === '\n') {
    state.at++;
    heredocBodies(state);
    tokens.push({ kind: 'newline' });
    return;
  }
  if (/\s/.test(char)) {
    state.at++;
    return;
  }
  if (char === '#') {
    const end = source.indexOf('\n', state.at);
    state.at = end < 0 ? source.length : end;
    return;
  }
  // the longest token that is matched by a regular expression
  const rest = source.slice(state.at, state.at + 256);
  if (char === '<' && heredoc(state, rest)) return;
  const variable = lexicon.variable.exec(rest)?.[0];
  if (variable !== undefined) {
    tokens.push({ kind: 'variable', name: variable });
    state.at += variable.length;
    return;
  }
  const quote = lexicon.quoteLike(rest, lastToken(state)) ?? plainQuote(char, lastToken(state));
  if (quote !== undefined) {
    readQuote(state, quote);
    return;
  }
  const word = lexicon.name.exec(rest)?.[0] ?? /^\d[\w.]*/.exec(rest)?.[0];
  if (word !== undefined) {
    tokens.push(/^\d/.test(word) ? { kind: 'number', text: word } : { kind: 'name', text: word });
    state.at += word.length;
    return;
  }
  const sign = /^(=>|->|&\.|::|==|=~|!~|\+=|\.=|\|\||&&|<<|.)/s.exec(rest)?.[0] ?? char;
  tokens.push({ kind: 'sign', text: sign });
  state.at += sign.length;
}

function plainQuote(char: string, before: Token | undefined): QuoteLike | undefined {
  if (char === '"') return { length: 0, kind: 'text' };
  if (char === "'") return { length: 0, kind: 'raw' };
  if (char === '`') return { length: 0, kind: 'shell' };
  return char === '/' && regexMayBegin(before) ? { length: 0, kind: 'skip' } : undefined;
}

function readQuote(state: State, { length, kind }: QuoteLike): void {
  const open = state.at + length;
  if (kind === 'substitute') {
    substitution(state, open);
    return;
  }
  const isRead = kind === 'text' || kind === 'shell';
  const end = closingOf(state.source, open, isRead ? state.lexicon.opensCode : undefined);
  quoted(state, kind, state.source.slice(open + 1, end));
  state.at = end + 1;
}

/** All tokens of a script; unterminated texts reach to its end. */
export function readTokens(source: string, lexicon: Lexicon): readonly Token[] {
  const state: State = { source, lexicon, tokens: [], at: 0, pending: [] };
  while (state.at < source.length) step(state);
  return state.tokens;
}

export const OPEN = /^[([{]$/;
export const CLOSE = /^[)\]}]$/;

/** For each bracket that opens the index behind the one that closes it; absent where none does. */
export function groupsOf(tokens: readonly Token[]): ReadonlyMap<number, number> {
  const groups = new Map<number, number>();
  const open: number[] = [];
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'sign') continue;
    if (OPEN.test(token.text)) open.push(at);
    const from = CLOSE.test(token.text) ? open.pop() : undefined;
    if (from !== undefined) groups.set(from, at + 1);
  }
  return groups;
}
