import { LIMITS } from '../limits.ts';
import type { Atom } from './atoms.ts';

type Token = Atom | '{' | ',' | '}';

const MAX_NESTING = 32;

/**
 * Brace expansion: `a{b,c}` -> `ab`, `ac`; `{1..3}`. An unbalanced or single brace stands for itself.
 * Undefined where the result has more words than the limit.
 */
export function expandBraces(atoms: readonly Atom[]): readonly (readonly Atom[])[] | undefined {
  if (!atoms.some((atom) => atom.kind === 'text' && !atom.quoted && atom.text.includes('{'))) return [atoms];
  const tokens = atoms.flatMap(tokensOf);
  return expand(tokens, pairs(tokens), { from: 0, to: tokens.length }, 0);
}

function tokensOf(atom: Atom): Token[] {
  if (atom.kind !== 'text' || atom.quoted) return [atom];
  return atom.text.split(/([{},])/).flatMap((text): Token[] => {
    if (text === '{' || text === '}' || text === ',') return [text];
    return text === '' ? [] : [{ kind: 'text', text, quoted: false }];
  });
}

/** For each opening brace the index of its closing one. */
function pairs(tokens: readonly Token[]): ReadonlyMap<number, number> {
  const closing = new Map<number, number>();
  const open: number[] = [];
  tokens.forEach((token, index) => {
    if (token === '{') open.push(index);
    else if (token === '}') {
      const start = open.pop();
      if (start !== undefined) closing.set(start, index);
    }
  });
  return closing;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

function expand(
  tokens: readonly Token[],
  closing: ReadonlyMap<number, number>,
  range: Range,
  nesting: number,
): Atom[][] | undefined {
  if (nesting > MAX_NESTING) return undefined;
  let words: Atom[][] = [[]];
  for (let i = range.from; i < range.to; i++) {
    const token = tokens[i] as Token;
    const end = token === '{' ? closing.get(i) : undefined;
    const choices = end === undefined ? undefined : alternatives(tokens, closing, { from: i + 1, to: end }, nesting);
    if (choices === 'too-many') return undefined;
    if (choices === undefined || end === undefined) {
      const atom = literal(token);
      for (const word of words) word.push(atom);
      continue;
    }
    if (words.length * choices.length > LIMITS.braceWords) return undefined;
    words = words.flatMap((word) => choices.map((choice) => [...word, ...choice]));
    i = end;
  }
  return words;
}

/** What stands between two braces; undefined where it is neither a list nor a sequence. */
function alternatives(
  tokens: readonly Token[],
  closing: ReadonlyMap<number, number>,
  inside: Range,
  nesting: number,
): Atom[][] | 'too-many' | undefined {
  const commas = topLevelCommas(tokens, closing, inside);
  if (commas.length === 0) {
    const only = tokens[inside.from];
    const plain = inside.to - inside.from === 1 && typeof only === 'object' && only.kind === 'text' && !only.quoted;
    return plain ? sequence(only.text) : undefined;
  }
  const found: Atom[][] = [];
  let from = inside.from;
  for (const to of [...commas, inside.to]) {
    const words = expand(tokens, closing, { from, to }, nesting + 1);
    if (words === undefined || found.length + words.length > LIMITS.braceWords) return 'too-many';
    found.push(...words);
    from = to + 1;
  }
  return found;
}

function topLevelCommas(tokens: readonly Token[], closing: ReadonlyMap<number, number>, inside: Range): number[] {
  const commas: number[] = [];
  for (let i = inside.from; i < inside.to; i++) {
    if (tokens[i] === ',') commas.push(i);
    else if (tokens[i] === '{') i = closing.get(i) ?? i;
  }
  return commas;
}

const NUMBERS = /^(-?\d{1,15})\.\.(-?\d{1,15})(?:\.\.(-?\d{1,9}))?$/;
const LETTERS = /^([A-Za-z])\.\.([A-Za-z])(?:\.\.(-?\d{1,9}))?$/;

function sequence(text: string): Atom[][] | 'too-many' | undefined {
  const numbers = NUMBERS.exec(text);
  const letters = numbers === null ? LETTERS.exec(text) : null;
  const match = numbers ?? letters;
  if (match === null) return undefined;
  const [, first = '', last = '', by = ''] = match;
  const toNumber = (bound: string) => (numbers === null ? bound.charCodeAt(0) : Number(bound));
  const [from, to] = [toNumber(first), toNumber(last)];
  const step = Math.max(1, Math.abs(Number(by)));
  const count = Math.floor(Math.abs(to - from) / step) + 1;
  if (count > LIMITS.braceWords) return 'too-many';
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
