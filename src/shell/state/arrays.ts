import type { Variable } from './scope.ts';
import { concat, EMPTY, type UnknownValue, unknown, type Value } from './value.ts';

/** The part of an array variable that an assignment replaces. */
export type Contents = Pick<Variable, 'value' | 'elements' | 'keys' | 'words' | 'list'>;

export function arrayOf(elements: readonly Value[]): Contents {
  return { value: elements[0] ?? EMPTY, elements };
}

/** An array with unknown elements. */
export function someArray(value: Value = unknown('variable')): Contents {
  return { value, list: true };
}

/** The key of a subscript; undefined where it is unknown, or an expression. */
export function keyOf(subscript: Value, isAssociative: boolean): string | undefined {
  if (!subscript.known) return undefined;
  if (isAssociative) return subscript.text;
  return /^\s*\d{1,9}\s*$/.test(subscript.text) ? String(Number(subscript.text)) : undefined;
}

/** The subscripts of all elements, where they are known. */
export function keysOf(variable: Variable): readonly string[] | undefined {
  const { elements, keys } = variable;
  if (variable.unset === true) return [];
  if (elements === undefined) return variable.list === true || variable.words !== undefined ? undefined : ['0'];
  return keys ?? elements.map((_, index) => String(index));
}

/** `${a[key]}`. `-1` is the last element. */
export function elementAt(variable: Variable, key: string): Value {
  const { elements } = variable;
  const keys = keysOf(variable);
  if (keys === undefined) return anyOfLists(variable, (elements) => elements.at(Number(key)) ?? '');
  const fromEnd = /^-\d+$/.test(key) && variable.associative !== true;
  const last = Number(keys.at(-1) ?? -1);
  const at = keys.indexOf(fromEnd ? String(last + 1 + Number(key)) : key);
  if (at < 0) return EMPTY;
  return elements === undefined ? variable.value : (elements[at] ?? EMPTY);
}

/** What a text made of its elements may be, after branches that set it. */
export function anyOfLists(
  { lists, value }: Partial<Variable>,
  textOf: (elements: readonly string[]) => string,
): UnknownValue {
  if (lists === undefined) return unknown('variable');
  const alternatives = lists.map(textOf);
  const isLikely = value?.known === false && value.likely !== undefined;
  return unknown('variable', { alternatives, ...(isLikely ? { likely: alternatives[0] } : {}) });
}

/** `a[key]=value`, `a[key]+=value`. */
export function withElement(current: Variable | undefined, key: string, value: Value, append: boolean): Contents {
  const keys = current === undefined ? [] : keysOf(current);
  if (keys === undefined) return someArray();
  const entries = new Map(keys.map((one, index) => [one, current?.elements?.[index] ?? current?.value ?? EMPTY]));
  const before = append ? (entries.get(key) ?? EMPTY) : EMPTY;
  entries.set(key, concat(before, value));
  return fromEntries([...entries], current?.associative === true);
}

/** `unset 'a[key]'`. */
export function withoutElement(current: Variable, key: string): Contents {
  const keys = keysOf(current);
  if (keys === undefined) return someArray();
  const entries = keys.map((one, index): [string, Value] => [one, current.elements?.[index] ?? current.value]);
  return fromEntries(
    entries.filter(([one]) => one !== key),
    current.associative === true,
  );
}

/** Elements in the order in which bash lists them: of an indexed array by their numbers. */
export function fromEntries(entries: readonly (readonly [string, Value])[], isAssociative: boolean): Contents {
  const ordered = isAssociative ? entries : [...entries].sort(([a], [b]) => Number(a) - Number(b));
  const elements = ordered.map(([, value]) => value);
  const keys = ordered.map(([key]) => key);
  const first = keys.indexOf('0');
  const value = first < 0 ? EMPTY : (elements[first] as Value);
  const plain = !isAssociative && keys.every((key, index) => key === String(index));
  return plain ? { value, elements } : { value, elements, keys };
}
