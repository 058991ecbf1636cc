import type { Arguments } from './tree.ts';
import { listValue, loopItem, type RecordValue, textOf, textValue, UNKNOWN, type Value } from './value.ts';

/** Of a mapping with more keys, and of a longer list, only the beginning is known. */
const MAX_ENTRIES = 1000;
const MAX_CHANGES = 16;
/** More is not put into a list. */
const MAX_GROWN = 100;

/** An attribute may be set in several places, which run in any order: it is one of what they give. */
export function setAttribute(scope: Map<string, Value>, name: string, value: Value): void {
  const before = scope.get(name);
  const known = before?.kind === 'choice' ? before.items : before === undefined ? [] : [before];
  const all = [...known, value];
  scope.set(name, all.length === 1 ? value : all.length > MAX_CHANGES ? UNKNOWN : { kind: 'choice', items: all });
}

/** A mapping of these; the last one of a key counts, and what stands under a key that is not known may be under any. */
export function recordOf(entries: Iterable<readonly [string | undefined, Value]>, isOpen = false): RecordValue {
  const record: RecordValue = { kind: 'record', entries: new Map(), isOpen };
  for (const [key, value] of entries) {
    if (key === undefined || record.entries.size >= MAX_ENTRIES) record.isOpen = true;
    else record.entries.set(key, value);
  }
  return record;
}

/** What stands under a key: of one that may have been set elsewhere it is not known. */
export function entryOf(record: RecordValue, key: string | undefined, changed: ReadonlySet<string>): Value {
  const known = key === undefined ? undefined : record.entries.get(key);
  if (known === undefined || key === undefined) return UNKNOWN;
  return record.isOpen === true || changed.has(key) ? { kind: 'choice', items: [known, UNKNOWN] } : known;
}

/**
 * `object[key] = value`: statements may run in any order, so that it is one of what they give. False for what has no entries that
 * are known.
 */
export function setEntry(object: Value, key: string | undefined, value: Value): boolean {
  if (object.kind === 'list') setItem(object.items as Value[], key, value);
  else if (object.kind !== 'record') return false;
  else if (key === undefined || object.entries.size >= MAX_ENTRIES) object.isOpen = true;
  else setAttribute(object.entries, key, value);
  return true;
}

function setItem(items: Value[], key: string | undefined, value: Value): void {
  const at = Number(key ?? Number.NaN);
  if (items[at] === undefined) grow({ kind: 'list', items }, [value]);
  else items[at] = { kind: 'choice', items: [items[at], value] };
}

/** The entries of another one, for `{...a, b: 1}`. */
export function spread(value: Value): readonly (readonly [string | undefined, Value])[] {
  if (value.kind !== 'record') return [[undefined, UNKNOWN]];
  return value.isOpen === true ? [...value.entries, [undefined, UNKNOWN]] : [...value.entries];
}

function listed({ isOpen }: RecordValue, items: readonly Value[]): Value {
  return listValue(isOpen === true ? [...items, UNKNOWN] : items);
}

export function keysOf(record: RecordValue): Value {
  return listed(record, [...record.entries.keys()].map(textValue));
}

export function valuesOf(record: RecordValue): Value {
  return listed(record, [...record.entries.values()]);
}

export function pairsOf(record: RecordValue): Value {
  return listed(
    record,
    [...record.entries].map(([key, value]) => listValue([textValue(key), value])),
  );
}

/** `[['a', 1], ['b', 2]]` */
export function ofPairs(value: Value | undefined): Value {
  if (value?.kind !== 'list') return UNKNOWN;
  return recordOf(
    value.items.map((pair) =>
      pair.kind === 'list' ? [textOf(pair.items[0]), pair.items[1] ?? UNKNOWN] : [undefined, UNKNOWN],
    ),
  );
}

/** The item at this place of a list, or of each list among which one is chosen. */
export function itemIn(value: Value, at: number): Value {
  if (value.kind === 'list') return value.items[at] ?? UNKNOWN;
  return value.kind === 'choice' ? loopItem(listValue(value.items.map((one) => itemIn(one, at)))) : UNKNOWN;
}

type RecordMethod = (record: RecordValue, args: readonly Value[], changed: ReadonlySet<string>) => Value;

const get: RecordMethod = (record, [key, otherwise], changed) => {
  const name = textOf(key);
  const isMissing = name !== undefined && !record.entries.has(name) && record.isOpen !== true;
  return isMissing && otherwise !== undefined ? otherwise : entryOf(record, name, changed);
};

/** What methods of mappings give, in Python and of `Map`. */
const METHODS: ReadonlyMap<string, RecordMethod> = new Map<string, RecordMethod>([
  ...['get', 'pop', 'setdefault', '__getitem__'].map((name): [string, RecordMethod] => [name, get]),
  ['keys', keysOf],
  ['values', valuesOf],
  ...['items', 'entries'].map((name): [string, RecordMethod] => [name, pairsOf]),
  ['copy', (record) => recordOf(spread(record))],
]);

/** What a method of a mapping gives; undefined where that is not known. */
export function recordMethod(
  { changed }: { readonly changed: ReadonlySet<string> },
  record: RecordValue,
  method: string,
  args: readonly Value[],
): Value | undefined {
  return record.entries.has(method) ? undefined : METHODS.get(method)?.(record, args, changed);
}

/** A list is changed in place, as the code's own one is. */
export function grow({ items }: Value & { kind: 'list' }, more: readonly Value[]): void {
  const list = items as Value[];
  for (const one of more) if (list.length < MAX_GROWN) list.push(one);
  if (list.length >= MAX_GROWN) list[list.length - 1] = UNKNOWN;
}

/** What a method puts into its object. */
export function changeBy(object: Value, method: string, { args, named }: Arguments): void {
  const [first = UNKNOWN, second] = args;
  if (object.kind === 'list' && /^(?:append|push|unshift|add)$/.test(method)) grow(object, args);
  else if (object.kind === 'list' && method === 'insert') grow(object, [second ?? UNKNOWN]);
  else if (object.kind === 'list' && method === 'extend') grow(object, first.kind === 'list' ? first.items : [UNKNOWN]);
  else if (object.kind !== 'record') return;
  else if (/^(?:set|setdefault|__setitem__)$/.test(method)) setEntry(object, textOf(first), second ?? UNKNOWN);
  else if (method === 'update') update(object, [...(args.length === 0 ? [] : spread(first)), ...named]);
}

export function update(record: RecordValue, entries: Iterable<readonly [string | undefined, Value]>): void {
  for (const [key, value] of entries) setEntry(record, key, value);
}

const MAX_DEPTH = 20;

/** What a text of JSON holds. */
export function fromJson(text: string | undefined): Value {
  try {
    return text === undefined ? UNKNOWN : jsonValue(JSON.parse(text), 0);
  } catch {
    return UNKNOWN; // no JSON: the program ends there
  }
}

function jsonValue(json: unknown, depth: number): Value {
  if (depth > MAX_DEPTH) return UNKNOWN;
  if (typeof json === 'string' || typeof json === 'number') return textValue(String(json));
  if (Array.isArray(json)) return listValue(json.map((one) => jsonValue(one, depth + 1)));
  if (typeof json !== 'object' || json === null) return { kind: 'flag', on: json === true };
  return recordOf(Object.entries(json).map(([key, value]) => [key, jsonValue(value, depth + 1)]));
}
