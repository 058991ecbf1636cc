import { shellFinding, standIn } from './effects.ts';
import { decodeEscapes } from './escapes.ts';
import type { CodeFinding } from './finding.ts';
import { concatValues, textOf, textValue, UNKNOWN, type Value, wordOf } from './value.ts';

type Token =
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'word' | 'sign'; readonly value: string }
  | { readonly kind: 'end' };

const TOKEN =
  /"((?:[^"\\]|\\.)*)"|#[^\n]*|(\\\n|[ \t\r]+)|([\n;{}])|([A-Za-z_]\w*|\$?[\w.]+|\$\()|(\|&|\|\||&&|>>|[!<>=~]=|.)/gs;

/** A slash begins a regular expression unless a value stands before it. */
function regexEnd(source: string, from: number, before: Token | undefined): number {
  if (before?.kind === 'text' || (before?.kind === 'word' && !/^(print|return|in)$/.test(before.value))) return -1;
  if (before?.kind === 'sign' && /^[)\]]$/.test(before.value)) return -1;
  const match = /^\/(?:[^/\\[\n]|\\.|\[(?:\^?\][^\]\n]*|\^[^\]\n]+|[^^\]\n][^\]\n]*)\])*\//.exec(
    source.slice(from, from + 4096),
  );
  return match === null ? -1 : from + match[0].length;
}

function readTokens(source: string): readonly Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(source); match !== null; match = TOKEN.exec(source)) {
    const [, text, blank, end, word, sign] = match;
    if (text !== undefined) tokens.push({ kind: 'text', value: decodeEscapes(text) });
    else if (end !== undefined) tokens.push({ kind: 'end' });
    else if (word !== undefined) tokens.push({ kind: 'word', value: word });
    else if (sign === '/') {
      const stop = regexEnd(source, match.index, tokens.at(-1));
      if (stop > 0) TOKEN.lastIndex = stop;
      tokens.push({ kind: 'word', value: '//' });
    } else if (sign !== undefined && blank === undefined) tokens.push({ kind: 'sign', value: sign });
  }
  return tokens;
}

/** Longer expressions are not read: where brackets do not close, each would be as long as all that follows. */
const MAX_EXPRESSION_TOKENS = 200;

/** Texts and values side by side are joined; up to `to`, or a sign that ends an expression. */
function readExpression(tokens: readonly Token[], from: number, to = tokens.length): Value {
  const values: Value[] = [];
  for (let at = from; at < to; at++) {
    if (at - from > MAX_EXPRESSION_TOKENS) return UNKNOWN;
    const token = tokens[at] as Token;
    if (token.kind === 'end') break;
    if (token.kind === 'sign' && /^([),|<>;]|>>|\|&|\|\||&&)$/.test(token.value)) break;
    if (token.kind === 'word' && token.value === 'getline') break;
    if (token.kind === 'text') values.push(textValue(token.value));
    else if (!(token.kind === 'sign' && token.value === '(')) values.push(UNKNOWN);
  }
  return values.length === 0 ? UNKNOWN : concatValues(values);
}

/** Index where the expression that ends before `end` begins: behind the last sign or word that cannot be part of it. */
function expressionStart(tokens: readonly Token[], end: number): number {
  let at = end;
  while (at > 0) {
    const before = tokens[at - 1] as Token;
    if (before.kind === 'end' || (before.kind === 'sign' && /^[(!=,&|]/.test(before.value))) break;
    if (before.kind === 'word' && /^(while|if|print|printf|return)$/.test(before.value)) break;
    at--;
  }
  return at;
}

const DEVICE = /^\/dev\/(stdout|stderr|null|tty|fd\/\d+)$/;

/** `print .. > file`: a write, unless it is one of the standard streams. */
function writes(tokens: readonly Token[], at: number, append: boolean): readonly CodeFinding[] {
  const target = readExpression(tokens, at + 1);
  if (DEVICE.test(textOf(target) ?? '')) return [];
  return [standIn(append ? ['tee', '-a', target] : ['tee', target], 'awk print')];
}

/** awk code: system(), pipes to and from commands, print into files. Source: gawk(1) 5.2 */
export function analyzeAwk(source: string): readonly CodeFinding[] {
  if (!/system|[|>]/.test(source)) return [];
  const tokens = readTokens(source);
  const found: CodeFinding[] = [];
  let printing = false;
  // where the last `print` stands, until what it prints is piped
  let print: number | undefined;
  let depth = 0;
  tokens.forEach((token, at) => {
    if (token.kind === 'end') {
      printing = false;
      depth = 0;
    } else if (token.kind === 'word') {
      if (/^printf?$/.test(token.value)) {
        printing = true;
        print = at;
      }
      const next = tokens[at + 1];
      if (token.value === 'system' && next?.kind === 'sign') found.push(shellFinding(readExpression(tokens, at + 2)));
      if (token.value === 'getline' && isPipe(tokens[at - 1])) {
        found.push(shellFinding(readExpression(tokens, expressionStart(tokens, at - 1), at - 1)));
      }
    } else if (token.kind === 'sign') {
      if (token.value === '(') depth++;
      if (token.value === ')') depth--;
      const next = tokens[at + 1];
      if (isPipe(token) && !(next?.kind === 'word' && next.value === 'getline') && printing) {
        const text = print === undefined ? UNKNOWN : printedText(tokens, print, at);
        found.push(fed(shellFinding(readExpression(tokens, at + 1)), text));
        print = undefined;
      }
      if (printing && depth === 0 && /^>>?$/.test(token.value)) found.push(...writes(tokens, at, token.value === '>>'));
    }
  });
  return found;
}

/** What `print a b` before a pipe writes into it, for each line that awk reads. */
function printedText(tokens: readonly Token[], print: number, pipe: number): Value {
  const words = tokens.slice(print + 1, pipe);
  const before = tokens[print];
  const isPlain = (before?.kind === 'word' && before.value === 'print') || words.length === 1;
  if (!isPlain || words.length === 0 || words.some(isComma)) return UNKNOWN;
  return readExpression(words, 0);
}

function isComma(token: Token): boolean {
  return token.kind === 'sign' && token.value === ',';
}

function fed(finding: CodeFinding, text: Value): CodeFinding {
  return { ...finding, effects: { stdin: wordOf(text) } };
}

function isPipe(token: Token | undefined): boolean {
  return token?.kind === 'sign' && (token.value === '|' || token.value === '|&');
}
