import { effective } from '../grammar/effective.ts';
import { OPERATION_TYPES } from '../model/operation.ts';
import { wordValue } from '../model/word.ts';
import { shellGlobMatches } from '../util/shell-glob.ts';
import type { Call, Row, TypeSpec } from './behaviour.ts';
import { parseTypes } from './behaviour.ts';

type Token =
  | { readonly kind: 'word'; readonly glob: string }
  | { readonly kind: 'option'; readonly names: readonly string[]; readonly values?: readonly string[] }
  | { readonly kind: 'anywhere' }
  | { readonly kind: 'fed' }
  | { readonly kind: 'end' };

/** One pattern of a row, taken apart. */
export interface WordPattern {
  readonly types: readonly TypeSpec[];
  readonly tokens: readonly Token[];
  /** how much it says: of several that match, the highest wins */
  readonly weight: number;
  readonly credential?: string;
}

export interface WordMatch {
  readonly pattern: WordPattern;
  /** index of the first word behind the matched ones */
  readonly end: number;
}

function parseToken(text: string): Token {
  if (text === '**') return { kind: 'anywhere' };
  if (text === '<') return { kind: 'fed' };
  if (text === '$') return { kind: 'end' };
  if (!/^[-+]./.test(text)) return { kind: 'word', glob: text };
  const [names = '', values] = text.split('=');
  return { kind: 'option', names: names.split('|'), ...(values !== undefined && { values: values.split('|') }) };
}

function weightOf(token: Token): number {
  if (token.kind === 'anywhere') return 0;
  if (token.kind === 'end') return 2;
  if (token.kind !== 'word') return 4;
  if (token.glob === '*') return 1;
  return token.glob.includes('*') ? 3 : 4;
}

function parsePatterns([types, patterns, credential]: Row): readonly WordPattern[] {
  const specs = parseTypes(types);
  return patterns
    .split(/, |\n/)
    .map((line) => line.trim().replace(/,$/, ''))
    .filter((line) => line !== '')
    .map((line) => {
      const tokens = line.split(/\s+/).map(parseToken);
      const weight = tokens.reduce((sum, token) => sum + weightOf(token), 0);
      return { types: specs, tokens, weight, ...(credential !== undefined && { credential }) };
    });
}

/** The rows of one program, the pattern with most to say first; of two that say as much, the graver. */
export function parseRows(rows: readonly Row[]): readonly WordPattern[] {
  const gravity = ({ types }: WordPattern) =>
    Math.min(OPERATION_TYPES.length, ...types.map(({ type }) => OPERATION_TYPES.indexOf(type)));
  return rows.flatMap(parsePatterns).sort((a, b) => b.weight - a.weight || gravity(a) - gravity(b));
}

function optionHolds(call: Call, names: readonly string[], values: readonly string[] | undefined): boolean {
  const option = names.map((name) => effective(call.parsed, name)).find((one) => one !== undefined);
  if (option === undefined) return false;
  if (values === undefined) return true;
  const value = wordValue(option.value)?.toLowerCase();
  return value !== undefined && values.includes(value);
}

function wordsFrom(globs: readonly string[], words: Call['words'], start: number): boolean {
  if (start + globs.length > words.length) return false;
  return globs.every((glob, at) => {
    const word = words[start + at];
    if (glob === '*' || word === glob) return true;
    return word !== undefined && glob.includes('*') && shellGlobMatches(glob, word);
  });
}

function matchOne(pattern: WordPattern, call: Call): number | undefined {
  const globs: string[] = [];
  let anywhere = false;
  let toEnd = false;
  for (const token of pattern.tokens) {
    if (token.kind === 'word') globs.push(token.glob);
    else if (token.kind === 'anywhere') anywhere = true;
    else if (token.kind === 'end') toEnd = true;
    else if (token.kind === 'fed' ? !call.fed : !optionHolds(call, token.names, token.values)) return undefined;
  }
  const last = anywhere ? call.words.length - globs.length : 0;
  for (let start = 0; start <= last; start += 1) {
    const end = start + globs.length;
    if (wordsFrom(globs, call.words, start) && (!toEnd || end === call.words.length)) return end;
  }
  return undefined;
}

/** The pattern that says most among those that match. */
export function matchPatterns(patterns: readonly WordPattern[], call: Call): WordMatch | undefined {
  for (const pattern of patterns) {
    const end = matchOne(pattern, call);
    if (end !== undefined) return { pattern, end };
  }
  return undefined;
}
