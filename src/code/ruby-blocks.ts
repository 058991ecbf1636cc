import { placeOf, restOf } from './keyed.ts';
import { isProcess } from './processes.ts';
import { objectBefore } from './script-calls.ts';
import type { Parameter } from './script-functions.ts';
import { OPEN, type Token } from './script-lexer.ts';
import { type Block, nameAt, readExpression, type ScriptReader, signAt, skipGroup } from './script-reader.ts';
import { loopItem, textValue, UNKNOWN, type Value } from './value.ts';

const MODIFIERS = /^(?:if|unless|while|until)$/;
const OPENERS = /^(?:begin|case|class|def|do|for|module)$/;

/** Behind these words or signs a statement begins. */
const BEFORE_STATEMENT = /^(?:then|do|else|begin|ensure|and|or|not|return|[;{(=|,[]|&&|\|\||->)$/;

/** For each word that opens a block the index behind the `end` that closes it. */
export function rubyBlockEnds(tokens: readonly Token[]): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const open: number[] = [];
  let loops = 0; // whose `do` opens nothing of its own
  for (const [at, token] of tokens.entries()) {
    if (token.kind === 'newline') loops = 0;
    if (token.kind !== 'name' || isMember(tokens, at) || isSign(tokens[at + 1], ':')) continue;
    const { text } = token;
    if (text === 'end') {
      const from = open.pop();
      if (from !== undefined) ends.set(from, at + 1);
    } else if (MODIFIERS.test(text) ? beginsStatement(tokens, at) : OPENERS.test(text)) {
      if (text === 'do' && loops > 0) {
        loops--;
        continue;
      }
      if (/^(?:while|until|for)$/.test(text)) loops++;
      if (text !== 'def' || !isEndless(tokens, at)) open.push(at);
    }
  }
  return ends;
}

function isSign(token: Token | undefined, sign: string): boolean {
  return token?.kind === 'sign' && token.text === sign;
}

function isMember(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  return before?.kind === 'sign' && /^(?:&?\.|::)$/.test(before.text);
}

function beginsStatement(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  if (before === undefined || before.kind === 'newline') return true;
  return (before.kind === 'sign' || before.kind === 'name') && BEFORE_STATEMENT.test(before.text);
}

/** Index of the name in `def self.run`. */
function nameOfDef(tokens: readonly Token[], at: number): number {
  return isSign(tokens[at + 2], '.') ? at + 3 : at + 1;
}

/** Longest list of parameters. */
const MAX_PARAMETERS = 120;

/** Index behind the parameters of the method whose name stands there. */
function behindParameters(tokens: readonly Token[], name: number): number {
  let at = name + 1;
  if (!isSign(tokens[at], '(')) return at;
  for (let depth = 0; at < name + MAX_PARAMETERS; at++) {
    const token = tokens[at];
    if (isSign(token, '(')) depth++;
    if (isSign(token, ')') && --depth === 0) return at + 1;
  }
  return at;
}

/** `def f(x) = value` */
function isEndless(tokens: readonly Token[], at: number): boolean {
  const next = behindParameters(tokens, nameOfDef(tokens, at));
  return isSign(tokens[next], '=') && !isSign(tokens[next + 1], '(');
}

/** More methods are not followed. */
const MAX_METHODS = 500;

/** A method or a lambda that the code defines. */
export interface RubyFunction {
  readonly name: string;
  /** of its name */
  readonly at: number;
  readonly isLambda?: true;
  readonly from: number;
  readonly end: number;
  /** tokens between which its parameters stand */
  readonly parameters: readonly [number, number];
}

export function rubyFunctions(reader: Pick<ScriptReader, 'tokens' | 'groups'>): readonly RubyFunction[] {
  const { tokens } = reader;
  const classes: { readonly name: string; readonly end: number }[] = [];
  let count = 0;
  return tokens.flatMap((token, at): readonly RubyFunction[] => {
    while ((classes.at(-1)?.end ?? at + 1) <= at) classes.pop();
    if (isSign(token, '->')) return lambda(reader, at, at + 1);
    if (token.kind !== 'name' || isMember(tokens, at)) return [];
    if (token.text === 'class') classes.push({ name: nameAt(reader, at + 1), end: skipGroup(reader, at) });
    if (/^(?:lambda|proc)$/.test(token.text)) return lambda(reader, at, at + 1);
    if (token.text !== 'def' || ++count > MAX_METHODS) return [];
    return method(reader, at, classes.at(-1)?.name);
  });
}

function method(
  reader: Pick<ScriptReader, 'tokens' | 'groups'>,
  at: number,
  owner: string | undefined,
): readonly RubyFunction[] {
  const { tokens } = reader;
  const place = nameOfDef(tokens, at);
  const own = nameAt(reader, place);
  const name = own === 'initialize' && owner !== undefined ? `${owner}.new` : own;
  const isBracketed = signAt(reader, place + 1) === '(';
  const from = isBracketed ? behindParameters(tokens, place) : lineEnd(tokens, place);
  const end = isEndless(tokens, at) ? lineEnd(tokens, from) : skipGroup(reader, at);
  const parameters = isBracketed ? ([place + 2, from - 1] as const) : ([place + 1, from] as const);
  return own === '' ? [] : [{ name, at: place, from, end, parameters }];
}

/** `run = ->(d) { .. }`, `run = lambda { |d| .. }` */
function lambda(reader: Pick<ScriptReader, 'tokens' | 'groups'>, at: number, next: number): readonly RubyFunction[] {
  const name = nameAt(reader, at - 2);
  if (signAt(reader, at - 1) !== '=' || name === '') return [];
  const isBracketed = signAt(reader, next) === '(';
  const from = isBracketed ? skipGroup(reader, next) : next;
  if (signAt(reader, from) !== '{' && nameAt(reader, from) !== 'do') return [];
  const pipe = isBracketed ? undefined : behindPipe(reader, from + 2);
  const parameters = isBracketed ? ([next + 1, from - 1] as const) : ([from + 2, (pipe ?? from + 3) - 1] as const);
  return [{ name, at: at - 2, isLambda: true, from, end: skipGroup(reader, from), parameters }];
}

function lineEnd(tokens: readonly Token[], from: number): number {
  for (let at = from; at < Math.min(tokens.length, from + MAX_PARAMETERS); at++) {
    const token = tokens[at];
    if (token?.kind === 'newline' || isSign(token, ';')) return at;
  }
  return Math.min(tokens.length, from + MAX_PARAMETERS);
}

/** The index behind the `|` that ends the parameters of a block. */
function behindPipe({ tokens }: Pick<ScriptReader, 'tokens'>, from: number): number | undefined {
  for (let at = from; at < from + MAX_PARAMETERS; at++) if (isSign(tokens[at], '|')) return at + 1;
  return undefined;
}

/** `a, b = 1, *rest, key: 2` */
export function rubyParameters(reader: ScriptReader, [from, end]: readonly [number, number]): readonly Parameter[] {
  const found: Parameter[] = [];
  for (let at = from; at < end; at++) {
    const name = nameAt(reader, at);
    if (name === '') continue;
    const before = signAt(reader, at - 1);
    const next = signAt(reader, at + 1);
    const given = next === '=' || next === ':' ? defaultAt(reader, at + 2, end) : undefined;
    if (before !== '&' && !(before === '*' && signAt(reader, at - 2) === '*'))
      found.push({
        name,
        ...(before === '*' ? { kind: 'rest' as const } : next === ':' ? { kind: 'named' as const } : {}),
        ...(given !== undefined && { otherwise: given }),
      });
    for (; at < end && signAt(reader, at) !== ','; at++)
      if (OPEN.test(signAt(reader, at))) at = skipGroup(reader, at) - 1;
  }
  return found;
}

function defaultAt(reader: ScriptReader, at: number, end: number): Value | undefined {
  return at < end && signAt(reader, at) !== ',' ? readExpression(reader, at, 1).value : undefined;
}

/** Names that a function assigns beyond these keep their values behind it. */
const MAX_OWN = 100;

export function rubyBlocks(reader: ScriptReader): readonly Block[] {
  const { tokens } = reader;
  const assigned = tokens.flatMap((token, at) =>
    token.kind === 'name' && /^(?:[-+|&]*=|<<)$/.test(signAt(reader, at + 1)) ? [{ at, name: token.text }] : [],
  );
  const functions = rubyFunctions(reader).map((one): Block => {
    const { name, from, end, parameters } = one;
    const first = assigned.findIndex(({ at }) => at >= from);
    const own = first < 0 ? [] : assigned.slice(first, first + MAX_OWN).filter(({ at }) => at < end);
    return {
      from,
      end,
      isFunction: true,
      own: own.map((each) => each.name),
      bound: () => reader.functions.bound({ name, parameters: rubyParameters(reader, parameters) }),
    };
  });
  const blocks = tokens.flatMap((_, at) => blockAt(reader, at));
  return [...functions, ...blocks];
}

/** `LIST.each do |f| ..`, `Dir.glob("*") { |f| .. }`: the block's variable is what the list holds. */
function blockAt(reader: ScriptReader, at: number): readonly Block[] {
  const opens = signAt(reader, at) === '{' || nameAt(reader, at) === 'do';
  const hasParameters = signAt(reader, at + 1) === '|';
  const isOfMethod = signAt(reader, at - 1) === ')' || nameAt(reader, at - 1) !== '';
  if (!opens || !isOfMethod) return [];
  return [{ from: at, end: skipGroup(reader, at), bound: () => bindBlock(reader, at, hasParameters) }];
}

function bindBlock(reader: ScriptReader, at: number, hasParameters: boolean): ReadonlyMap<string, Value> {
  const isNamed = nameAt(reader, at - 1) !== '' && /^&?\.$/.test(signAt(reader, at - 2));
  const object = objectBefore(reader, isNamed ? at - 3 : at - 1);
  return boundTo(reader, at, given(object, isNamed ? nameAt(reader, at - 1) : ''), hasParameters);
}

/** Methods that call their block with each item. */
const GIVES_ITEMS =
  /^(?:each|map|collect|flat_map|filter_map|select|filter|reject|each_entry|reverse_each|sort_by|find|find_all|any\?|all\?|none\?|partition|group_by|min_by|max_by|each_child|to_h|sum|cycle|delete_if|)$/;

/** What the block of a method is called with, place by place. */
function given(object: Value, method: string): (place: number, count: number) => Value {
  if (isProcess(object)) return (place) => (place === 0 ? object : UNKNOWN);
  if (object.kind !== 'list') return (place) => (place === 0 ? loopItem(object) : UNKNOWN);
  const { items, keys } = object;
  if (keys !== undefined && method === 'each_key') return () => loopItem({ kind: 'list', items: keys.map(textValue) });
  if (keys !== undefined && method === 'each_value') return () => loopItem({ kind: 'list', items });
  if (keys !== undefined) {
    const isPair = /^(?:each|map|each_pair|select|reject|filter|flat_map)$/.test(method);
    return (place, count) => {
      if (!isPair || count < 2) return UNKNOWN;
      return loopItem({ kind: 'list', items: place === 0 ? keys.map(textValue) : items });
    };
  }
  const item = loopItem(object);
  if (method === 'then' || method === 'tap' || method === 'yield_self')
    return (place) => (place === 0 ? object : UNKNOWN);
  if (/^each_with_(?:index|object)$/.test(method)) return (place) => (place === 0 ? item : UNKNOWN);
  if (method === 'each_index' || !GIVES_ITEMS.test(method)) return () => UNKNOWN;
  return (place, count) => (count > 1 ? placeOf(item, place) : item);
}

/** The parameters between `|` and `|`, and the names that a block without them has. */
function boundTo(
  reader: ScriptReader,
  at: number,
  of: (place: number, count: number) => Value,
  hasParameters: boolean,
): ReadonlyMap<string, Value> {
  if (!hasParameters) {
    const item = of(0, 1);
    return new Map(['_1', 'it'].map((name) => [name, item]));
  }
  const end = (behindPipe(reader, at + 2) ?? at + 3) - 1;
  const places = rubyParameters(reader, [at + 2, end]);
  return new Map(
    places.map(({ name, kind }, place) => [
      name,
      kind === 'rest' ? restOf(of(0, 1), place) : kind === 'named' ? UNKNOWN : of(place, places.length),
    ]),
  );
}

/** The parameters of a block bound to one item, for the expression in it. */
export function withItemBound<T>(reader: ScriptReader, open: number, object: Value, read: (from: number) => T): T {
  const hasParameters = signAt(reader, open + 1) === '|';
  const bound = boundTo(reader, open, given(object, 'map'), hasParameters);
  const before = [...bound.keys()].map((name) => [name, reader.scope.get(name)] as const);
  for (const [name, value] of bound) reader.scope.set(name, value);
  const result = read(hasParameters ? (behindPipe(reader, open + 2) ?? open + 1) : open + 1);
  for (const [name, value] of before) {
    if (value === undefined) reader.scope.delete(name);
    else reader.scope.set(name, value);
  }
  return result;
}
