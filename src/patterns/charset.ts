import type { Element } from './syntax.ts';

/** Ascending pairs of UTF-16 code units, both ends included, in one flat list. */
export type CharSet = readonly number[];

export const EVERY: CharSet = [0, 0xffff];

const MEMO = new Map<string, CharSet>();
let everyUnit: string | undefined;

/** What one character of the regex can be, or undefined for anything that is not a single character. */
export function charsOf(element: Element, flags: string): CharSet | undefined {
  if (element.type === 'Character') {
    const { value } = element;
    if (!flags.includes('i') || value > 0xffff) return [value, value];
    return acceptedBy(`\\u${value.toString(16).padStart(4, '0')}`, flags);
  }
  if (element.type === 'CharacterSet' || element.type === 'CharacterClass') return acceptedBy(element.raw, flags);
  return undefined;
}

/** Asks the engine itself, so that case folding and every quirk of classes are exactly its own. */
function acceptedBy(raw: string, flags: string): CharSet {
  const key = `${flags}/${raw}`;
  let set = MEMO.get(key);
  if (set === undefined) {
    everyUnit ??= Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit)).join('');
    const runs = everyUnit.matchAll(new RegExp(`${raw}+`, `g${flags}`));
    set = [...runs].flatMap((run) => [run.index, run.index + run[0].length - 1]);
    MEMO.set(key, set);
  }
  return set;
}

export function overlap(a: CharSet, b: CharSet): boolean {
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if ((a[i + 1] as number) < (b[j] as number)) i += 2;
    else if ((b[j + 1] as number) < (a[i] as number)) j += 2;
    else return true;
  }
  return false;
}

export function union(a: CharSet, b: CharSet): CharSet {
  const pairs: [number, number][] = [];
  for (const set of [a, b])
    for (let i = 0; i < set.length; i += 2) pairs.push([set[i] as number, set[i + 1] as number]);
  pairs.sort((one, other) => one[0] - other[0]);
  const joined: number[] = [];
  for (const [low, high] of pairs) {
    const end = joined.length - 1;
    if (joined.length > 0 && low <= (joined[end] as number) + 1) joined[end] = Math.max(joined[end] as number, high);
    else joined.push(low, high);
  }
  return joined;
}
