import { decodeEcho, decodeFormat } from '../../encodings/ansi-c.ts';
import { shQuote } from '../../util/sh-quote.ts';
import { concat, EMPTY, known, unknown, type Value } from '../state/value.ts';

const MAX_ROUNDS = 256;
const DIRECTIVE = /%(?:%|([-+ #0]*)(\d+|\*)?(?:\.(\d+|\*))?(?:\([^)]{0,80}\))?([a-zA-Z]))/g;

/** What `printf FORMAT ARGUMENTS..` prints. A directive that is not modelled makes the rest unknown. */
export function formatText(words: readonly Value[]): Value {
  const given = words[0]?.known && words[0].text === '--' ? words.slice(1) : words;
  const [format, ...rest] = given;
  if (format === undefined) return EMPTY;
  if (!format.known) return unknown(format.reason, { from: format.from });
  const pieces = piecesOf(format.text);
  const consumes = pieces.some((piece) => typeof piece !== 'string');
  let text: Value = EMPTY;
  let left: readonly Value[] = rest;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    for (const piece of pieces) {
      if (typeof piece === 'string') text = concat(text, known(piece));
      // here bash ends
      else if (piece === INVALID) return concat(text, unknown('expansion', { alternatives: [''] }));
      else {
        text = concat(text, convert(piece, left[0]));
        left = left.slice(1);
      }
    }
    if (left.length === 0 || !consumes) return text;
  }
  return unknown('expansion');
}

interface Directive {
  readonly flags: string;
  readonly width: string;
  readonly precision: string | undefined;
  readonly letter: string;
}

/** `%@`, or `%` at the end. */
const INVALID = Symbol('invalid');

function piecesOf(format: string): (string | Directive | typeof INVALID)[] {
  const pieces: (string | Directive | typeof INVALID)[] = [];
  let start = 0;
  const add = (text: string) => {
    const end = text.indexOf('%');
    pieces.push(decodeFormat(end < 0 ? text : text.slice(0, end)));
    if (end >= 0) pieces.push(INVALID);
  };
  for (const match of format.matchAll(DIRECTIVE)) {
    const [all, flags = '', width = '', precision, letter] = match;
    add(format.slice(start, match.index));
    pieces.push(letter === undefined ? '%' : { flags, width, precision, letter });
    start = match.index + all.length;
  }
  add(format.slice(start));
  return pieces;
}

function convert({ flags, width, precision, letter }: Directive, value: Value | undefined): Value {
  const argument = value ?? (letter === 'd' || letter === 'i' ? known('0') : EMPTY);
  if (!argument.known)
    return width === '' && precision === undefined ? argument : unknown(argument.reason, { from: argument.from });
  const text = converted(letter, argument.text);
  if (text === undefined || width === '*' || precision === '*') return unknown('expansion');
  const cut = precision === undefined || letter !== 's' ? text : text.slice(0, Number(precision));
  const size = Math.min(Number(width || '0'), 1024);
  if (flags.includes('-')) return known(cut.padEnd(size));
  return known(cut.padStart(size, flags.includes('0') && letter !== 's' ? '0' : ' '));
}

/** As bash writes it: in quotes it is another word where it is split and not read again. */
function escaped(text: string): string {
  return /[\n\t\r]/.test(text) || text === '' ? shQuote(text) : text.replace(/[^\w@%+=:,./-]/g, '\\$&');
}

function converted(letter: string, text: string): string | undefined {
  switch (letter) {
    case 's':
      return text;
    case 'b':
      return decodeEcho(text, true);
    case 'q':
      return escaped(text);
    case 'c':
      return text.slice(0, 1);
    case 'd':
    case 'i':
      return /^-?\d+$/.test(text) ? String(Number(text)) : undefined;
    case 'x':
      return /^\d+$/.test(text) ? Number(text).toString(16) : undefined;
    case 'o':
      return /^\d+$/.test(text) ? Number(text).toString(8) : undefined;
    default:
      return undefined;
  }
}
