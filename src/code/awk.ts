import { wordValue } from '../model/word.ts';
import { fieldOf, fieldsOf, type Record, recordOf } from './awk-records.ts';
import { push } from './called.ts';
import { reads, shellFinding, standIn } from './effects.ts';
import { decodeEscapes } from './escapes.ts';
import { type CodeAnalyzer, type CodeFinding, type Given, NOTHING_GIVEN } from './finding.ts';
import { oneOf } from './keyed.ts';
import { fed } from './processes.ts';
import { combinations, concatValues, textOf, textValue, UNKNOWN, type Value } from './value.ts';
import { filledIn } from './value-methods.ts';

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
  /** the elements of arrays, by the name of the array */
  readonly elements: ReadonlyMap<string, readonly Value[]>;
  readonly given: Given;
  /** of each line that it reads; absent: not known */
  readonly records?: readonly Record[] | undefined;
  /** the line at hand */
  readonly record?: Record;
}

/** The value of an expression, for any of the lines. */
function readExpression(program: Program, from: number, to = program.tokens.length): Value {
  const { records, record } = program;
  if (records === undefined || record !== undefined) return readOnce(program, from, to);
  return oneOf(records.map((one) => readOnce({ ...program, record: one }, from, to)));
}

/** Texts and values side by side are joined; up to `to`, or a sign that ends an expression. */
function readOnce(program: Program, from: number, to: number): Value {
  const { tokens, values, record } = program;
  const found: Value[] = [];
  for (let at = from; at < to; at++) {
    if (at - from > MAX_EXPRESSION_TOKENS) return UNKNOWN;
    const token = tokens[at] as Token;
    if (token.kind === 'end') break;
    if (token.kind === 'sign' && /^([),|<>;]|>>|\|&|\|\||&&)$/.test(token.value)) break;
    if (token.kind === 'word' && token.value === 'getline') break;
    if (token.kind === 'text') found.push(textValue(token.value));
    else if (token.kind === 'word' && isSign(tokens[at + 1], '[')) {
      found.push(elementOf(program, at));
      at = closing(tokens, at + 1);
    } else if (token.kind === 'word' && !isSign(tokens[at + 1], '('))
      found.push(fieldOf(record, token.value) ?? values.get(token.value) ?? UNKNOWN);
    else if (!isSign(token, '(')) found.push(UNKNOWN);
  }
  return found.length === 0 ? UNKNOWN : concatValues(found);
}

function isSign(token: Token | undefined, sign: string): boolean {
  return token?.kind === 'sign' && token.value === sign;
}

/** `ENVIRON["HOME"]`; of another array any of its elements. */
function elementOf({ tokens, given, elements }: Program, at: number): Value {
  const [name, , key] = tokens.slice(at, at + 3);
  if (name?.kind !== 'word') return UNKNOWN;
  if (name.value !== 'ENVIRON') return oneOf(elements.get(name.value) ?? [UNKNOWN]);
  if (key?.kind !== 'text') return UNKNOWN;
  const text = given.variable(key.value);
  if (key.value === 'HOME') return { kind: 'text', parts: [{ home: true }] };
  return text === undefined ? UNKNOWN : textValue(text);
}

/** Lines beyond these are not known. */
const MAX_LINES = 32;

/** The lines that the program reads, with what it assigns to their fields; undefined where that is not known. */
function recordsOf(program: Program, lines: readonly string[] | undefined): readonly Record[] | undefined {
  const { tokens, values } = program;
  const separator = textOf(values.get('FS') ?? textValue(' '));
  if (lines === undefined || lines.length === 0 || lines.length > MAX_LINES || separator === undefined)
    return undefined;
  const set = new Map<number, Value[]>();
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'word') continue;
    if (/^(?:g?sub|gensub|getline|RS|FPAT|FIELDWIDTHS)$/.test(token.value)) return undefined;
    const isSet = isSign(tokens[at + 1], '=') || /^[-+*/%^]$/.test(signOf(tokens[at + 1]));
    if (!isSet || !/^(?:\$|NF$)/.test(token.value)) continue;
    const field = /^\$([1-9]\d?)$/.exec(token.value)?.[1];
    if (field === undefined || !isSign(tokens[at + 1], '=')) return undefined;
    push(set, Number(field), readExpression({ ...program, records: undefined }, at + 2));
  }
  return lines.map((line) => recordOf(line, separator, set));
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

/** Readings of the assignments: a value may come from a function that is called by another. */
const MAX_READINGS = 4;

interface Known {
  readonly values: ReadonlyMap<string, Value>;
  readonly elements: ReadonlyMap<string, readonly Value[]>;
}

/** What variables hold that are only ever assigned, and parameters: any of the values. */
function valuesOf(tokens: readonly Token[], given: Given, lines: readonly string[] | undefined): Program {
  const changed = changedOtherwise(tokens);
  const functions = functionsIn(tokens);
  let program: Program = { tokens, values: new Map(), elements: new Map(), given };
  const readings = functions.size === 0 ? 2 : MAX_READINGS;
  for (let reading = 0; reading < readings; reading++) {
    const records = recordsOf(program, lines);
    program = { ...program, ...assigned({ ...program, records }, functions, changed), records };
  }
  return program;
}

function assigned(
  program: Program,
  functions: ReadonlyMap<string, readonly string[]>,
  changed: ReadonlySet<string>,
): Known {
  const { tokens } = program;
  const values = new Map(program.values);
  const inOrder = { ...program, values };
  const found = new Map<string, Value[]>();
  const elements = new Map<string, Value[]>();
  const add = (name: string, value: Value) => {
    if (changed.has(name)) return;
    push(found, name, value);
    const all = found.get(name) ?? [];
    values.set(name, all.length > MAX_ASSIGNED ? UNKNOWN : oneOf(all));
  };
  tokens.forEach((token, at) => {
    if (token.kind !== 'word') return;
    const next = tokens[at + 1];
    if (isSign(next, '=')) add(token.value, readExpression(inOrder, at + 2));
    else if (isSign(next, '[') && isSign(tokens[closing(tokens, at + 1) + 1], '='))
      push(elements, token.value, readExpression(inOrder, closing(tokens, at + 1) + 2));
    else if (token.value === 'split' && isSign(next, '(')) {
      const [text = UNKNOWN, , separator] = argumentsAt(inOrder, at + 1);
      const name = nameBehindComma(tokens, at + 1);
      if (name !== undefined) for (const one of splits(text, separator)) push(elements, name, one);
    }
    const parameters = isSign(next, '(') ? functions.get(token.value) : undefined;
    const before = tokens[at - 1];
    if (parameters === undefined || (before?.kind === 'word' && /^func(?:tion)?$/.test(before.value))) return;
    for (const [place, value] of argumentsAt(inOrder, at + 1).entries()) {
      const name = parameters[place];
      if (name !== undefined) add(name, value);
    }
  });
  for (const name of [...elements.keys()]) if (changed.has(name)) elements.delete(name);
  return { values, elements };
}

/** The parameters of each function. */
function functionsIn(tokens: readonly Token[]): ReadonlyMap<string, readonly string[]> {
  const functions = new Map<string, readonly string[]>();
  tokens.forEach((token, at) => {
    const name = tokens[at + 1];
    if (token.kind !== 'word' || !/^func(?:tion)?$/.test(token.value) || name?.kind !== 'word') return;
    const inside = tokens.slice(at + 3, closing(tokens, at + 2));
    functions.set(
      name.value,
      inside.flatMap((one) => (one.kind === 'word' ? [one.value] : [])),
    );
  });
  return functions;
}

/** The arguments between brackets. */
function argumentsAt(program: Program, open: number): readonly Value[] {
  const { tokens } = program;
  const end = closing(tokens, open);
  const found: Value[] = [];
  for (let at = open + 1; at < end && found.length < MAX_ARGUMENTS; ) {
    let to = at;
    while (to < end && !isSign(tokens[to], ','))
      to = /^[[(]$/.test(signOf(tokens[to])) ? closing(tokens, to) + 1 : to + 1;
    found.push(readExpression(program, at, Math.min(to, end)));
    at = to + 1;
  }
  return found;
}

const MAX_ARGUMENTS = 16;

function signOf(token: Token | undefined): string {
  return token?.kind === 'sign' ? token.value : '';
}

/** The array that `split(text, array)` fills. */
function nameBehindComma(tokens: readonly Token[], open: number): string | undefined {
  for (let at = open + 1; at < closing(tokens, open); at++) {
    const name = tokens[at + 1];
    if (isSign(tokens[at], ',')) return name?.kind === 'word' ? name.value : undefined;
  }
  return undefined;
}

function splits(text: Value, separator: Value | undefined): readonly Value[] {
  const whole = textOf(text);
  const by = separator === undefined ? ' ' : textOf(separator);
  return whole === undefined || by === undefined || by.length !== 1 ? [UNKNOWN] : fieldsOf(whole, by).map(textValue);
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
    if (/^(?:g?sub|match)$/.test(token.value)) addWords(at + 1, closing(tokens, at + 1));
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
export const analyzeAwk: CodeAnalyzer = (source, args, _, given = NOTHING_GIVEN) => {
  if (!/system|[|<>]/.test(source)) return [];
  const tokens = readTokens(source);
  const readsFiles = args.some((word) => !/^\w+=/.test(wordValue(word) ?? ''));
  const program = valuesOf(tokens, given, readsFiles ? undefined : given.lines);
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
        found.push(
          ...eachOf(text).flatMap((one) => runs(readExpression(program, at + 1)).map((finding) => fed(finding, one))),
        );
        print = undefined;
      }
      if (printing && depth === 0 && /^>>?$/.test(token.value))
        found.push(...writes(program, at, token.value === '>>'));
    }
  });
  return found;
};

/** What `print a b` before a pipe writes into it, for each line that awk reads. */
function printedText(program: Program, print: number, pipe: number): Value {
  const { tokens } = program;
  const from = isSign(tokens[print + 1], '(') && closing(tokens, print + 1) === pipe - 1 ? print + 1 : print;
  const words = [{ kind: 'sign', value: '(' } as const, ...tokens.slice(from + 1, from === print ? pipe : pipe - 1)];
  const isBare = words.length === 1;
  const inside = { ...program, tokens: [...words, { kind: 'sign', value: ')' } as const] };
  const before = tokens[print];
  const isFormatted = before?.kind === 'word' && before.value === 'printf';
  const texts = (program.records ?? [undefined]).map((record) => {
    const one = record === undefined ? inside : { ...inside, record };
    const values = isBare ? [fieldOf(record, '$0') ?? UNKNOWN] : argumentsAt(one, 0);
    const [format = UNKNOWN, ...rest] = values;
    if (isFormatted) return filledIn(format, rest) ?? UNKNOWN;
    return concatValues(values, ' ');
  });
  return isSeparated(program) ? UNKNOWN : oneOf(texts);
}

/** `OFS` and `ORS` of its own. */
function isSeparated({ values }: Program): boolean {
  return values.has('OFS') || values.has('ORS');
}

function isPipe(token: Token | undefined): boolean {
  return token?.kind === 'sign' && (token.value === '|' || token.value === '|&');
}
