import type { Word } from '../model/word.ts';
import type { Branches } from './branches.ts';
import type { Effect } from './effects.ts';
import type { Given } from './finding.ts';
import { joinedItems, keyedValue, oneOf, placeOf } from './keyed.ts';
import type { Processes } from './processes.ts';
import type { CalledFunctions } from './script-functions.ts';
import { OPEN, type Piece, type Token } from './script-lexer.ts';
import { MAX_EXPRESSION_DEPTH } from './tree.ts';
import { concatValues, overChoices, type Part, partsOf, partsOfText, textValue, UNKNOWN, type Value } from './value.ts';

/** How calls of one language are read from its tokens. */
export interface Language {
  readonly name: string;
  /** by dotted name, `.name` for methods of any object */
  readonly effects: ReadonlyMap<string, Effect>;
  /** calls whose result is evaluated: File.join .. */
  readonly results: ReadonlyMap<string, Result>;
  /** signs that join texts: `.` in Perl, `+` in Ruby */
  readonly concat: string;
  /** signs between an object and a method */
  readonly member: RegExp;
  readonly variable: (name: string, reader: ScriptReader) => Value | undefined;
  /** names that take no arguments without parentheses or end those of another */
  readonly ends: RegExp;
  /** a method of a path object: `Pathname.new(x)` */
  readonly methods: ReadonlyMap<string, Effect>;
  /** an operand that begins with a sign or a word of the language's own: `sub {..}`, `{ a: 1 }`, `<STDIN>` */
  readonly operand?: (reader: ScriptReader, at: number, depth: number) => Read | undefined;
  /** what follows an operand and belongs to it: `.map {..}`, `->{key}`, `[0]` */
  readonly postfix?: (reader: ScriptReader, value: Value, at: number, depth: number) => Read | undefined;
  /** results that take all that follows as their arguments: `join ",", @x` */
  readonly takesList?: RegExp;
  /** a name before `=>` is a text */
  readonly bareKeys?: true;
  /** a name is called only with brackets or a text behind it */
  readonly isCall?: (reader: ScriptReader, next: number) => boolean;
  /** of the first item of a table: 1 in Lua */
  readonly firstKey?: number;
  /** words that go on with an expression, where any other begins the next statement: Lua has no sign between them */
  readonly goesOn?: RegExp;
  /** what joins the items of a list in a text */
  readonly listInText?: string;
  /** loops, blocks and functions */
  readonly blocks: (reader: ScriptReader) => readonly Block[];
  /** an assignment of another shape than `name = value` */
  readonly assigns?: (reader: ScriptReader, at: number) => void;
  /** the name before `=` is the key of a mapping, or a parameter with its default */
  readonly isKey?: (reader: ScriptReader, at: number) => boolean;
  /** sets what is assigned to the name of a token; absent: it is a variable */
  readonly sets?: (reader: ScriptReader, name: string, set: { readonly value: Value; readonly at: number }) => void;
  /** the topic that a call without arguments may take: `$_` */
  readonly topic?: string;
  /** one name for what has several: `CORE::system` */
  readonly canonical?: (name: string) => string;
  /** calls of a shape of its own that begin at a token: `&{"system"}(..)`, `method(:system).call(..)` */
  readonly ownCall?: (reader: ScriptReader, at: number) => CalledName | undefined;
}

export type Result = (args: readonly Value[], reader: ScriptReader, at: number) => Value;

/** A stretch of the code, in which names hold what they hold nowhere else: the body of a loop or of a function. */
export interface Block {
  readonly from: number;
  /** behind its last token */
  readonly end: number;
  readonly bound: (reader: ScriptReader) => ReadonlyMap<string, Value>;
  /** more names that are its own */
  readonly own?: readonly string[];
  /** what it binds is known where the code was read before */
  readonly isFunction?: true;
  /** it has arguments of its own, which may be shifted off: what they are bound to */
  readonly shifts?: string;
}

/** A call by a name that is a text. */
export interface CalledName {
  readonly name: string;
  readonly args: readonly Value[];
  /** the object of a method */
  readonly receiver?: Value;
}

/** Arguments that are shifted off one by one, each by the token that does. */
export interface Shifting {
  readonly values: Value;
  readonly shifted: Map<number, number>;
}

export interface ScriptReader {
  readonly language: Language;
  readonly tokens: readonly Token[];
  readonly groups: ReadonlyMap<number, number>;
  readonly scope: Map<string, Value>;
  readonly args: readonly Word[];
  readonly given: Given;
  /** of the program, and of the functions around the place that is read */
  readonly shifting: Shifting[];
  readonly branches: Branches;
  /** operands that are still evaluated: what is past them is not known */
  readonly budget: { operands: number };
  readonly processes: Processes;
  readonly functions: CalledFunctions;
  /** where `chdir` went */
  directory: Value | undefined;
  readonly nested: (code: string) => void;
  /** the value of an expression in a text: `#{File.expand_path("~")}` */
  readonly valueOf: (code: string) => Value;
}

export interface Read {
  readonly value: Value;
  readonly next: number;
}

export function signAt(reader: Pick<ScriptReader, 'tokens'>, at: number): string {
  const token = reader.tokens[at];
  return token?.kind === 'sign' ? token.text : '';
}

export function nameAt(reader: Pick<ScriptReader, 'tokens'>, at: number): string {
  const token = reader.tokens[at];
  return token?.kind === 'name' ? token.text : '';
}

function pieceParts(reader: ScriptReader, piece: Piece): Value {
  if (typeof piece === 'string') return textValue(piece);
  const value = 'variable' in piece ? variableValue(reader, piece.variable) : reader.valueOf(piece.code);
  const { listInText } = reader.language;
  return listInText === undefined ? value : textOfList(value, listInText);
}

function textOfList(value: Value, separator: string): Value {
  const isList = value.kind === 'list' || (value.kind === 'choice' && value.items.some(({ kind }) => kind === 'list'));
  return isList ? joinedItems(value, separator) : value;
}

export function piecesValue(reader: ScriptReader, pieces: readonly Piece[]): Value {
  const parts = pieces.every((piece) => typeof piece === 'string') ? pieces.flatMap(partsOfText) : undefined;
  return parts === undefined ? concatValues(pieces.map((piece) => pieceParts(reader, piece))) : { kind: 'text', parts };
}

export function variableValue(reader: ScriptReader, name: string): Value {
  return reader.language.variable(name, reader) ?? reader.scope.get(name) ?? UNKNOWN;
}

/** The next of the arguments of the function or program at hand. */
export function shiftedValue({ shifting }: ScriptReader, at: number): Value {
  const last = shifting.at(-1);
  if (last === undefined) return UNKNOWN;
  const place = last.shifted.get(at) ?? last.shifted.size;
  last.shifted.set(at, place);
  return placeOf(last.values, place);
}

/** The index behind the bracket that matches the one at `from`. */
export function skipGroup({ groups, tokens }: Pick<ScriptReader, 'groups' | 'tokens'>, at: number): number {
  return groups.get(at) ?? tokens.length;
}

/** `File::Path.rmtree`: names joined by the signs of a member. */
export function dottedName(reader: ScriptReader, at: number): { readonly name: string; readonly next: number } {
  let name = (reader.tokens[at] as { text: string }).text;
  let next = at + 1;
  for (;;) {
    const member = reader.tokens[next + 1];
    if (!reader.language.member.test(signAt(reader, next)) || member?.kind !== 'name') return { name, next };
    name = `${name}.${member.text}`;
    next += 2;
  }
}

/** The value of a name, of the longest beginning of a dotted one that is known. */
function readName(reader: ScriptReader, at: number, depth: number): Read {
  const { language, scope } = reader;
  const dotted = dottedName(reader, at);
  let { name, next } = dotted;
  for (;;) {
    const result = language.results.get(name);
    if (result !== undefined) return readResult(reader, { at, next, result }, depth);
    const known = scope.get(name);
    if (known !== undefined) return { value: known, next };
    const dot = name.lastIndexOf('.');
    if (dot < 0) break;
    name = name.slice(0, dot);
    next -= 2;
  }
  return { value: UNKNOWN, next: signAt(reader, dotted.next) === '(' ? skipGroup(reader, dotted.next) : dotted.next };
}

interface ResultCall {
  readonly at: number;
  readonly next: number;
  readonly result: Result;
}

function readResult(reader: ScriptReader, { at, next, result: one }: ResultCall, depth: number): Read {
  const result: Result = (values) =>
    values.some(({ kind }) => kind === 'choice')
      ? overChoices(values, (each) => one(each, reader, at))
      : one(values, reader, at);
  if (/^[([]$/.test(signAt(reader, next))) {
    const { values } = readList(reader, next + 1, depth + 1);
    return { value: result(values, reader, at), next: skipGroup(reader, next) };
  }
  if (reader.language.takesList?.test(nameAt(reader, at)) === true) {
    const { values, next: end } = readList(reader, next, depth + 1);
    return { value: result(values, reader, at), next: end };
  }
  // `glob "*.x"`: the argument may stand without brackets
  const follows = /^(?:text|variable|words)$/.test(reader.tokens[next]?.kind ?? '');
  const argument = follows ? readOperand(reader, next, depth + 1) : undefined;
  return {
    value: result(argument === undefined ? [] : [argument.value], reader, at),
    next: argument?.next ?? next,
  };
}

/** One operand of an expression, with what follows and belongs to it before `end`. */
export function readOperand(reader: ScriptReader, at: number, depth: number, end = Infinity): Read {
  if (--reader.budget.operands < 0) return { value: UNKNOWN, next: at + 1 };
  let read = readPlainOperand(reader, at, depth);
  const { postfix } = reader.language;
  for (let count = 0; postfix !== undefined && read.next < end && count < MAX_POSTFIXES; count++) {
    const more = postfix(reader, read.value, read.next, depth + 1);
    if (more === undefined) break;
    read = more;
  }
  return read;
}

/** Methods in a row beyond these are not followed. */
const MAX_POSTFIXES = 24;

function readPlainOperand(reader: ScriptReader, at: number, depth: number): Read {
  const token = reader.tokens[at];
  if (token === undefined || depth > MAX_EXPRESSION_DEPTH) return { value: UNKNOWN, next: at + 1 };
  const own = reader.language.operand?.(reader, at, depth);
  if (own !== undefined) return own;
  switch (token.kind) {
    case 'text':
      return { value: piecesValue(reader, token.pieces), next: at + 1 };
    case 'words':
      return { value: { kind: 'list', items: token.items.map(textValue) }, next: at + 1 };
    case 'number':
      return { value: textValue(token.text.replace(/^0o?(?=\d)/, '')), next: at + 1 };
    case 'variable':
      return { value: variableValue(reader, token.name), next: at + 1 };
    case 'name':
      return readName(reader, at, depth);
    case 'sign':
      if (token.text === '-' && reader.tokens[at + 1]?.kind === 'number') {
        const { value, next } = readOperand(reader, at + 1, depth + 1);
        return { value: concatValues([textValue('-'), value]), next };
      }
      if (/^[*&\\]$/.test(token.text)) return readOperand(reader, at + 1, depth + 1); // splat, reference
      if (token.text !== '[' && token.text !== '(') return { value: UNKNOWN, next: at + 1 };
      return readGroup(reader, at, depth);
    default:
      return { value: { kind: 'unknown', reason: 'command-output' }, next: at + 1 };
  }
}

function readGroup(reader: ScriptReader, at: number, depth: number): Read {
  const { values } = readList(reader, at + 1, depth + 1);
  const next = skipGroup(reader, at);
  const [only] = values;
  if (signAt(reader, at) === '(' && values.length === 1 && only !== undefined) return { value: only, next };
  return { value: { kind: 'list', items: values }, next };
}

/** `{ a: 1, "b" => 2 }`, `{ a = 1, ["b"] = 2, "c" }`: the keys and items of a mapping. */
export function readEntries(reader: ScriptReader, open: number, depth: number): Read {
  const end = skipGroup(reader, open);
  const entries: (readonly [Value | undefined, Value])[] = [];
  for (let at = open + 1; at < end - 1; ) {
    if (reader.tokens[at]?.kind === 'newline' || /^[,;]$/.test(signAt(reader, at))) {
      at++;
      continue;
    }
    if (entries.length >= MAX_ENTRIES) return { value: UNKNOWN, next: end };
    const key = readKey(reader, at, depth);
    const item = readExpression(reader, key?.next ?? at, depth + 1);
    if (key === undefined && signAt(reader, item.next) === '=>') {
      const { value, next } = readExpression(reader, item.next + 1, depth + 1);
      entries.push([withoutColon(item.value), value]);
      at = next;
    } else {
      entries.push([key?.value, item.value]);
      at = Math.max(item.next, at + 1);
    }
  }
  return { value: keyedValue(entries, reader.language.firstKey ?? 0), next: end };
}

const MAX_ENTRIES = 500;

/** `a:`, `"a":`, `a =`, `["a"] =` */
function readKey(reader: ScriptReader, at: number, depth: number): Read | undefined {
  const token = reader.tokens[at];
  const sign = signAt(reader, at + 1);
  const isNamed = (sign === ':' && signAt(reader, at + 2) !== ':') || (sign === '=' && token?.kind === 'name');
  if (token?.kind === 'name' && reader.language.bareKeys === true && sign === '=>')
    return { value: textValue(token.text), next: at + 2 };
  if (isNamed && token?.kind === 'name') return { value: textValue(token.text), next: at + 2 };
  if (isNamed && token?.kind === 'text') return { value: piecesValue(reader, token.pieces), next: at + 2 };
  if (signAt(reader, at) !== '[' || signAt(reader, skipGroup(reader, at)) !== '=') return undefined;
  return { value: readExpression(reader, at + 1, depth + 1).value, next: skipGroup(reader, at) + 1 };
}

/** The key of a symbol: `:dir` is `dir`. */
export function withoutColon(key: Value): Value {
  const [first, ...rest] = partsOf(key);
  return typeof first === 'string' && first.startsWith(':')
    ? { kind: 'text', parts: [first.slice(1), ...rest] satisfies Part[] }
    : key;
}

function endsExpression(reader: ScriptReader, at: number): boolean {
  const token = reader.tokens[at];
  if (token === undefined || token.kind === 'newline') return true;
  if (token.kind === 'name') return reader.language.ends.test(token.text);
  return token.kind === 'sign' && /^([)\]};,]|=>|\|\||&&|\||\?)$/.test(token.text);
}

/** A longer expression is unknown: keeps reading linear when brackets never close. */
const MAX_EXPRESSION_TOKENS = 200;

/** Of `a or b` it is a. */
function isTaken(value: Value): boolean {
  return value.kind === 'text' && partsOf(value).every((part) => typeof part === 'string' || 'home' in part);
}

/** One expression: operands joined as texts; anything else makes it unknown. */
export function readExpression(reader: ScriptReader, from: number, depth: number, isPart = false): Read {
  let { value, next } = readOperand(reader, from, depth);
  let isGuarded = false; // it is what stands behind `and`, or not
  while (!endsExpression(reader, next)) {
    if (next - from > MAX_EXPRESSION_TOKENS) return { value: UNKNOWN, next };
    const sign = signAt(reader, next);
    const word = reader.language.goesOn === undefined ? '' : nameAt(reader, next);
    if (word !== '') {
      if (isPart || reader.language.goesOn?.test(word) !== true) break;
      const right = readExpression(reader, next + 1, depth + 1, true);
      const isFirst = word === 'or' && !isGuarded && isTaken(value);
      if (!isFirst) value = word === 'or' ? oneOf([value, right.value]) : right.value;
      isGuarded ||= word === 'and';
      next = right.next;
    } else if (sign === reader.language.concat) {
      const right = readOperand(reader, next + 1, depth);
      value = concatValues([value, right.value]);
      next = right.next;
    } else {
      value = UNKNOWN;
      next = OPEN.test(sign) ? skipGroup(reader, next) : next + 1;
    }
  }
  return { value, next };
}

export interface ReadList {
  readonly values: readonly Value[];
  /** `key: value` */
  readonly named: ReadonlyMap<string, Value>;
  readonly next: number;
}

/** Of a longer list only the beginning is read. */
const MAX_LIST_TOKENS = 2000;

/** Expressions separated by commas, up to a closing bracket, a separator or a word that ends them. */
export function readList(reader: ScriptReader, from: number, depth: number): ReadList {
  const values: Value[] = [];
  const named = new Map<string, Value>();
  let at = from;
  const last = Math.min(reader.tokens.length, from + MAX_LIST_TOKENS);
  while (at < last) {
    while (reader.tokens[at]?.kind === 'newline' && (values.length === 0 || /^(,|=>)$/.test(signAt(reader, at - 1))))
      at++;
    if (endsExpression(reader, at)) break;
    const word = nameAt(reader, at);
    const isNamed = word !== '' && signAt(reader, at + 1) === ':' && signAt(reader, at + 2) !== ':';
    const isKey = word !== '' && reader.language.bareKeys === true && signAt(reader, at + 1) === '=>';
    const read = isKey
      ? { value: textValue(word), next: at + 1 }
      : readExpression(reader, isNamed ? at + 2 : at, depth);
    if (isNamed) named.set(word, read.value);
    else if (signAt(reader, at) === '*' && read.value.kind === 'list') values.push(...read.value.items);
    else values.push(read.value);
    at = Math.max(read.next, at + 1);
    if (!/^(,|=>)$/.test(signAt(reader, at))) break;
    at++;
  }
  return { values, named, next: at };
}

/** Arguments of the call whose name ends before `at`, with or without parentheses. */
export function readArguments(reader: ScriptReader, at: number): ReadList {
  const sign = signAt(reader, at);
  if (sign === '(') return readList(reader, at + 1, 0);
  // a block in front of the arguments: `eval {..}` has none, `exec {'rm'} 'rm', 'x'` has two
  return readList(reader, sign === '{' ? skipGroup(reader, at) : at, 0);
}
