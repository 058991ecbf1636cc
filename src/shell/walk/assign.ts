import type { Word } from '../../model/word.ts';
import type { Ast } from '../parse/parse.ts';
import { arrayOf, type Contents, fromEntries, keyOf, keysOf, someArray, withElement } from '../state/arrays.ts';
import type { Frame } from '../state/frame.ts';
import type { Variable } from '../state/scope.ts';
import { A_NUMBER, concat, EMPTY, known, unknown, type Value } from '../state/value.ts';
import type { Walker } from '../state/walker.ts';
import { evaluateValue, expandValue, expandWord } from '../word/expand.ts';
import { runTemplate } from '../word/parameter.ts';
import { isInteger } from '../word/variables.ts';
import { wordToValue } from '../word/word-value.ts';
import { openTable } from './shell-tables.ts';

/** The result of an assignment. */
export interface Assigned {
  readonly value: Value;
  /** all elements, where it is an array */
  readonly array?: Contents;
}

/** `x=1`, `x+=1`, `x[1]=2`, `x=(a b)`: the new value, expanded. */
export function evaluateAssignment(node: Ast.Assignment, walker: Walker, frame: Frame): Assigned {
  openTable(node.name, frame);
  const current = frame.scope.variable(node.name);
  const append = node.append === true;
  if (node.value.type !== 'Word') {
    const before = append ? (current ?? SOMETHING) : undefined;
    const isAssociative = current?.associative === true;
    const array = literal(node.value, { before, isAssociative }, walker, frame);
    return { value: array.value, array };
  }
  if (node.index === undefined) {
    const value = expandValue(node.value, walker, frame, 'assignment');
    return assignedTo({ name: node.name, current, value, append, what: node.text }, walker, frame);
  }
  const key = subscriptOf(node, walker, frame);
  const given = expandValue(node.value, walker, frame, 'assignment');
  const value = current?.integer === true ? evaluateValue(given, node.text, walker, frame) : given;
  const array = key === undefined ? anyOf(current) : changed(current, key, { value, append }, walker);
  return { value: array.value, array };
}

function changed(
  current: Variable | undefined,
  key: string,
  { value, append }: Pick<Assigning, 'value' | 'append'>,
  walker: Walker,
): Contents {
  return mayChange(current, walker) ? withElement(current, key, value, append) : anyOf(current);
}

function anyOf(current: Variable | undefined): Contents {
  return someArray(unknown('variable', { from: fromOf(current) }));
}

/** Counts a change of an array, which copies it; false when the budget is spent. */
export function mayChange(current: Variable | undefined, { record }: Walker): boolean {
  return record.changesArray(current?.elements?.length ?? 0);
}

const SOMETHING: Variable = someArray();

function fromOf(current: Variable | undefined): readonly number[] {
  return current === undefined || current.value.known ? [] : current.value.from;
}

/** One assignment of a value to a name, or with a subscript. */
export interface Assigning {
  readonly name: string;
  readonly current: Variable | undefined;
  readonly value: Value;
  readonly append: boolean;
  /** its source text, for messages */
  readonly what: string;
}

/** Assigns to a name without a subscript; for an array bash changes element 0. */
export function assignedTo(assigning: Assigning, walker: Walker, frame: Frame): Assigned {
  const { name, current, value, append } = assigning;
  if (current !== undefined && isArray(current) && frame.dialect !== 'zsh') {
    const array = changed(current, '0', assigning, walker);
    return { value: array.value, array };
  }
  if (isInteger(name, current, frame.dialect)) return { value: integerOf(assigning, walker, frame) };
  return { value: append ? concat(current?.value ?? unknown('variable'), value) : value };
}

function isArray({ elements, list, words }: Variable): boolean {
  return elements !== undefined || list === true || words !== undefined;
}

function integerOf({ current, value, append, what }: Assigning, walker: Walker, frame: Frame): Value {
  const added = evaluateValue(value, what, walker, frame);
  if (!append) return added;
  if (current?.value.known !== true || !added.known) return A_NUMBER;
  return evaluateValue(known(`${current.value.text || '0'}+${added.text}`), what, walker, frame);
}

const HERE_DOCUMENT = /<<-?[ \t]*[\w'"\\][^\n]*\n/;

function subscriptOf(node: Ast.Assignment, walker: Walker, frame: Frame): string | undefined {
  // a quote in it makes bash 5.2 take the assignment for the name of a program
  if (HERE_DOCUMENT.test(node.index?.text ?? '')) walker.record.doubt('parser-doubt', 'a here-document in a subscript');
  const value = expandValue(node.index as Ast.Word, walker, frame);
  if (frame.scope.variable(node.name)?.associative === true) {
    // quotes in a subscript are text to zsh
    if (frame.dialect === 'zsh' && node.index?.text.includes("'")) runTemplate(node.index.text, walker, frame);
    return keyOf(value, true);
  }
  return keyOf(evaluateValue(value, node.text, walker, frame), false);
}

interface Target {
  /** what the list is added to */
  readonly before: Variable | undefined;
  readonly isAssociative: boolean;
}

/** `(a b *.c)`, `([k]=v)`, and of an associative array `(k v)`. */
function literal(node: Ast.ArrayValue, { before, isAssociative }: Target, walker: Walker, frame: Frame): Contents {
  const words: Word[] = [];
  const entries: [string, Value][] = [];
  let isKeyed = before?.keys !== undefined;
  for (const element of node.elements) {
    if (walker.record.isFull()) return someArray();
    const key = /^\[([^\]]*)\]\+?=/.exec(element.text)?.[1];
    const expanded = expandWord(element, walker, frame);
    // without `extglob` bash refuses it, and goes on behind the line
    if (frame.dialect === 'bash' && element.parts?.some(({ type }) => type === 'ExtendedGlob')) return someArray();
    if (key === undefined) {
      words.push(...expanded);
      for (const word of expanded) entries.push([nextKey(entries, before), wordToValue(word, walker)]);
      continue;
    }
    isKeyed = true;
    const { key: subscript = key, value } = keyedValue(expanded, element.text);
    if (!isAssociative) evaluateValue(known(subscript), element.text, walker, frame);
    if (value === undefined || /[$`]/.test(key)) return someArray();
    const at = entries.findIndex(([one]) => one === key);
    if (at >= 0) entries.splice(at, 1);
    entries.push([key.replace(/^(['"])(.*)\1$/, '$2'), value]);
  }
  if (!mayChange(before, walker)) return someArray();
  const isLoose = words.some((word) => word.kind === 'glob' || (word.kind === 'unknown' && word.fields === 'any'));
  if (isAssociative && entries.length === words.length && !isLoose) {
    const pairs = pairsOf(words.map((word) => wordToValue(word, walker)));
    return pairs === undefined ? someArray() : joinedEntries(before, pairs);
  }
  if (isKeyed || isAssociative) return isLoose ? someArray() : joinedEntries(before, entries);
  const earlier = before === undefined ? [] : wordsOf(before);
  const all = [...earlier, ...words];
  if (isLoose || earlier.some((word) => word.kind !== 'known')) {
    const first = all[0];
    return { value: first === undefined ? known('') : wordToValue(first, walker), words: all };
  }
  return arrayOf(all.map((word) => wordToValue(word, walker)));
}

/** Source: bash(1) 5.1 and later, Arrays; zshparam(1). Undefined where a key is not known. */
function pairsOf(values: readonly Value[]): readonly (readonly [string, Value])[] | undefined {
  const keys = values.filter((_, index) => index % 2 === 0);
  if (!keys.every((key) => key.known)) return undefined;
  return keys.map((key, index) => [key.text, values[2 * index + 1] ?? EMPTY]);
}

/** Subscripts that may all be the same number. */
const MOST_TAILS = 8;

/**
 * A list that was read before the kind of its array was known: `declare -A x=(k v)` are keys and values. Subscripts of another
 * array are arithmetic, by which later elements may replace earlier ones.
 */
export function ofKind(contents: Contents, isAssociative: boolean): Partial<Variable> {
  const { elements = [], keys } = contents;
  if (!isAssociative) {
    const isNamed = keys?.some((key) => !/^\d+$/.test(key)) === true;
    const texts = elements.map((value) => (value.known ? value.text : ''));
    return isNamed ? { list: true, lists: texts.slice(0, MOST_TAILS).map((_, at) => texts.slice(at)) } : contents;
  }
  if (contents.elements === undefined || keys !== undefined) return contents;
  const pairs = pairsOf(elements);
  return pairs === undefined ? someArray() : fromEntries(pairs, true);
}

function nextKey(entries: readonly (readonly [string, Value])[], before: Variable | undefined): string {
  const last = entries.at(-1)?.[0] ?? (before === undefined ? undefined : keysOf(before)?.at(-1));
  return String(Number(last ?? -1) + 1);
}

function joinedEntries(before: Variable | undefined, entries: readonly (readonly [string, Value])[]): Contents {
  const keys = before === undefined ? [] : keysOf(before);
  if (keys === undefined) return someArray();
  const all = new Map<string, Value>(
    keys.map((key, index) => [key, before?.elements?.[index] ?? (before as Variable).value]),
  );
  for (const [key, value] of entries) all.set(key, value);
  return fromEntries(
    [...all],
    [...all.keys()].some((key) => !/^\d+$/.test(key)),
  );
}

/** Key and value of an element `[key]=value`, which the parser takes for one word, or for a pattern. */
function keyedValue(words: readonly Word[], text: string): { readonly key?: string; readonly value?: Value } {
  const [word, ...more] = words;
  if (word === undefined || more.length > 0 || text.includes('+=')) return {};
  const whole =
    word.kind === 'known'
      ? word.value
      : word.kind === 'glob' && !/[*?]/.test(word.pattern)
        ? unescaped(word.pattern)
        : '';
  const [, key, value] = /^\[([^\]]*)\]=([\s\S]*)$/.exec(whole) ?? [];
  return key === undefined || value === undefined ? {} : { key, value: known(value) };
}

function unescaped(pattern: string): string {
  return pattern.replace(/\\([\s\S])/g, '$1');
}

/** The elements of an array as words; one that may be any number of words where they are not known. */
function wordsOf(variable: Variable): readonly Word[] {
  if (variable.words !== undefined) return variable.words;
  if (variable.unset === true) return [];
  const elements = variable.elements ?? (variable.list === true ? undefined : [variable.value]);
  if (elements === undefined)
    return [{ kind: 'unknown', prefix: '', suffix: '', fields: 'any', reason: 'variable', text: '' }];
  return elements.map((value) =>
    value.known
      ? { kind: 'known', value: value.text, text: value.text }
      : { kind: 'unknown', prefix: value.prefix, suffix: value.suffix, fields: 'one', reason: value.reason, text: '' },
  );
}
