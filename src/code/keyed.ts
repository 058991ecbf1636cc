import { concatValues, listValue, overChoices, textOf, textValue, UNKNOWN, type Value } from './value.ts';

type List = Extract<Value, { kind: 'list' }>;

/** A list with a key for each item: a hash, a table, an array of PHP. An item without one has the next number as its key. */
export function keyedValue(entries: readonly (readonly [key: Value | undefined, item: Value])[], first = 0): Value {
  let next = first;
  const keys = entries.map(([key]) => (key === undefined ? String(next++) : textOf(key)));
  // one that is not known may be any of the others
  if (keys.includes(undefined)) return UNKNOWN;
  const items = entries.map(([, item]) => item);
  if (first === 0 && entries.every(([key]) => key === undefined)) return listValue(items);
  return { kind: 'list', items, keys: keys as string[] };
}

/** `(a => 1, b => 2)`: a list of keys and items in turn. */
export function pairedValue(value: Value): Value {
  if (value.kind !== 'list' || value.keys !== undefined) return value;
  const { items } = value;
  const count = Math.ceil(items.length / 2);
  return keyedValue(Array.from({ length: count }, (_, at) => [items[at * 2], items[at * 2 + 1] ?? UNKNOWN] as const));
}

/** The item that a list has at a key; at one that is not known it is any of them. */
export function itemAtKey(value: Value, key: Value): Value {
  return overChoices([value, key], ([list = UNKNOWN, one]) => {
    const text = textOf(one);
    if (list.kind !== 'list') return UNKNOWN;
    return text === undefined ? oneOf(list.items) : (itemOf(list, text) ?? UNKNOWN);
  });
}

function itemOf({ items, keys }: List, key: string): Value | undefined {
  if (keys !== undefined) return items[keys.lastIndexOf(key)];
  return /^-?\d{1,4}$/.test(key) ? items.at(Number(key)) : undefined;
}

/** The list with another item at a key. */
export function withItem(value: Value | undefined, key: Value | undefined, item: Value): Value {
  const list = value ?? { kind: 'list', items: [] };
  if (list.kind !== 'list') return UNKNOWN;
  const before = list.items.map((one, at) => [textValue(list.keys?.[at] ?? String(at)), one] as const);
  if (key === undefined) return list.keys === undefined ? listValue([...list.items, item]) : UNKNOWN;
  const text = textOf(key);
  if (text === undefined || before.length > MAX_ENTRIES) return UNKNOWN;
  return keyedValue([...before.filter(([name]) => textOf(name) !== text), [key, item]]);
}

/** Longer lists are not changed key by key. */
const MAX_ENTRIES = 100;

/** Keys of a list, as values. */
export function keysOf(value: Value): Value {
  if (value.kind !== 'list') return UNKNOWN;
  return listValue(value.items.map((_, at) => textValue(value.keys?.[at] ?? String(at))));
}

/** Items of a list without their keys. */
export function itemsOf(value: Value): Value {
  return value.kind === 'list' ? listValue(value.items) : value;
}

/** One of these: what is the same stands there once. */
export function oneOf(values: readonly Value[]): Value {
  const all = values.flatMap((value) => (value.kind === 'choice' ? value.items : [value]));
  if (all.length > MAX_ONE_OF) return UNKNOWN;
  const different = [...new Map(all.map((value) => [JSON.stringify(value), value])).values()];
  const [only = UNKNOWN, ...more] = different;
  return more.length === 0 ? only : { kind: 'choice', items: different };
}

const MAX_ONE_OF = 32;

/** All values that one may have, as a list: what `map` gives where its block gives each of them. */
export function eachAsList(value: Value): Value {
  return value.kind === 'choice' ? listValue(value.items) : listValue([value]);
}

/** A list in a list is its items; of too many nothing is known. */
export function flattened(values: readonly Value[]): readonly Value[] {
  const found: Value[] = [];
  for (const value of values) {
    const items = value.kind === 'list' ? value.items : [value];
    if (found.length + items.length > MAX_FLATTENED) return [UNKNOWN];
    found.push(...items);
  }
  return found;
}

const MAX_FLATTENED = 500;

/** Each item of a list that may be one of several lists; of anything else that is not known. */
function overLists(value: Value, of: (items: readonly Value[]) => Value): Value {
  if (value.kind === 'list') return of(value.items);
  return value.kind === 'choice' ? oneOf(value.items.map((one) => overLists(one, of))) : UNKNOWN;
}

export function placeOf(value: Value, place: number): Value {
  return overLists(value, (items) => items[place] ?? UNKNOWN);
}

/** The items from a place on. */
export function restOf(value: Value, place: number): Value {
  return overLists(value, (items) => listValue(items.slice(place)));
}

export function joinedItems(value: Value, separator: string): Value {
  return overLists(value, (items) => concatValues(items, separator));
}
