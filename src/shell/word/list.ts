import { type Word, wordValue } from '../../model/word.ts';
import { anyOfLists } from '../state/arrays.ts';
import type { Variable } from '../state/scope.ts';
import { EMPTY, known, type UnknownValue, unknown, type Value } from '../state/value.ts';
import type { Expansion } from './expansion.ts';
import { borderBetween, type Many, type Piece, splitValue, wholeValue } from './pieces.ts';
import { lookup } from './variables.ts';
import { wordToValue } from './word-value.ts';

/** One element of a list: a value, or a word that expands to any number of them. */
interface Item {
  readonly value: Value;
  readonly many: Many;
}

/** What `$@` and `${a[*]}` list. */
export interface List {
  /** undefined = not known */
  readonly items: readonly Item[] | undefined;
  /** `*`: one word in quotes */
  readonly joined: boolean;
  /** what holds for each unknown item */
  readonly rest?: UnknownValue | undefined;
  /** item number 0, `$0` of `$@`: listed only by slices */
  readonly arg0?: Value;
}

/** The list that `name` or `name[index]` stands for; undefined where it is one value. */
export function listOf(name: string, index: string | undefined, expansion: Expansion): List | undefined {
  if (name === '@' || name === '*') {
    const { positional, perhapsGiven, arg0 } = expansion.frame.scope;
    const items = positional?.map((word) => itemOf(word, expansion));
    const first = arg0 === undefined ? unknown('variable') : wordToValue(arg0, expansion.walker);
    const lists = perhapsGiven.map((words) => words.map((word) => wordValue(word) ?? ''));
    const rest = lists.length === 0 ? {} : { rest: anyOfLists({ lists }, (elements) => elements.join(' ')) };
    return { items, joined: name === '*', ...rest, arg0: first };
  }
  if (index !== '@' && index !== '*') return undefined;
  const { variable, value } = lookup(name, expansion);
  const joined = index === '*';
  if (variable !== undefined) return { ...elementsOf(variable, expansion), joined };
  return { items: value === undefined ? undefined : [single(value)], joined };
}

function elementsOf(variable: Variable, expansion: Expansion): Omit<List, 'joined'> {
  const { elements, words, value } = variable;
  if (variable.unset === true) return { items: [] };
  if (words !== undefined) return { items: words.map((word) => itemOf(word, expansion)) };
  // the order of an associative array is unspecified
  if (variable.associative === true && (elements?.length ?? 2) > 1) return { items: undefined };
  if (elements !== undefined) return { items: elements.map(single) };
  if (variable.lists !== undefined)
    return { items: undefined, rest: anyOfLists(variable, (elements) => elements.join(' ')) };
  if (variable.list === true) return { items: undefined, rest: value.known ? undefined : value };
  return { items: [single(value)] };
}

function single(value: Value): Item {
  return { value, many: false };
}

function itemOf(word: Word, { walker }: Expansion): Item {
  const value = wordToValue(word, walker);
  if (word.kind === 'glob') return { value, many: 'files' };
  return { value, many: word.kind === 'unknown' && word.fields === 'any' };
}

/** The values, where each item is exactly one. */
export function valuesOf(list: List): readonly Value[] | undefined {
  return list.items?.every(({ many }) => many === false) ? list.items.map(({ value }) => value) : undefined;
}

export function listFrom(values: readonly Value[] | undefined, joined: boolean): List {
  return { items: values?.map(single), joined };
}

/**
 * `${@:from:count}`; a negative `from` counts from the end. Where some items are any number of values, as far as they
 * are behind it.
 */
export function sliceOf({ items, joined, arg0 }: List, from: number, count: number | 'all'): List {
  const all = items !== undefined && arg0 !== undefined ? [single(arg0), ...items] : (items ?? []);
  const isCounted = (some: readonly Item[]) => some.every(({ many }) => many === false);
  const isKnown = from >= 0 && count === 'all' ? isCounted(all.slice(0, from)) : isCounted(all);
  if (items === undefined || !isKnown || (count !== 'all' && count < 0)) return { items: undefined, joined };
  const start = from < 0 ? all.length + from : from;
  const end = count === 'all' ? all.length : start + count;
  return { items: start < 0 ? [] : all.slice(start, end), joined };
}

/** The pieces that a list expands to inside of a word. */
export function listPieces({ items, joined, rest }: List, quoted: boolean, expansion: Expansion): readonly Piece[] {
  if (items === undefined)
    return [{ kind: 'hole', value: rest ?? unknown('variable'), many: quoted && joined ? false : 'list' }];
  const groups = items.map(({ value, many }): readonly Piece[] => {
    if (!value.known && many !== false) return [{ kind: 'hole', value, many: quoted && many !== true ? many : 'list' }];
    return quoted ? [wholeValue(value)] : splitValue(value, expansion);
  });
  if (!quoted || !joined) return groups.length === 0 ? [] : borderBetween(groups);
  const { ifs, frame } = expansion;
  const glue = ifs === undefined ? unknown('variable') : known(frame.isFish ? ' ' : ifs.slice(0, 1));
  if (groups.length === 0) return [wholeValue(EMPTY)];
  return groups.flatMap((group, index) => (index === 0 ? group : [wholeValue(glue), ...group]));
}
