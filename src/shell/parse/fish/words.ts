import { HOLE_VARIABLE } from '../../../model/hole.ts';
import { shQuote, shWord } from '../../../util/sh-quote.ts';
import { type FishText, NotRead } from './text.ts';

/** A word of fish in the syntax of zsh. */
export interface FishWord {
  readonly text: string;
  /** its value, where it is written out */
  readonly literal?: string;
  /** it is exactly one argument */
  readonly single: boolean;
}

/** Reads a list of commands up to a closing bracket. */
export type ReadCommands = (text: FishText) => string;

const ENDS_WORD = /^[\s;&|<>)]?$/;
const ESCAPES: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  e: '\u001b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** A piece of a word: `text` is its zsh. */
interface Piece {
  readonly text: string;
  readonly literal?: string;
  readonly single: boolean;
}

/** The word that begins here. Source: fish(1) language, 3.6. */
export function readWord(text: FishText, commands: ReadCommands, ends = ENDS_WORD): FishWord {
  const pieces: Piece[] = [];
  const start = text.at;
  while (!ends.test(text.peek())) {
    const expansion = text.at;
    const piece = readPiece(text, commands, text.at === start);
    if (piece !== undefined) pieces.push(isAlone(expansion, start, text, ends) ? piece : beside(piece));
  }
  return joined(pieces);
}

function isAlone(from: number, start: number, text: FishText, ends: RegExp): boolean {
  return from === start && ends.test(text.peek());
}

/** In a longer word each value of a list is joined to the rest of it. */
function beside(piece: Piece): Piece {
  const list = /^\$\{(\w+)\}$/.exec(piece.text)?.[1];
  return piece.single || list === undefined ? piece : { text: `$^${list}''`, single: false };
}

function joined(pieces: readonly Piece[]): FishWord {
  const literal = pieces.every((piece) => piece.literal !== undefined)
    ? pieces.map((piece) => piece.literal).join('')
    : undefined;
  const text = pieces.map((piece) => piece.text).join('');
  return {
    text: text === '' ? "''" : text,
    single: pieces.every(({ single }) => single),
    ...(literal === undefined ? {} : { literal }),
  };
}

function quotedText(value: string): Piece {
  return { text: value === '' ? "''" : shWord(value), literal: value, single: true };
}

function readPiece(text: FishText, commands: ReadCommands, isFirst: boolean): Piece | undefined {
  const char = text.peek();
  switch (char) {
    case "'":
      return singleQuoted(text);
    case '"':
      return doubleQuoted(text, commands);
    case '\\':
      return escaped(text);
    case '$':
      return expansion(text, commands);
    case '(':
      text.at++;
      return substitution(text, commands);
    case '{':
      return braces(text, commands);
    case '*':
    case '?':
      text.at++;
      return { text: char, single: false };
    case '~':
      return isFirst ? { text: text.take(/~[\w.-]*/y), single: true } : quotedText(text.take(/~/y));
    default:
      return plainText(text);
  }
}

function plainText(text: FishText): Piece {
  const found = text.take(PLAIN);
  if (found === '') throw new NotRead('a sign');
  return quotedText(found);
}

const PLAIN = /[^\s;&|<>()$\\'"{}*?~,][^\s;&|<>()$\\'"{}*?~,]*|[},]/y;

function singleQuoted(text: FishText): Piece {
  const found = text.take(/'(?:[^'\\]|\\[\s\S])*'/y);
  if (found === '') throw new NotRead('a quote that is open');
  return quotedText(found.slice(1, -1).replace(/\\(['\\])/g, '$1'));
}

/** Outside of quotes. */
function escaped(text: FishText): Piece | undefined {
  text.at++;
  const coded = text.take(/[xX][\da-fA-F]{1,2}|u[\da-fA-F]{1,4}|U[\da-fA-F]{1,8}|[0-7]{1,3}/y);
  if (coded !== '') {
    const code = /^[xXuU]/.test(coded) ? Number.parseInt(coded.slice(1), 16) : Number.parseInt(coded, 8);
    if (code > 0x10ffff) throw new NotRead('no character');
    return quotedText(String.fromCodePoint(code));
  }
  const char = text.take(/[\s\S]/y);
  if (char === '' || char === 'c') throw new NotRead('an escape');
  return char === '\n' ? { text: '\\\n', literal: '', single: true } : quotedText(ESCAPES[char] ?? char);
}

function doubleQuoted(text: FishText, commands: ReadCommands): Piece {
  text.at++;
  let zsh = '';
  let literal: string | undefined = '';
  for (;;) {
    const plain = text.take(/(?:[^"\\$]|\\[\s\S])+/y).replace(/\\(["\\$\n])/g, (_, one) => (one === '\n' ? '' : one));
    zsh += plain.replace(/[\\"$`]/g, '\\$&');
    literal = literal === undefined ? undefined : literal + plain;
    if (text.peek() === '"') break;
    if (text.peek() !== '$') throw new NotRead('a quote that is open');
    zsh += inQuotes(expansion(text, commands).text);
    literal = undefined;
  }
  text.at++;
  return { text: `"${zsh}"`, single: true, ...(literal === undefined ? {} : { literal }) };
}

function inQuotes(expanded: string): string {
  return expanded === '"$@"' ? '$*' : expanded.replace(/^"(.*)"$/s, '$1');
}

/** Variables that fish sets itself. */
const OF_FISH: Readonly<Record<string, string>> = {
  status: '$?',
  fish_pid: '$$',
  last_pid: '$!',
  __fish_config_dir: '${XDG_CONFIG_HOME:-$HOME/.config}/fish',
  __fish_user_data_dir: '${XDG_DATA_HOME:-$HOME/.local/share}/fish',
};

function expansion(text: FishText, commands: ReadCommands): Piece {
  text.at++;
  if (text.peek() === '(') {
    text.at++;
    return substitution(text, commands);
  }
  const name = text.take(/\$*\w+/y);
  if (name === '') throw new NotRead('a `$` without a name');
  const index = readIndex(text);
  if (name.startsWith('$')) return { text: HOLE_VARIABLE, single: false };
  if (name === 'argv') return argument(index);
  const own = OF_FISH[name];
  if (own !== undefined) return { text: own, single: true };
  const zsh = text.nameOf(name);
  if (!text.lists.has(zsh))
    return {
      text: index === undefined || index === '1' || index === '-1' ? `\${${zsh}}` : HOLE_VARIABLE,
      single: true,
    };
  if (index === undefined) return { text: `\${${zsh}}`, single: false };
  return /^-?\d+$/.test(index)
    ? { text: `\${${zsh}[${index}]}`, single: true }
    : { text: HOLE_VARIABLE, single: false };
}

function argument(index: string | undefined): Piece {
  if (index === undefined) return { text: '"$@"', single: false };
  if (/^\d+$/.test(index)) return { text: `"\${${index}}"`, single: true };
  const from = /^(\d+)\.\.-1$/.exec(index)?.[1];
  return { text: from === undefined ? HOLE_VARIABLE : `"\${@:${from}}"`, single: false };
}

/** `[1]`, `[2..-1]`; what is computed is not known. */
function readIndex(text: FishText): string | undefined {
  const found = text.take(/\[[^[\]\n]*\]/y);
  return found === '' ? undefined : found.slice(1, -1).trim();
}

/** `(command)`: each line of its output is a value. */
function substitution(text: FishText, commands: ReadCommands): Piece {
  const inner = text.block(() => commands(text));
  if (text.peek() !== ')') throw new NotRead('a bracket that is open');
  text.at++;
  const index = readIndex(text);
  const file = /^([\s\S]*)\|\s*psub(?:\s+-\S+)*\s*$/.exec(inner)?.[1];
  if (file !== undefined) return { text: `<(${file})`, single: true };
  if (index === '1') return { text: `$({ ${inner}${/[\n&]\s*$/.test(inner) ? '' : ';'} } | head -n 1)`, single: true };
  return index === undefined ? { text: `$(${inner})`, single: false } : { text: HOLE_VARIABLE, single: false };
}

/** `{a,b}`; without a comma it is text. */
function braces(text: FishText, commands: ReadCommands): Piece {
  const plain = text.take(/\{[^\s,$(){}'"\\;&|<>]*\}/y);
  if (plain !== '') return { text: shQuote(plain), literal: plain, single: true };
  text.at++;
  const items: string[] = [];
  text.inside(() => {
    do {
      items.push(readWord(text, commands, /^[,}]?$/).text.replace(/^''$/, ''));
    } while (text.take(/,/y) !== '');
  });
  if (text.peek() !== '}' || items.length < 2) throw new NotRead('braces');
  text.at++;
  return { text: `{${items.join(',')}}`, single: false };
}
