import { reads, shellFinding, standIn } from './effects.ts';
import { decodeEscapes } from './escapes.ts';
import type { CodeFinding } from './finding.ts';
import { combinations, concatValues, textOf, textValue, UNKNOWN, type Value, wordOf } from './value.ts';

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

/** The tokens of a program, and what is certain of its variables. */
interface Program {
  readonly tokens: readonly Token[];
  readonly values: ReadonlyMap<string, Value>;
}

/** Texts and values side by side are joined; up to `to`, or a sign that ends an expression. */
function readExpression({ tokens, values }: Program, from: number, to = tokens.length): Value {
  const found: Value[] = [];
  for (let at = from; at < to; at++) {
    if (at - from > MAX_EXPRESSION_TOKENS) return UNKNOWN;
    const token = tokens[at] as Token;
    if (token.kind === 'end') break;
    if (token.kind === 'sign' && /^([),|<>;]|>>|\|&|\|\||&&)$/.test(token.value)) break;
    if (token.kind === 'word' && token.value === 'getline') break;
    if (token.kind === 'text') found.push(textValue(token.value));
    else if (token.kind === 'word' && isSign(tokens[at + 1], '[')) {
      found.push(elementOf(tokens, at));
      at = closing(tokens, at + 1);
    } else if (token.kind === 'word' && !isSign(tokens[at + 1], '(')) found.push(values.get(token.value) ?? UNKNOWN);
    else if (!isSign(token, '(')) found.push(UNKNOWN);
  }
  return found.length === 0 ? UNKNOWN : concatValues(found);
}

function isSign(token: Token | undefined, sign: string): boolean {
  return token?.kind === 'sign' && token.value === sign;
}

/** `ENVIRON["HOME"]`; other elements are not known. */
function elementOf(tokens: readonly Token[], at: number): Value {
  const [name, , key] = tokens.slice(at, at + 3);
  const isHome = name?.kind === 'word' && name.value === 'ENVIRON' && key?.kind === 'text' && key.value === 'HOME';
  return isHome ? { kind: 'text', parts: [{ home: true }] } : UNKNOWN;
}

/** Index of the bracket that closes the one at `from`. */
function closing(tokens: readonly Token[], from: number): number {
  let open = 0;
  for (let at = from; at < tokens.length && at - from <= MAX_EXPRESSION_TOKENS; at++) {
    if (isSign(tokens[at], '[') || isSign(tokens[at], '(')) open++;
    if ((isSign(tokens[at], ']') || isSign(tokens[at], ')')) && --open === 0) return at;
  }
  return tokens.length;
}

/** More assignments to one variable are not followed. */
const MAX_ASSIGNED = 8;

/** What variables hold that are only ever assigned: any of the values. */
function valuesOf(tokens: readonly Token[]): ReadonlyMap<string, Value> {
  const values = new Map<string, Value>();
  const changed = changedOtherwise(tokens);
  const found = new Map<string, Value[]>();
  tokens.forEach((token, at) => {
    if (token.kind !== 'word' || !isSign(tokens[at + 1], '=') || changed.has(token.value)) return;
    const all = found.get(token.value) ?? [];
    found.set(token.value, [...all, readExpression({ tokens, values }, at + 2)]);
    const [only, ...more] = found.get(token.value) ?? [];
    if (more.length >= MAX_ASSIGNED || only === undefined) changed.add(token.value);
    values.set(token.value, only !== undefined && more.length === 0 ? only : UNKNOWN);
  });
  for (const [name, items] of found)
    values.set(
      name,
      changed.has(name) ? UNKNOWN : items.length === 1 ? (items[0] as Value) : { kind: 'choice', items },
    );
  return values;
}

/** Names that something else than `=` may change: `getline x`, `sub(.., x)`, `x++`, `for (x in a)`, parameters. */
function changedOtherwise(tokens: readonly Token[]): Set<string> {
  const names = new Set<string>();
  const addWords = (from: number, to: number) => {
    for (const token of tokens.slice(from, to)) if (token.kind === 'word') names.add(token.value);
  };
  tokens.forEach((token, at) => {
    if (token.kind === 'sign' && /^[-+*/%^]$/.test(token.value)) addWords(at - 1, at + 2);
    if (token.kind !== 'word') return;
    if (token.value === 'getline') addWords(at + 1, at + 2);
    if (token.value === 'in') addWords(at - 1, at);
    if (/^(?:g?sub|split|match)$/.test(token.value)) addWords(at + 1, closing(tokens, at + 1));
    if (/^func(?:tion)?$/.test(token.value)) addWords(at + 2, closing(tokens, at + 2));
  });
  return names;
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
function writes(program: Program, at: number, append: boolean): readonly CodeFinding[] {
  return eachOf(readExpression(program, at + 1)).flatMap((target) =>
    DEVICE.test(textOf(target) ?? '') ? [] : [standIn(append ? ['tee', '-a', target] : ['tee', target], 'awk print')],
  );
}

function eachOf(value: Value): readonly Value[] {
  return combinations([value]).map(([one = UNKNOWN]) => one);
}

function runs(value: Value): readonly CodeFinding[] {
  return eachOf(value).map(shellFinding);
}

/** `getline < file`, `getline x < file` */
function readByGetline(program: Program, at: number): readonly CodeFinding[] {
  const { tokens } = program;
  const isNamed = tokens[at + 1]?.kind === 'word';
  const end = isNamed && isSign(tokens[at + 2], '[') ? closing(tokens, at + 2) + 1 : at + (isNamed ? 2 : 1);
  if (!isSign(tokens[end], '<')) return [];
  return eachOf(readExpression(program, end + 1)).flatMap((path) =>
    reads({ name: 'getline', args: [path], named: new Map() }),
  );
}

/** awk code: system(), pipes to and from commands, files that getline reads and print writes. Source: gawk(1) 5.2 */
export function analyzeAwk(source: string): readonly CodeFinding[] {
  if (!/system|[|<>]/.test(source)) return [];
  const tokens = readTokens(source);
  const program = { tokens, values: valuesOf(tokens) };
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
      if (token.value === 'system' && next?.kind === 'sign') found.push(...runs(readExpression(program, at + 2)));
      if (token.value === 'getline' && isPipe(tokens[at - 1])) {
        found.push(...runs(readExpression(program, expressionStart(tokens, at - 1), at - 1)));
      } else if (token.value === 'getline') found.push(...readByGetline(program, at));
    } else if (token.kind === 'sign') {
      if (token.value === '(') depth++;
      if (token.value === ')') depth--;
      const next = tokens[at + 1];
      if (isPipe(token) && !(next?.kind === 'word' && next.value === 'getline') && printing) {
        const text = print === undefined ? UNKNOWN : printedText(program, print, at);
        found.push(...runs(readExpression(program, at + 1)).map((finding) => fed(finding, text)));
        print = undefined;
      }
      if (printing && depth === 0 && /^>>?$/.test(token.value))
        found.push(...writes(program, at, token.value === '>>'));
    }
  });
  return found;
}

/** What `print a b` before a pipe writes into it, for each line that awk reads. */
function printedText({ tokens, values }: Program, print: number, pipe: number): Value {
  const words = tokens.slice(print + 1, pipe);
  const before = tokens[print];
  const isPlain = (before?.kind === 'word' && before.value === 'print') || words.length === 1;
  if (!isPlain || words.length === 0 || words.some(isComma)) return UNKNOWN;
  return readExpression({ tokens: words, values }, 0);
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
