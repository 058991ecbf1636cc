import { flattened, itemAtKey, keysOf, placeOf, restOf, withItem } from './keyed.ts';
import { isProcess } from './processes.ts';
import type { Parameter } from './script-functions.ts';
import type { Token } from './script-lexer.ts';
import {
  type Block,
  dottedName,
  nameAt,
  type Read,
  readArguments,
  readEntries,
  readExpression,
  readList,
  type ScriptReader,
  signAt,
  skipGroup,
} from './script-reader.ts';
import { concatValues, loopItem, nameValue, textValue, UNKNOWN, type Value } from './value.ts';

/** Tables that hold functions with effects. */
const MODULES = /^(?:os|io)$/;

/** `{..}`, `function (..) .. end`, `...`, `os.execute` without a call, `true`. */
export function luaOperand(reader: ScriptReader, at: number, depth: number): Read | undefined {
  const sign = signAt(reader, at);
  if (sign === '{') return readEntries(reader, at, depth);
  if (sign === '...') return { value: placeOf(reader.shifting.at(-1)?.values ?? UNKNOWN, 0), next: at + 1 };
  if (sign === '#') return { value: UNKNOWN, next: readExpression(reader, at + 1, depth + 1, true).next };
  const name = nameAt(reader, at);
  if (name === 'not') return { value: UNKNOWN, next: readExpression(reader, at + 1, depth + 1, true).next };
  if (name === 'function') return { value: UNKNOWN, next: skipGroup(reader, at) };
  const dotted = MODULES.test(name) ? dottedName(reader, at) : undefined;
  if (dotted === undefined || isCalled(reader, dotted.next)) return undefined;
  return { value: nameValue(dotted.name), next: dotted.next };
}

/** `f(..)`, `f "x"`, `f{..}` */
export function isCalled(reader: ScriptReader, at: number): boolean {
  return /^[({]$/.test(signAt(reader, at)) || reader.tokens[at]?.kind === 'text';
}

/** `.field`, `[key]`, `:method(..)` */
export function luaPostfix(reader: ScriptReader, value: Value, at: number, depth: number): Read | undefined {
  const sign = signAt(reader, at);
  if (sign === '[')
    return { value: itemAtKey(value, readExpression(reader, at + 1, depth + 1).value), next: skipGroup(reader, at) };
  const name = nameAt(reader, at + 1);
  if (!/^[.:]$/.test(sign) || name === '') return undefined;
  if (sign === '.' && !isCalled(reader, at + 2)) return { value: itemAtKey(value, textValue(name)), next: at + 2 };
  const next = signAt(reader, at + 2) === '(' ? skipGroup(reader, at + 2) : at + (isCalled(reader, at + 2) ? 3 : 2);
  return { value: UNKNOWN, next };
}

/** Names in one statement. */
const MAX_NAMES = 20;

/** `a, b` up to a word or a sign that is no comma. */
function namesFrom(reader: ScriptReader, from: number): readonly string[] {
  const names: string[] = [];
  for (let at = from; names.length < MAX_NAMES && nameAt(reader, at) !== ''; at += 2) {
    names.push(nameAt(reader, at));
    if (signAt(reader, at + 1) !== ',') break;
  }
  return names;
}

/** Loops and functions. */
export function luaBlocks(reader: ScriptReader): readonly Block[] {
  const locals = reader.tokens.flatMap((_, at) =>
    nameAt(reader, at) === 'local' ? [{ at, names: namesFrom(reader, at + 1) }] : [],
  );
  return reader.tokens.flatMap((_, at): readonly Block[] => {
    if (nameAt(reader, at) === 'for') return loopBlock(reader, at);
    if (nameAt(reader, at) !== 'function') return [];
    const open = behindName(reader, at);
    if (signAt(reader, open) !== '(') return [];
    const from = skipGroup(reader, open);
    const end = skipGroup(reader, at);
    const first = locals.findIndex((one) => one.at > from);
    const own = first < 0 ? [] : locals.slice(first, first + MAX_OWN).filter((one) => one.at < end);
    const name = nameOfFunction(reader, at) ?? '';
    const parameters = parametersAt(reader, open);
    const bound = () => reader.functions.bound({ name, parameters });
    return [{ from, end, bound, own: own.flatMap(({ names }) => names), isFunction: true, shifts: '...' }];
  });
}

const MAX_OWN = 100;

function behindName(reader: ScriptReader, at: number): number {
  return nameAt(reader, at + 1) === '' ? at + 1 : dottedName(reader, at + 1).next;
}

function parametersAt(reader: ScriptReader, open: number): readonly Parameter[] {
  const names = namesFrom(reader, open + 1).map((name): Parameter => ({ name }));
  return [...names, { name: '...', kind: 'rest' }];
}

/** `function f`, `local f = function`, `{ f = function`, `t.f = function`: the name that calls have. */
export function nameOfFunction(reader: ScriptReader, at: number): string | undefined {
  const next = behindName(reader, at);
  if (next > at + 1) return nameAt(reader, next - 1);
  const before = nameAt(reader, at - 2);
  return signAt(reader, at - 1) === '=' && before !== '' ? before : undefined;
}

/** `for _, x in ipairs(LIST) do`, `for i = 1, n do` */
function loopBlock(reader: ScriptReader, at: number): readonly Block[] {
  const names = namesFrom(reader, at + 1);
  const behind = at + names.length * 2;
  const from = doBehind(reader, behind);
  if (from === undefined) return [];
  const isOfList = nameAt(reader, behind) === 'in' && /^i?pairs$/.test(nameAt(reader, behind + 1));
  const bound = () => {
    const list = isOfList ? (readArguments(reader, behind + 2).values[0] ?? tableAt(reader, behind + 2)) : UNKNOWN;
    const held = list.kind === 'list' ? list : undefined;
    const of = [held === undefined ? UNKNOWN : loopItem(keysOf(held)), held === undefined ? UNKNOWN : loopItem(held)];
    return new Map(names.map((name, place) => [name, of[place] ?? UNKNOWN]));
  };
  return [{ from, end: skipGroup(reader, from), bound }];
}

/** `ipairs{..}` */
function tableAt(reader: ScriptReader, at: number): Value {
  return signAt(reader, at) === '{' ? readEntries(reader, at, 1).value : UNKNOWN;
}

const MAX_HEAD = 200;

function doBehind(reader: ScriptReader, from: number): number | undefined {
  for (let at = from; at < from + MAX_HEAD; at++) if (nameAt(reader, at) === 'do') return at;
  return undefined;
}

interface Names {
  readonly functions: ReadonlySet<string>;
  /** of names in definitions */
  readonly places: ReadonlySet<number>;
  /** names before `=` in a table */
  readonly keys: ReadonlySet<number>;
}

const NAMES = new WeakMap<readonly Token[], Names>();

function namesIn(reader: ScriptReader): Names {
  const known = NAMES.get(reader.tokens);
  if (known !== undefined) return known;
  const functions = new Set<string>();
  const places = new Set<number>();
  const keys = new Set<number>();
  const open: string[] = [];
  for (const [at, token] of reader.tokens.entries()) {
    const text = token.kind === 'sign' || token.kind === 'name' ? token.text : '';
    if (/^(?:[{([]|function|do|if|repeat)$/.test(text)) open.push(text);
    else if (/^(?:[})\]]|end|until)$/.test(text)) open.pop();
    if (token.kind === 'name' && open.at(-1) === '{' && signAt(reader, at + 1) === '=') keys.add(at);
    if (text !== 'function' || token.kind !== 'name') continue;
    const name = nameOfFunction(reader, at);
    if (name === undefined) continue;
    functions.add(name);
    const next = behindName(reader, at);
    places.add(next > at + 1 ? next - 1 : at - 2);
  }
  const names = { functions, places, keys };
  NAMES.set(reader.tokens, names);
  return names;
}

/** A name before `=` that is no variable: the key of a table, a field, the counter of a loop. */
export function isLuaKey(reader: ScriptReader, at: number): boolean {
  return namesIn(reader).keys.has(at) || /^[.:]$/.test(signAt(reader, at - 1)) || nameAt(reader, at - 1) === 'for';
}

/** `a, b = 1, 2`, `t.key = x`, `t[key] = x`, `table.insert(t, x)` */
export function luaAssigns(reader: ScriptReader, at: number): void {
  const name = nameAt(reader, at);
  if (name === '') return;
  const { scope } = reader;
  if (name === 'table' && nameAt(reader, at + 2) === 'insert') inserts(reader, at);
  else if (signAt(reader, at - 1) === ',' && signAt(reader, at + 1) === '=') setTogether(reader, at);
  else if (signAt(reader, at + 1) === '.' && signAt(reader, at + 3) === '=' && scope.has(name))
    scope.set(
      name,
      withItem(scope.get(name), textValue(nameAt(reader, at + 2)), readExpression(reader, at + 4, 0).value),
    );
  else if (signAt(reader, at + 1) === '[' && scope.has(name)) setElement(reader, at, name);
}

function setElement(reader: ScriptReader, at: number, name: string): void {
  const end = skipGroup(reader, at + 1);
  if (signAt(reader, end) !== '=') return;
  const { value } = readExpression(reader, end + 1, 0);
  const isNext = signAt(reader, at + 2) === '#';
  const before = reader.scope.get(name);
  if (isNext) reader.scope.set(name, appended(before, value));
  else reader.scope.set(name, withItem(before, readExpression(reader, at + 2, 1).value, value));
}

function appended(before: Value | undefined, value: Value): Value {
  const count = before?.kind === 'list' ? before.items.length : 0;
  return withItem(before, textValue(String(count + 1)), value);
}

function inserts(reader: ScriptReader, at: number): void {
  const [, item, ...more] = readArguments(reader, at + 3).values;
  const list = nameAt(reader, at + 4);
  if (list === '' || item === undefined) return;
  reader.scope.set(list, more.length > 0 ? UNKNOWN : appended(reader.scope.get(list), item));
}

function setTogether(reader: ScriptReader, last: number): void {
  const names = [nameAt(reader, last)];
  let at = last;
  while (signAt(reader, at - 1) === ',' && nameAt(reader, at - 2) !== '' && names.length < MAX_NAMES) {
    at -= 2;
    names.unshift(nameAt(reader, at));
  }
  const { values } = readList(reader, last + 2, 0);
  const isRest = signAt(reader, last + 2) === '...';
  const rest = isRest ? restOf(reader.shifting.at(-1)?.values ?? UNKNOWN, 0) : undefined;
  for (const [place, name] of names.entries())
    reader.scope.set(name, rest === undefined ? (values[place] ?? UNKNOWN) : placeOf(rest, place));
}

/** Notes what the code's own functions are called with. */
export function luaCalls(reader: ScriptReader, at: number): void {
  const { functions, places, keys } = namesIn(reader);
  const name = nameAt(reader, at);
  if (!functions.has(name) || places.has(at) || keys.has(at)) return;
  const isDeclared = nameAt(reader, at - 1) === 'local' && signAt(reader, at + 1) !== '=';
  if (isDeclared) return;
  if (isCalled(reader, at + 1)) {
    const isMethod = signAt(reader, at - 1) === ':';
    const { values, named } = callArguments(reader, at + 1);
    const self = isMethod ? [UNKNOWN] : [];
    reader.functions.add(name, { args: [...self, ...values], named });
  } else if (/^x?pcall$/.test(nameAt(reader, at - 2)) && signAt(reader, at - 1) === '(') {
    const { values, named } = readList(reader, at, 0);
    reader.functions.add(name, { args: values.slice(1), named });
  } else reader.functions.mention(name);
}

/** `f(..)`, `f "x"`, `f{..}` */
export function callArguments(reader: ScriptReader, at: number): ReturnType<typeof readList> {
  if (signAt(reader, at) === '(') return readList(reader, at + 1, 0);
  const { value, next } = readExpression(reader, at, 1, true);
  return { values: [value], named: new Map(), next };
}

/** `h:write(..)`, of a program that was started to be written to. */
export function luaWrites(reader: ScriptReader, at: number): void {
  if (nameAt(reader, at) !== 'write' || signAt(reader, at - 1) !== ':') return;
  const object = reader.scope.get(nameAt(reader, at - 2));
  if (isProcess(object)) reader.processes.write(object, concatValues(flattened(callArguments(reader, at + 1).values)));
}
