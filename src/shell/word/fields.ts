import { HOLE } from '../../model/hole.ts';
import type { Span, Word } from '../../model/word.ts';
import { concat, EMPTY, eachPath, escapeGlob, known, type UnknownValue, union, type Value } from '../state/value.ts';
import { type Many, type Piece, quotedText, splitText } from './pieces.ts';

export interface Written {
  readonly text: string;
  readonly span?: Span;
  readonly origin?: string;
}

/** A word and the invocations that printed some of it. */
export interface Field {
  readonly word: Word;
  readonly from: readonly number[];
  /** the text with HOLE in place of each unknown piece */
  readonly template?: string;
  /** the same with the defaults of `${x:-a}`, if there are any */
  readonly assumed?: string;
  /** a number, or several: it holds no code */
  readonly numeric?: boolean;
  /** a name, or several, as `FoundPath.isName` */
  readonly isName?: boolean;
  /** one of its pieces is a list: the first field is the text before it with the first element, not the whole text */
  readonly isList?: boolean;
}

/** Cuts expanded pieces into arguments: quote removal, field borders, file name patterns. */
export function toFields(pieces: readonly Piece[], written: Written, globbing: boolean): Field[] {
  const fields: Field[] = [];
  let start = 0;
  for (let i = 0; i <= pieces.length; i++) {
    if (i < pieces.length && pieces[i]?.kind !== 'border') continue;
    const field = toField(pieces.slice(start, i), written, globbing);
    if (field !== undefined) fields.push(field);
    start = i + 1;
  }
  return fields;
}

/** The pieces with the text of files in place of what is read from them; undefined where nothing is, or more is not known. */
export function withFileText(pieces: readonly Piece[], ifs: string | undefined): readonly Piece[] | undefined {
  const known: Piece[] = [];
  for (const piece of pieces) {
    if (piece.kind !== 'hole') known.push(piece);
    else if (piece.value.fileText === undefined || piece.many === 'list') return undefined;
    else if (piece.many === false) known.push(quotedText(piece.value.fileText));
    else if (ifs === undefined) return undefined;
    else known.push(...splitText(piece.value.fileText, ifs));
  }
  return pieces.some(({ kind }) => kind === 'hole') ? known : undefined;
}

/** The pieces as one text: an assignment's value, a redirection's target. Borders become blanks. */
export function toValue(pieces: readonly Piece[]): Value {
  let value: Value = EMPTY;
  for (const piece of pieces) {
    value = concat(value, piece.kind === 'text' ? known(piece.text) : piece.kind === 'hole' ? piece.value : known(' '));
  }
  return value;
}

export function valueWord(value: Value, written: Written): Word {
  if (value.known) return { kind: 'known', value: value.text, ...written };
  const { prefix, suffix, reason, within, names, temporary, alternatives, likely } = value;
  return {
    kind: 'unknown',
    prefix,
    suffix,
    fields: 'one',
    reason,
    ...(within === undefined ? {} : { within }),
    ...(names === undefined ? {} : { names }),
    ...(temporary && { temporary }),
    ...(alternatives === undefined ? {} : { alternatives }),
    ...(likely === undefined ? {} : { likely }),
    ...written,
  };
}

function toField(pieces: readonly Piece[], written: Written, globbing: boolean): Field | undefined {
  const solid = pieces.some((piece) => piece.kind !== 'text' || piece.quoted || piece.text !== '');
  if (!solid) return undefined;
  const holes = pieces.filter((piece) => piece.kind === 'hole');
  const matched = holes.length > 0 && globbing ? patternOfHoles(pieces) : undefined;
  if (matched !== undefined) {
    const from = holes.reduce<readonly number[]>((all, hole) => union(all, hole.value.from), []);
    const template = pieces.map((piece) => templateOf(piece)).join('');
    const { temporary } = toValue(pieces) as UnknownValue;
    return { word: { kind: 'glob', pattern: matched, ...written, ...(temporary && { temporary }) }, from, template };
  }
  if (holes.length > 0) return unknownField(pieces, holes, written, globbing);
  const pattern = globbing ? globPattern(pieces) : undefined;
  if (pattern !== undefined) return { word: { kind: 'glob', pattern, ...written }, from: [] };
  const value = pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('');
  return { word: { kind: 'known', value, ...written }, from: [] };
}

function unknownField(
  pieces: readonly Piece[],
  holes: readonly { readonly value: UnknownValue; readonly many: Many }[],
  written: Written,
  globbing: boolean,
): Field {
  const first = holes[0] as (typeof holes)[number];
  const value = toValue(pieces) as UnknownValue;
  const fields = fieldsOf(pieces);
  const path = value.paths === undefined ? undefined : eachPath(value.paths);
  const each = fields === 'any' ? path : undefined;
  // a quoted text begins as its first line does
  const whole = pieces.length === 1 ? (path?.prefix ?? '') : '';
  const within = value.within ?? path?.within;
  const names = value.names ?? path?.names;
  const { temporary, alternatives, likely } = value;
  const word: Word = {
    kind: 'unknown',
    prefix: each?.prefix ?? (whole || edge(pieces, globbing)),
    suffix: each?.suffix ?? edge([...pieces].reverse(), globbing, true),
    fields,
    reason: first.value.reason,
    ...(within === undefined ? {} : { within }),
    ...(names === undefined ? {} : { names }),
    ...(temporary && { temporary }),
    ...(alternatives === undefined ? {} : { alternatives }),
    ...(likely === undefined ? {} : { likely }),
    ...written,
  };
  const from = holes.reduce<readonly number[]>((all, hole) => union(all, hole.value.from), []);
  const template = pieces.map((piece) => templateOf(piece)).join('');
  const hasDefault = holes.some((hole) => hole.value.otherwise !== undefined);
  return {
    word,
    from,
    template,
    ...(value.numeric && { numeric: true }),
    ...((value.isName === true || value.paths?.isName === true) && { isName: true }),
    ...(holes.some(({ many }) => isSeveral(many) && many !== true) && { isList: true }),
    ...(hasDefault && { assumed: pieces.map((piece) => templateOf(piece, true)).join('') }),
  };
}

/** `any` where a hole may split, or where all pieces may be empty and unquoted. */
function fieldsOf(pieces: readonly Piece[]): 'one' | 'any' {
  if (pieces.some((piece) => piece.kind === 'hole' && isSeveral(piece.many))) return 'any';
  const vanishes = (piece: Piece) =>
    piece.kind === 'hole' ? piece.many === 'absent' : piece.kind === 'text' && !piece.quoted && piece.text === '';
  return pieces.every(vanishes) ? 'any' : 'one';
}

function isSeveral(many: Many): boolean {
  return many !== false && many !== 'absent';
}

/** The pattern of a word whose holes have patterns: `"$f/x"` where f is a matched or a temporary file. */
function patternOfHoles(pieces: readonly Piece[]): string | undefined {
  let pattern = '';
  for (const piece of pieces) {
    if (piece.kind === 'border') return undefined;
    if (piece.kind === 'text') pattern += piece.quoted ? escapeGlob(piece.text) : piece.text.replace(/\\/g, '\\\\');
    else if (piece.value.pattern === undefined || piece.many === true || piece.many === 'list') return undefined;
    else if (piece.many === 'files' && pieces.length > 1) return undefined;
    else pattern += piece.value.pattern;
  }
  return pattern;
}

function templateOf(piece: Piece, isUnset = false): string {
  if (piece.kind === 'text') return piece.text;
  if (isUnset && piece.kind === 'hole' && piece.value.otherwise !== undefined) return piece.value.otherwise;
  if (piece.kind === 'border') return ' ';
  const { prefix, suffix, plain, pattern, template } = piece.value;
  if (template !== undefined) return template;
  // a hole inside of a name cannot end a word of code: the pattern is kept
  return plain === true && pattern === `${prefix}*${suffix}` ? pattern : `${prefix}${HOLE}${suffix}`;
}

function isAlone(one: Piece, pieces: readonly Piece[]): boolean {
  return pieces.every((piece) => piece === one || (piece.kind === 'text' && piece.text === ''));
}

/** Known text from one end up to the first hole or active pattern character. */
function edge(pieces: readonly Piece[], globbing: boolean, fromEnd = false): string {
  let text = '';
  const add = (more: string) => {
    text = fromEnd ? more + text : text + more;
  };
  for (const piece of pieces) {
    if (piece.kind === 'hole') {
      if (!piece.value.mayBeEmpty || isAlone(piece, pieces)) add(fromEnd ? piece.value.suffix : piece.value.prefix);
      break;
    }
    if (piece.kind !== 'text') break;
    const active = globbing && !piece.quoted && /[*?[\]]/.test(piece.text);
    if (!active) {
      add(piece.text);
      continue;
    }
    add((fromEnd ? /(?<![^*?[\]])[^*?[\]]*$/ : /^[^*?[\]]*/).exec(piece.text)?.[0] ?? '');
    break;
  }
  return text;
}

/** The pattern with quoted characters escaped; undefined without an active pattern character. */
function globPattern(pieces: readonly Piece[]): string | undefined {
  if (!isActive(pieces)) return undefined;
  const escaped = pieces.map((piece) => {
    if (piece.kind !== 'text') return '';
    return piece.quoted ? escapeGlob(piece.text) : piece.text.replace(/\\/g, '\\\\');
  });
  return escaped.join('');
}

function isActive(pieces: readonly Piece[]): boolean {
  let open = false;
  for (const piece of pieces) {
    if (piece.kind !== 'text' || piece.quoted) continue;
    for (const char of piece.text) {
      if (char === '*' || char === '?' || (char === ']' && open)) return true;
      if (char === '[') open = true;
    }
  }
  return false;
}
