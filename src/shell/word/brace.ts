import { LIMITS } from '../state/limits.ts';
import type { Atom } from './atoms.ts';

type Token = Atom | '{' | ',' | '}';

const MAX_NESTING = 32;

/**
 * Brace expansion: `a{b,c}` -> `ab`, `ac`; `{1..3}`. An unbalanced or single brace stands for itself.
 * Undefined where the result has more words than the limit.
 */
export function expandBraces(atoms: readonly Atom[]): readonly (readonly Atom[])[] | undefined {
  if (!atoms.some((atom) => atom.kind === 'text' && !atom.quoted && atom.text.includes('{'))) return [atoms];
  const word: Word = { tokens: atoms.flatMap(tokensOf), scanned: 0 };
  return expand(word, { from: 0, to: word.tokens.length }, 0);
}

function tokensOf(atom: Atom): Token[] {
  if (atom.kind !== 'text' || atom.quoted) return [atom];
  return atom.text.split(/([{},])/).flatMap((text): Token[] => {
    if (text === '{' || text === '}' || text === ',') return [text];
    return text === '' ? [] : [{ kind: 'text', text, quoted: false }];
  });
}

/** Steps that all searches for closing braces of one word may take together. */
const MAX_SCANNED = 50_000;

interface Word {
  readonly tokens: readonly Token[];
  scanned: number;
}

/**
 * The closing brace of the one at `from`: braces inside are counted, and one that would close neither a list nor a
 * sequence is text. Source: bash 5.2, braces.c; executed.
 */
function closingOf(word: Word, from: number, to: number): number | undefined {
  let level = 1;
  let commas = 0;
  for (let i = from + 1; i < to; i++) {
    if (++word.scanned > MAX_SCANNED) return undefined;
    const token = word.tokens[i];
    if (token === '{') level++;
    else if (token === ',' && level === 1) commas++;
    else if (token === '}' && level > 1) level--;
    else if (token === '}' && (commas > 0 || isSequence(word.tokens, from, i))) return i;
  }
  return undefined;
}

function isSequence(tokens: readonly Token[], from: number, to: number): boolean {
  const only = tokens[from + 1];
  if (to !== from + 2 || typeof only !== 'object' || only.kind !== 'text' || only.quoted) return false;
  return NUMBERS.test(only.text) || LETTERS.test(only.text);
}

interface Range {
  readonly from: number;
  readonly to: number;
}

function expand(word: Word, range: Range, nesting: number): Atom[][] | undefined {
  if (nesting > MAX_NESTING) return undefined;
  let words: Atom[][] = [[]];
  let { from } = range;
  for (let i = range.from; i < range.to; i++) {
    const token = word.tokens[i] as Token;
    // a pair of braces at the beginning of a text is one
    const isPair = i === from && word.tokens[i + 1] === '}';
    const end = token === '{' && !isPair ? closingOf(word, i, range.to) : undefined;
    if (end === undefined) {
      const atom = literal(token);
      for (const one of words) one.push(atom);
      continue;
    }
    const choices = alternatives(word, { from: i + 1, to: end }, nesting);
    if (choices === undefined || words.length * choices.length > LIMITS.braceWords) return undefined;
    words = words.flatMap((one) => choices.map((choice) => [...one, ...choice]));
    i = end;
    from = end + 1;
  }
  return words;
}

/** What the braces around `inside` stand for. */
function alternatives(word: Word, inside: Range, nesting: number): Atom[][] | undefined {
  const commas = topLevelCommas(word.tokens, inside);
  if (commas.length === 0) return sequence((word.tokens[inside.from] as { text: string }).text);
  const found: Atom[][] = [];
  let from = inside.from;
  for (const to of [...commas, inside.to]) {
    const words = expand(word, { from, to }, nesting + 1);
    if (words === undefined || found.length + words.length > LIMITS.braceWords) return undefined;
    found.push(...words);
    from = to + 1;
  }
  return found;
}

function topLevelCommas(tokens: readonly Token[], inside: Range): number[] {
  const commas: number[] = [];
  let level = 0;
  for (let i = inside.from; i < inside.to; i++) {
    if (tokens[i] === '{') level++;
    else if (tokens[i] === '}' && level > 0) level--;
    else if (tokens[i] === ',' && level === 0) commas.push(i);
  }
  return commas;
}

const NUMBERS = /^(-?\d{1,15})\.\.(-?\d{1,15})(?:\.\.(-?\d{1,9}))?$/;
const LETTERS = /^([A-Za-z])\.\.([A-Za-z])(?:\.\.(-?\d{1,9}))?$/;

function sequence(text: string): Atom[][] | undefined {
  const numbers = NUMBERS.exec(text);
  const letters = numbers === null ? LETTERS.exec(text) : null;
  const match = numbers ?? letters;
  if (match === null) return undefined;
  const [, first = '', last = '', by = ''] = match;
  const toNumber = (bound: string) => (numbers === null ? bound.charCodeAt(0) : Number(bound));
  const [from, to] = [toNumber(first), toNumber(last)];
  const step = Math.max(1, Math.abs(Number(by)));
  const count = Math.floor(Math.abs(to - from) / step) + 1;
  if (count > LIMITS.braceWords) return undefined;
  const padded = [first, last].some((bound) => /^-?0\d/.test(bound));
  const width = padded && numbers !== null ? Math.max(first.length, last.length) : 0;
  return Array.from({ length: count }, (_, index) => {
    const value = from + (from <= to ? step : -step) * index;
    return [{ kind: 'text', text: numbers === null ? String.fromCharCode(value) : pad(value, width), quoted: false }];
  });
}

function pad(value: number, width: number): string {
  const digits = String(Math.abs(value));
  return value < 0 ? `-${digits.padStart(width - 1, '0')}` : digits.padStart(width, '0');
}

function literal(token: Token): Atom {
  return typeof token === 'string' ? { kind: 'text', text: token, quoted: false } : token;
}
