import type { Ast } from '../parse/parse.ts';
import type { Frame } from '../state/frame.ts';
import type { Walker } from '../state/walker.ts';
import type { Atom, ZshFlag } from './atoms.ts';
import { type Piece, quotedText } from './pieces.ts';

/** Expansions of zsh that the parser reads as text: `$a[1]`, `$#a`, `$=x`. */
export function zshAtoms(atoms: readonly Atom[]): readonly Atom[] {
  const found: Atom[] = [];
  for (let i = 0; i < atoms.length; i++) {
    const atom = atoms[i] as Atom;
    if (atom.kind === 'text' && !atom.quoted && atom.text.includes('$')) {
      found.push(...flagged(atom.text));
      continue;
    }
    const name = atom.kind === 'part' && atom.part.type === 'SimpleExpansion' ? atom.part.text.slice(1) : undefined;
    const [text, taken] = name === undefined ? ['', 0] : textFrom(atoms, i + 1, atom.quoted);
    const subscript = /^[A-Za-z_]\w*$/.test(name ?? '') ? /^\[([^[\]]*)\]/.exec(text) : null;
    const counted = name === '#' ? /^[A-Za-z_]\w*/.exec(text) : null;
    const match = subscript ?? counted;
    if (match === null || name === undefined) {
      found.push(atom);
      continue;
    }
    const part = subscript === null ? parameter(match[0], { prefix: '#' }) : parameter(name, { index: match[1] ?? '' });
    found.push({ kind: 'part', part, quoted: atom.quoted });
    const rest = text.slice(match[0].length);
    if (rest !== '') found.push({ kind: 'text', text: rest, quoted: atom.quoted });
    i += taken;
  }
  return found;
}

/** The text right behind an expansion, and the number of atoms that it spans. */
function textFrom(atoms: readonly Atom[], from: number, quoted: boolean): readonly [string, number] {
  let text = '';
  let at = from;
  for (; at < atoms.length; at++) {
    const atom = atoms[at] as Atom;
    if (atom.kind !== 'text' || atom.quoted !== quoted) break;
    text += atom.text;
  }
  return [text, at - from];
}

function parameter(name: string, more: { prefix?: '#'; index?: string }): Ast.ParameterExpansionPart {
  const text = more.index ?? '';
  const word = { type: 'Word', text, value: text, pos: 0, end: 0 } as Ast.Word;
  const part = { type: 'ParameterExpansion', text: `\${${name}}`, parameter: name, pos: 0, end: 0 };
  return {
    ...part,
    ...(more.prefix && { prefix: more.prefix }),
    ...(more.index !== undefined && { index: word }),
  } as Ast.ParameterExpansionPart;
}

const FLAGGED = /\$([=~^])[=~^]*([A-Za-z_]\w*)/g;

function flagged(text: string): Atom[] {
  const atoms: Atom[] = [];
  let start = 0;
  for (const match of text.matchAll(FLAGGED)) {
    const [all, flag, name] = match;
    if (match.index > start) atoms.push({ kind: 'text', text: text.slice(start, match.index), quoted: false });
    const part = { type: 'SimpleExpansion', text: `$${name}`, pos: 0, end: 0 } as Ast.SimpleExpansionPart;
    atoms.push({ kind: 'part', part, quoted: false, flag: flag as ZshFlag });
    start = match.index + all.length;
  }
  if (start < text.length) atoms.push({ kind: 'text', text: text.slice(start), quoted: false });
  return atoms;
}

const CODE_QUALIFIER =
  /\((?:#q)?(?:[ugf]\d+(?!\d)|[ugfP]([^\w\s|()])(?:(?!\1).){0,99}\1|[-./=*%@!,^~[\]0-9a-eh-tv-zA-OQ-Z]){0,99}?(?:e[^\w\s|)]|\+\w)/;

/**
 * Glob qualifiers that run code on every name: `*(e:'code':)`, `*(+function)`, behind others, of which some have a text: `u:name:`.
 * Source: zshexpn(1), executed.
 */
export function hasCodeQualifier(pattern: string): boolean {
  return CODE_QUALIFIER.test(pattern);
}

/** The same in text that is a pattern where it stands, or that a variable gives where it becomes one. */
export function doubtQualifiers(pieces: readonly Piece[], { record }: Walker): void {
  for (const piece of pieces)
    if (piece.kind === 'text' && !piece.quoted && hasCodeQualifier(piece.text))
      record.doubt('hidden-code', `\`${piece.text}\` runs code for each name`);
}

/** `((` with brackets that do not match is no arithmetic but two subshells. Executed, zsh 5.9. */
export function isNoArithmetic(text: string): boolean {
  // one that is not closed is an error of its own
  const isClosed = !text.startsWith('$((') || text.endsWith('))');
  return isUnmatched(text, '[', ']') || (isClosed && isUnmatched(text, '(', ')'));
}

function isUnmatched(text: string, opening: string, closing: string): boolean {
  let open = 0;
  for (const char of text) {
    if (char === opening) open++;
    else if (char === closing && --open < 0) return true;
  }
  return open > 0;
}

/** `=rm`: the full path of the program, wherever the name comes from: `=$X`, `$X=rm` where X is empty. Source: zshexpn(1). */
export function expandEquals(pieces: readonly Piece[]): Piece[] {
  const end = pieces.findIndex(({ kind }) => kind === 'border');
  const field = end < 0 ? pieces : pieces.slice(0, end);
  const first = field.findIndex((piece) => !mayBeNothing(piece));
  const piece = field[first];
  if (piece?.kind !== 'text' || piece.quoted || !piece.text.startsWith('=')) return [...pieces];
  const name = { ...piece, text: piece.text.slice(1) };
  const rest = [name, ...field.slice(first + 1)];
  const unknown = field.slice(0, first).filter(({ kind }) => kind === 'hole');
  const text = rest.map((one) => (one.kind === 'text' ? one.text : '')).join('');
  if (rest.some(({ kind }) => kind === 'hole')) return [...rest, ...pieces.slice(field.length)];
  return /^[\w.-]+$/.test(text)
    ? [...unknown, quotedText(`/usr/bin/${text}`), ...pieces.slice(field.length)]
    : [...pieces];
}

function mayBeNothing(piece: Piece): boolean {
  if (piece.kind === 'text') return !piece.quoted && piece.text === '';
  return piece.kind === 'hole' && !piece.value.numeric && piece.value.prefix + piece.value.suffix === '';
}

/** `$a['x']`, and of an associative array `${a['x']}`: quotes in a subscript are text, and what is in them is expanded. */
export function quotedSubscripts(text: string, { scope }: Frame): readonly string[] {
  if (!text.includes("['")) return [];
  return [...text.matchAll(SUBSCRIPTS)].flatMap(([, brace, name = '', subscript = '']) =>
    brace === '' || scope.variable(name)?.associative === true ? [subscript] : [],
  );
}

const SUBSCRIPTS = /\$(\{?)(\w+)\[('[^']*'[^\]"]*)\]/g;
