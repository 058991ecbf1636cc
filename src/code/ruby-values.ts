import {
  eachAsList,
  flattened,
  itemAtKey,
  itemsOf,
  joinedItems,
  keysOf,
  oneOf,
  placeOf,
  restOf,
  withItem,
} from './keyed.ts';
import { isProcess } from './processes.ts';
import { rubyFunctions, withItemBound } from './ruby-blocks.ts';
import { isBareWord } from './script-calls.ts';
import type { Token } from './script-lexer.ts';
import {
  nameAt,
  type Read,
  readArguments,
  readEntries,
  readExpression,
  readList,
  type ScriptReader,
  signAt,
  skipGroup,
  withoutColon,
} from './script-reader.ts';
import {
  concatValues,
  globbed,
  joinPaths,
  listValue,
  partsOf,
  textOf,
  textValue,
  UNKNOWN,
  type Value,
} from './value.ts';

/** `{ a: 1 }` */
export function rubyOperand(reader: ScriptReader, at: number, depth: number): Read | undefined {
  return signAt(reader, at) === '{' ? readEntries(reader, at, depth) : undefined;
}

/** `.method(..) {..}`, `[key]` */
export function rubyPostfix(reader: ScriptReader, value: Value, at: number, depth: number): Read | undefined {
  if (signAt(reader, at) === '[') return indexed(reader, value, at, depth);
  const method = nameAt(reader, at + 1);
  if (!/^&?\.$/.test(signAt(reader, at)) || method === '') return undefined;
  const isBracketed = signAt(reader, at + 2) === '(';
  const args = isBracketed ? readList(reader, at + 3, depth + 1).values : [];
  let next = isBracketed ? skipGroup(reader, at + 2) : at + 2;
  const isBlock = signAt(reader, next) === '{' || nameAt(reader, next) === 'do';
  const block = isBlock ? next : undefined;
  if (isBlock) next = skipGroup(reader, next);
  // an argument without brackets
  else if (/^(?:text|words|variable|number)$/.test(reader.tokens[next]?.kind ?? '')) return { value: UNKNOWN, next };
  return { value: methodValue(reader, { value, method, args, block, depth }), next };
}

function indexed(reader: ScriptReader, value: Value, at: number, depth: number): Read | undefined {
  if (value.kind !== 'list' && value.kind !== 'choice') return undefined;
  const { values, next } = readList(reader, at + 1, depth + 1);
  const [key, ...more] = values;
  const end = skipGroup(reader, at);
  if (key === undefined || more.length > 0 || next !== end - 1) return { value: UNKNOWN, next: end };
  return { value: itemAtKey(value, withoutColon(key)), next: end };
}

interface MethodCall {
  readonly value: Value;
  readonly method: string;
  readonly args: readonly Value[];
  /** where its block opens */
  readonly block: number | undefined;
  readonly depth: number;
}

const SAME =
  /^(?:sort|reverse|uniq|to_a|each_entry|compact|select|reject|filter|expand_path|realpath|cleanpath|freeze|dup|clone|to_s|to_str|chomp|strip|shellescape|to_path|each|each_with_index|sort_by|flatten|itself|presence)$/;

function methodValue(reader: ScriptReader, call: MethodCall): Value {
  const { value, method, args, block, depth } = call;
  if (block !== undefined && /^(?:map|collect|flat_map|filter_map)$/.test(method) && value.kind === 'list')
    return mapped(reader, value, block, depth);
  if (SAME.test(method)) return value;
  if (value.kind === 'path') return ofPath(value, method, args) ?? UNKNOWN;
  if (value.kind === 'choice')
    return oneOf(
      value.items.map((one) => (one.kind === 'choice' ? UNKNOWN : methodValue(reader, { ...call, value: one }))),
    );
  return (value.kind === 'list' ? ofList(value, method, args) : ofText(value, method, args)) ?? UNKNOWN;
}

/** What the one expression of a block gives for each item. */
function mapped(reader: ScriptReader, list: Value, block: number, depth: number): Value {
  return withItemBound(reader, block, list, (from) => {
    const { value, next } = readExpression(reader, from, depth + 1);
    const behind = reader.tokens[next]?.kind === 'newline' ? next + 1 : next;
    return behind === skipGroup(reader, block) - 1 ? eachAsList(value) : UNKNOWN;
  });
}

/** Methods of a path object that give paths. */
function ofPath(receiver: Value, method: string, args: readonly Value[]): Value | undefined {
  if (method === 'join') return { kind: 'path', parts: joinPaths([receiver, ...args]) };
  if (/^(?:children|each_child|entries)$/.test(method))
    return { kind: 'path', parts: [...partsOf(receiver), '/', { reason: 'glob' }, ''] };
  if (method !== 'glob') return undefined;
  return { kind: 'path', parts: partsOf(globbed({ kind: 'text', parts: joinPaths([receiver, ...args]) })) };
}

function ofList(list: Value, method: string, args: readonly Value[]): Value | undefined {
  const [first] = args;
  if (list.kind !== 'list') return undefined;
  if (/^(?:fetch|dig|at|\[\])$/.test(method))
    return first === undefined ? undefined : args.slice(0, method === 'dig' ? 4 : 1).reduce(dug, list);
  if (method === 'join') return joinedItems(list, first === undefined ? '' : (textOf(first) ?? ' '));
  if (method === 'first' && first === undefined) return placeOf(list, 0);
  if (method === 'last' && first === undefined) return list.items.at(-1);
  if (method === 'drop' && textOf(first) === '1') return restOf(list, 1);
  if (method === 'keys') return keysOf(list);
  if (method === 'values') return itemsOf(list);
  if (/^(?:map|collect)$/.test(method) && /^:(?:to_s|strip|chomp|shellescape|freeze)$/.test(textOf(first) ?? ''))
    return list;
  if (/^(?:push|append)$/.test(method)) return listValue([...list.items, ...args]);
  return method === 'concat' ? listValue([...list.items, ...flattened(args)]) : undefined;
}

function dug(value: Value, key: Value): Value {
  return itemAtKey(value, withoutColon(key));
}

function ofText(value: Value, method: string, [sign]: readonly Value[]): Value | undefined {
  const text = textOf(value);
  if (method === 'concat' && sign !== undefined) return concatValues([value, sign]);
  if (text === undefined) return undefined;
  if (method === 'lines') return listValue(text.split('\n').map(textValue));
  if (method !== 'split') return undefined;
  const by = sign === undefined ? undefined : textOf(sign);
  if (sign !== undefined && by === undefined) return undefined;
  return listValue((by === undefined ? text.trim().split(/\s+/) : text.split(by)).map(textValue));
}

/** `h[:key] = x`, `list << x`, `a, b = 1, 2` */
export function rubyAssigns(reader: ScriptReader, at: number): void {
  const token = reader.tokens[at];
  if (token?.kind !== 'name' && token?.kind !== 'variable') return;
  const name = token.kind === 'name' ? token.text : token.name;
  const next = signAt(reader, at + 1);
  if (next === '[') setElement(reader, at, name);
  else if (next === '<<') appends(reader, at, name);
  else if (next === '=' && signAt(reader, at - 1) === ',') setTogether(reader, at);
}

function setElement({ scope, ...reader }: ScriptReader, at: number, name: string): void {
  const end = skipGroup(reader, at + 1);
  if (signAt(reader, end) !== '=' || signAt(reader, end + 1) === '=') return;
  const whole = { ...reader, scope };
  const key = readExpression(whole, at + 2, 1);
  const { value } = readExpression(whole, end + 1, 0);
  const isWhole = key.next === end - 1;
  if (scope.has(name)) scope.set(name, isWhole ? withItem(scope.get(name), withoutColon(key.value), value) : UNKNOWN);
}

function appends(reader: ScriptReader, at: number, name: string): void {
  const before = reader.scope.get(name);
  if (before === undefined) return;
  const { value } = readExpression(reader, at + 2, 0);
  if (reader.processes.write(before, value)) return;
  if (before.kind === 'list') reader.scope.set(name, withItem(before, undefined, value));
  else reader.scope.set(name, concatValues([before, value]));
}

/** Names in one assignment. */
const MAX_TOGETHER = 12;

function setTogether(reader: ScriptReader, last: number): void {
  const names: string[] = [nameAt(reader, last)];
  let at = last;
  while (signAt(reader, at - 1) === ',' && nameAt(reader, at - 2) !== '' && names.length < MAX_TOGETHER) {
    at -= 2;
    names.unshift(nameAt(reader, at));
  }
  const before = reader.tokens[at - 1];
  if (before !== undefined && before.kind !== 'newline' && !/^[;{]$/.test(signAt(reader, at - 1))) return;
  const { values } = readList(reader, last + 2, 0);
  const [only] = values;
  const items = values.length === 1 && only?.kind === 'list' ? only.items : values;
  for (const [place, name] of names.entries()) reader.scope.set(name, items[place] ?? UNKNOWN);
}

interface Names {
  readonly methods: ReadonlySet<string>;
  readonly lambdas: ReadonlySet<string>;
  /** of definitions */
  readonly places: ReadonlySet<number>;
}

const NAMES = new WeakMap<readonly Token[], Names>();

function namesIn(reader: ScriptReader): Names {
  const known = NAMES.get(reader.tokens);
  if (known !== undefined) return known;
  const all = rubyFunctions(reader);
  const names = {
    methods: new Set(all.flatMap(({ name, isLambda }) => (isLambda === true ? [] : [name]))),
    lambdas: new Set(all.flatMap(({ name, isLambda }) => (isLambda === true ? [name] : []))),
    places: new Set(all.map(({ at }) => at)),
  };
  NAMES.set(reader.tokens, names);
  return names;
}

/** Notes what the code's own methods and lambdas are called with. */
export function rubyCalls(reader: ScriptReader, at: number): void {
  const { methods, lambdas, places } = namesIn(reader);
  const token = reader.tokens[at];
  if (token?.kind === 'text') {
    const [only, ...more] = token.pieces;
    const name = typeof only === 'string' && more.length === 0 ? only.replace(/^:/, '') : '';
    if (methods.has(name)) reader.functions.mention(name);
    return;
  }
  if (token?.kind !== 'name' || places.has(at)) return;
  const { text } = token;
  if (lambdas.has(text)) callsLambda(reader, at, text);
  const isMade = text === 'new' && signAt(reader, at - 1) === '.';
  const name = isMade ? `${nameAt(reader, at - 2)}.new` : text;
  if (!methods.has(name) || isBareWord(reader, at, at + 1)) return;
  const isAssigned = signAt(reader, at + 1) === '=' && signAt(reader, at + 2) !== '=';
  if (isAssigned) reader.functions.mention(name);
  else reader.functions.add(name, argumentsAt(reader, at + 1));
}

function argumentsAt(reader: ScriptReader, at: number) {
  const { values, named } = signAt(reader, at) === '{' ? { values: [], named: new Map() } : readArguments(reader, at);
  return { args: values, named };
}

/** `run.call(..)`, `run.(..)`, `run[..]` */
function callsLambda(reader: ScriptReader, at: number, name: string): void {
  const isCall = signAt(reader, at + 1) === '.' && /^(?:call|yield)$/.test(nameAt(reader, at + 2));
  const isShort = signAt(reader, at + 1) === '.' && signAt(reader, at + 2) === '(';
  if (isCall || isShort) reader.functions.add(name, argumentsAt(reader, isCall ? at + 3 : at + 2));
  else if (signAt(reader, at + 1) === '[') {
    const { values, named } = readList(reader, at + 2, 0);
    reader.functions.add(name, { args: values, named });
  } else reader.functions.mention(name);
}

const WRITES = /^(?:puts|write|print|syswrite|printf)$/;

/** `io.puts ".."`, of a program that was started to be written to. */
export function rubyWrites(reader: ScriptReader, at: number): void {
  const method = nameAt(reader, at);
  if (!WRITES.test(method) || signAt(reader, at - 1) !== '.') return;
  const token = reader.tokens[at - 2];
  const to = token?.kind === 'name' ? token.text : token?.kind === 'variable' ? token.name : '';
  const object = reader.scope.get(to);
  if (!isProcess(object)) return;
  const { values } = readArguments(reader, at + 1);
  const items = flattened(values);
  const text = method === 'printf' ? UNKNOWN : concatValues(items, method === 'puts' ? '\n' : '');
  reader.processes.write(object, method === 'puts' ? concatValues([text, textValue('\n')]) : text);
}
