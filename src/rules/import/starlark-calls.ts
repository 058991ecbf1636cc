import { BadFileError } from './importer.ts';
import { lineCounter } from './line-counter.ts';

export type Literal = string | readonly Literal[];

/** A statement of a file: a call with nothing but literals in it, or another one. */
export interface Statement {
  readonly line: number;
  readonly text: string;
  /** undefined = it is something else */
  readonly call: string | undefined;
  readonly args?: ReadonlyMap<string, Literal>;
}

interface Token {
  readonly kind: 'name' | 'text' | 'mark';
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

const MAX_DEPTH = 8;

/**
 * The statements of a file of Starlark, none of them evaluated. What is indented belongs to the statement above it.
 * Throws a BadFileError where a text or a bracket has no end.
 * Source: github.com/bazelbuild/starlark spec.md, "Lexical elements".
 */
export function readStatements(file: string, text: string): readonly Statement[] {
  const lineOf = lineCounter(text);
  const fail = (offset: number, expected: string): never => {
    throw new BadFileError(file, lineOf(offset), expected);
  };
  return splitStatements(tokensOf(text, fail), text, fail).map((tokens) => {
    const [first, last] = [tokens[0] as Token, tokens.at(-1) as Token];
    const about = { line: lineOf(first.start), text: text.slice(first.start, last.end) };
    return { ...about, ...(readCall(tokens) ?? { call: undefined }) };
  });
}

type Fail = (offset: number, expected: string) => never;

const TOKEN =
  /(?<blank>[ \t\r\n]+|\\\r?\n|#[^\n]*)|(?<text>[rb]?(?:"""(?:\\[\s\S]|[^\\])*?"""|'''(?:\\[\s\S]|[^\\])*?'''|"(?!"")(?:\\[\s\S]|[^"\\\n])*"|'(?!'')(?:\\[\s\S]|[^'\\\n])*'))|(?<name>\w+)|(?<mark>[^\w\s"'])/y;

function tokensOf(text: string, fail: Fail): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text) ?? fail(at, 'expected the end of this text');
    const { text: quoted, name, mark } = found.groups as Record<string, string | undefined>;
    const value = quoted ?? name ?? mark;
    const kind = quoted !== undefined ? 'text' : name !== undefined ? 'name' : 'mark';
    if (value !== undefined) tokens.push({ kind, value, start: at, end: TOKEN.lastIndex });
    at = TOKEN.lastIndex;
  }
  return tokens;
}

/** A statement begins with a token at the beginning of a line, outside of brackets. */
function splitStatements(tokens: readonly Token[], text: string, fail: Fail): readonly (readonly Token[])[] {
  const statements: Token[][] = [];
  const open: Token[] = [];
  for (const token of tokens) {
    const isFirst = token.start === 0 || text[token.start - 1] === '\n';
    const continues = statements.length > 0 && /\\\r?\n$/.test(text.slice(Math.max(0, token.start - 3), token.start));
    if (statements.length === 0 || (open.length === 0 && isFirst && !continues)) statements.push([]);
    statements.at(-1)?.push(token);
    if (token.kind !== 'mark') continue;
    if ('([{'.includes(token.value)) open.push(token);
    else if (')]}'.includes(token.value) && open.pop() === undefined)
      fail(token.start, 'expected no bracket to end here');
  }
  const [first] = open;
  if (first !== undefined) fail(first.start, 'expected the end of this bracket');
  return statements;
}

/** `name(key = literal, ..)` and nothing else. */
function readCall(tokens: readonly Token[]): { call: string; args: ReadonlyMap<string, Literal> } | undefined {
  const [name, ...rest] = tokens;
  if (name?.kind !== 'name' || rest[0]?.value !== '(') return undefined;
  const args = new Map<string, Literal>();
  let at = 1;
  while (rest[at]?.value !== ')' || rest[at]?.kind !== 'mark') {
    const key = rest[at];
    if (key?.kind !== 'name' || rest[at + 1]?.value !== '=' || args.has(key.value)) return undefined;
    const read = readLiteral(rest, at + 2, 0);
    if (read === undefined) return undefined;
    args.set(key.value, read.value);
    at = read.next;
    if (isMark(rest[at], ',')) at += 1;
    else if (!isMark(rest[at], ')')) return undefined;
  }
  return at === rest.length - 1 ? { call: name.value, args } : undefined;
}

function isMark(token: Token | undefined, value: string): boolean {
  return token?.kind === 'mark' && token.value === value;
}

function readLiteral(
  tokens: readonly Token[],
  at: number,
  depth: number,
): { readonly value: Literal; readonly next: number } | undefined {
  const token = tokens[at];
  if (token === undefined || depth > MAX_DEPTH) return undefined;
  if (token.kind === 'text') {
    const value = textOf(token.value);
    return value === undefined ? undefined : { value, next: at + 1 };
  }
  if (!isMark(token, '[')) return undefined;
  const items: Literal[] = [];
  let next = at + 1;
  while (!isMark(tokens[next], ']')) {
    const item = readLiteral(tokens, next, depth + 1);
    if (item === undefined) return undefined;
    items.push(item.value);
    next = item.next;
    if (isMark(tokens[next], ',')) next += 1;
    else if (!isMark(tokens[next], ']')) return undefined;
  }
  return { value: items, next: next + 1 };
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\\': '\\', '"': '"', "'": "'" };

/** undefined = an escape that is not read, or bytes. */
function textOf(written: string): string | undefined {
  const [, prefix = '', quoted = ''] = /^([rb]?)([\s\S]*)$/.exec(written) ?? [];
  const size = /^("""|''')/.test(quoted) ? 3 : 1;
  const inner = quoted.slice(size, -size);
  if (prefix === 'b' || (prefix === 'r' && inner.includes('\\'))) return undefined;
  let isKnown = true;
  const text = inner.replace(/\\([\s\S])/g, (_all, char: string) => {
    if (!Object.hasOwn(ESCAPES, char)) isKnown = false;
    return ESCAPES[char] ?? '';
  });
  return isKnown ? text : undefined;
}
