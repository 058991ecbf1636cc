import type { Pattern } from '../model/policy.ts';
import { charsOf } from './charset.ts';
import { type Alternative, type Element, parseRegex } from './syntax.ts';

/** Texts of which one must occur. */
type OneOf = readonly string[];

/** Facts about every text that a part of the regex matches. */
interface TextFacts {
  /** all of them, where they are few */
  readonly exact?: OneOf;
  /** each of these has a member in every text */
  readonly needs: readonly OneOf[];
}

const MAX_ALTERNATIVES = 16;
const MAX_LENGTH = 64;
const MIN_LENGTH = 3;
const EMPTY: TextFacts = { exact: [''], needs: [] };
const ANYTHING: TextFacts = { needs: [] };

/**
 * What every text that the pattern matches must contain: of each inner list at least one literal.
 * undefined = nothing could be derived. Sound, not complete: a text that has them all need not match.
 */
export function requiredLiterals(pattern: Pattern): readonly OneOf[] | undefined {
  const alternatives = parseRegex(pattern.source);
  if (alternatives === undefined) return undefined;
  const needs = needsOf(knownOfAll(alternatives, pattern.flags));
  return needs.length > 0 ? needs : undefined;
}

/** Literals of which every match contains one; undefined where one of them is so short that most texts have it. */
export function selectiveLiterals(alternatives: readonly Alternative[], flags: string): readonly string[] | undefined {
  const literals = mostSelective(needsOf(knownOfAll(alternatives, flags)));
  return literals?.every(({ length }) => length >= MIN_LENGTH) ? literals : undefined;
}

function needsOf({ exact, needs }: TextFacts): readonly OneOf[] {
  return exact === undefined ? needs : exact.includes('') ? [] : [exact];
}

function knownOfAll(alternatives: readonly Alternative[], flags: string): TextFacts {
  const all = alternatives.map(({ elements }) => knownOfSequence(elements, flags));
  const [only] = all;
  if (all.length === 1 && only !== undefined) return only;
  const exact = unique(all.flatMap((one) => one.exact ?? []));
  if (all.every((one) => one.exact !== undefined) && exact.length <= MAX_ALTERNATIVES) return { exact, needs: [] };
  const best = all.map((one) => mostSelective(needsOf(one)));
  if (best.includes(undefined)) return ANYTHING;
  const oneOf = unique(best.flatMap((one) => one ?? []));
  return oneOf.length <= 2 * MAX_ALTERNATIVES ? { needs: [oneOf] } : ANYTHING;
}

/** Neighbours with few texts are joined: `git (push|pull)` needs one of `git push`, `git pull`. */
function knownOfSequence(elements: readonly Element[], flags: string): TextFacts {
  const needs: OneOf[] = [];
  let run: OneOf = [''];
  let whole = true;
  for (const element of elements) {
    const known = knownOf(element, flags);
    const joined = known.exact && product(run, known.exact);
    if (joined !== undefined) {
      run = joined;
      continue;
    }
    whole = false;
    if (!run.includes('')) needs.push(run);
    if (known.exact === undefined) needs.push(...known.needs);
    run = known.exact ?? [''];
  }
  if (whole) return { exact: run, needs: [] };
  if (!run.includes('')) needs.push(run);
  return { needs };
}

function knownOf(element: Element, flags: string): TextFacts {
  switch (element.type) {
    case 'Group':
    case 'CapturingGroup':
      return knownOfAll(element.alternatives, flags);
    case 'Quantifier':
      return knownOfRepeat(element, flags);
    case 'Assertion':
      return EMPTY; // consumes no text; what a look-ahead requires of the text behind it is left out
    case 'Backreference':
      return ANYTHING;
    default: {
      const exact = members(charsOf(element, flags) ?? []);
      return exact === undefined ? ANYTHING : { exact, needs: [] };
    }
  }
}

function knownOfRepeat({ min, max, element }: Element & { type: 'Quantifier' }, flags: string): TextFacts {
  const once = knownOf(element, flags);
  if (max === 0) return EMPTY;
  if (max === 1 && min === 1) return once;
  if (min === 0) return max === 1 && once.exact ? limited(unique(['', ...once.exact])) : ANYTHING;
  let exact: OneOf | undefined = once.exact;
  for (let i = 1; i < min && exact && once.exact; i++) exact = product(exact, once.exact);
  if (exact === undefined) return { needs: needsOf(once) };
  return max === min ? { exact, needs: [] } : { needs: needsOf({ exact, needs: [] }) };
}

function limited(exact: OneOf): TextFacts {
  return exact.length <= MAX_ALTERNATIVES ? { exact, needs: [] } : ANYTHING;
}

function members(set: readonly number[]): OneOf | undefined {
  const found: string[] = [];
  for (let i = 0; i < set.length; i += 2)
    for (let unit = set[i] as number; unit <= (set[i + 1] as number); unit++) {
      if (found.length === MAX_ALTERNATIVES) return undefined;
      found.push(String.fromCharCode(unit));
    }
  return found.length > 0 ? found : undefined;
}

function product(before: OneOf, after: OneOf): OneOf | undefined {
  if (before.length * after.length > MAX_ALTERNATIVES) return undefined;
  const joined = unique(before.flatMap((head) => after.map((tail) => head + tail)));
  return joined.every((text) => text.length <= MAX_LENGTH) ? joined : undefined;
}

/** The set with the longest shortest literal; among equals the smallest set. A text is least likely to contain one of these. */
function mostSelective(needs: readonly OneOf[]): OneOf | undefined {
  const shortest = (oneOf: OneOf) => Math.min(...oneOf.map((text) => text.length));
  return needs.toSorted((a, b) => shortest(b) - shortest(a) || a.length - b.length)[0];
}

function unique(texts: readonly string[]): OneOf {
  return [...new Set(texts)];
}
