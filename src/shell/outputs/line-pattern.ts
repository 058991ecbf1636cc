export type Syntax = 'basic' | 'extended' | 'perl';

const SET = /^\[\^?[\w .,:;/#@%+=~"'!-]+\]$/;
const TOKEN = /\[\^?\]?[^\]]*\]|\\[\s\S]|[\s\S]/g;
/** Signs that are text behind a backslash, whatever the syntax. */
const ESCAPED = /^\\[.*[\]^$/\\~"'#@%,:;=!&<>-]$/;
const PERL_CLASS = /^\\[sSdDwWb]$/;
const SIGNS = '+?(){}|';

/** A second one would make matching cubic; `.*` at the end cannot fail. */
const MAX_REPEATED = 1;
/** Longer lines are left as they are by patterns that repeat: matching is quadratic in the worst case. */
const MAX_LINE = 200;

/** A pattern that no line makes slow. */
export interface LinePattern {
  readonly regex: RegExp;
  /** in characters */
  readonly longest: number;
}

/**
 * A pattern of text, dots, sets, groups and repetitions, which means the same to JavaScript; undefined for any other, and where
 * the longest match, which sed takes, may not be the first one.
 */
export function linePattern(written: string, syntax: Syntax, flags = ''): LinePattern | undefined {
  const [, start = '', body = '', end = ''] = /^(\^?)([\s\S]*?)((?<!\\)\$)?$/.exec(written) ?? [];
  const tokens = body.match(TOKEN) ?? [];
  const pieces = tokens.map((token) => pieceOf(token, syntax));
  if (written === '' || !pieces.every((piece) => piece !== undefined)) return undefined;
  const isAllTheRest = tokens.slice(-2).join('') === '.*';
  const repeated = pieces.slice(0, isAllTheRest ? -2 : pieces.length).filter((piece) => piece.kind === 'repeat').length;
  const opened = pieces.filter((piece) => piece.kind === 'open').length;
  const closed = pieces.filter((piece) => piece.kind === 'close').length;
  const isSound = pieces.every((piece, at) => piece.kind !== 'repeat' || pieces[at - 1]?.kind === 'atom');
  if (!isSound || repeated > MAX_REPEATED || opened !== closed) return undefined;
  try {
    const regex = new RegExp(start + pieces.map(({ text }) => text).join('') + end, flags);
    return { regex, longest: repeated === 0 ? Number.POSITIVE_INFINITY : MAX_LINE };
  } catch {
    return undefined;
  }
}

interface Piece {
  readonly kind: 'atom' | 'repeat' | 'open' | 'close';
  readonly text: string;
}

const GROUPS: Readonly<Record<string, Piece['kind']>> = { '(': 'open', ')': 'close', '+': 'repeat', '?': 'repeat' };

function pieceOf(token: string, syntax: Syntax): Piece | undefined {
  const sign = syntax === 'basic' ? token.replace(/^\\(?=[+?(){}|])/, '') : token;
  const isSign = (syntax === 'basic') === (sign !== token);
  if (sign.length === 1 && SIGNS.includes(sign)) {
    const kind = GROUPS[sign];
    if (!isSign) return { kind: 'atom', text: `\\${sign}` };
    return kind === undefined ? undefined : { kind, text: sign };
  }
  if (token === '*') return { kind: 'repeat', text: token };
  if (token.length > 1 && token.startsWith('[')) {
    return SET.test(token) && !isNoRange(token) ? { kind: 'atom', text: token } : undefined;
  }
  if (token.startsWith('\\')) {
    const isText = ESCAPED.test(token) || (syntax !== 'basic' && SIGNS.includes(token[1] ?? ''));
    if (!isText && !(syntax === 'perl' && PERL_CLASS.test(token))) return undefined;
    return { kind: 'atom', text: isText ? literal(token.slice(1)) : token };
  }
  if (token === '.') return { kind: 'atom', text: '.' };
  return /[[\]^$\n]/.test(token) || (syntax === 'perl' && token === '@')
    ? undefined
    : { kind: 'atom', text: literal(token) };
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}

/** `[b-a]` */
function isNoRange(set: string): boolean {
  return [...set.slice(1, -1).matchAll(/(.)-(.)/g)].some(([, from = '', to = '']) => from > to);
}

type Replace = (text: string) => string;

/** What a substitution makes of a text; `put` as it is written: `&` (`$&` of Perl) is what was found, `\1` (`$1`) a part of it. */
export function substitution(written: string, put: string, flags: string, syntax: Syntax): Replace | undefined {
  const pattern = linePattern(written, syntax, flags.replace('I', 'i').replace('p', ''));
  const pieces = put.match(syntax === 'perl' ? PERL_PIECE : SED_PIECE) ?? [];
  if (pattern === undefined || pieces.join('') !== put) return undefined;
  return (text) =>
    text.length > pattern.longest
      ? text
      : text.replace(pattern.regex, (...found: unknown[]) => pieces.map((piece) => inserted(piece, found)).join(''));
}

const SED_PIECE = /\\[\d&\\/.*[\]^$#|,:;@%~"'{}()-]|\\n|&|[^\\&]+/g;
const PERL_PIECE = /\\[$@\\/.#|,:;%~"'{}()-]|\\n|\$[1-9](?!\d)|\$\{[1-9]\}|\$&|[^\\$@]+/g;

function inserted(piece: string, found: readonly unknown[]): string {
  const group = /^[\\$]\{?(\d)/.exec(piece)?.[1];
  if (group !== undefined) return typeof found[Number(group)] === 'string' ? String(found[Number(group)]) : '';
  if (piece === '&' || piece === '$&') return String(found[0]);
  if (piece === '\\n') return '\n';
  return piece.startsWith('\\') ? piece.slice(1) : piece;
}

/** Two texts that end with a mark, and the rest; a mark behind a backslash is text. */
export function separated(text: string, mark: string): readonly (string | undefined)[] {
  const found: string[] = [];
  let piece = '';
  for (let at = 0; at < text.length; at++) {
    const [char, next] = [text[at] as string, text[at + 1]];
    if (char === '\\' && next !== undefined) {
      piece += next === mark && !/[.*[\]^$+?(){}|&]/.test(mark) ? next : char + next;
      at++;
    } else if (char === mark) {
      found.push(piece);
      piece = '';
      if (found.length === 2) return [...found, text.slice(at + 1)];
    } else piece += char;
  }
  return found;
}
