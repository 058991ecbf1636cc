import type { Facts } from '../../model/facts.ts';
import type { Pattern } from '../../model/policy.ts';
import { memoize, memoizeByObject } from '../../util/memoize.ts';
import { once } from '../../util/once.ts';
import { foldersTo, parentPath } from '../../util/path.ts';
import type { PathCandidate } from './candidate.ts';
import { tildeForm } from './candidates.ts';
import { createHaystack, createLongHaystack } from './haystack.ts';
import { spellingsOf } from './spellings.ts';

/**
 * The paths of one start, looked at together: a line may name thousands, and dozens of rules ask about each. What no rule can
 * tell apart is asked about once.
 */
export interface PathList {
  /** May one of the ordinary ones, in some spelling, contain one of these? */
  mayContain(literals: readonly string[]): boolean;
  /** Is one of the ordinary ones, in some spelling, just this? */
  has(text: string): boolean;
  /** Does one of the ordinary ones lie at this path? */
  isAt(path: string): boolean;
}

/** For fewer, looking at them together takes longer. */
export const MANY = 16;

export const pathListOf = memoizeByObject((facts: Facts) =>
  memoizeByObject((candidates: readonly PathCandidate[]): PathList => {
    const ordinary = candidates.filter(isOrdinary);
    const places = once(() => new Set(ordinary.flatMap(({ absolute, real }) => [absolute, real])));
    return {
      mayContain: searchIn(ordinary, facts),
      has: memoize((text) => ordinary.some((one) => spellingsOf(one, facts).includes(text))),
      isAt: (path) => places().has(path),
    };
  }),
);

/** What is asked about it hangs on its spellings alone. */
function isOrdinary({ absolute, contentsOf, glob, names }: PathCandidate): boolean {
  return absolute !== undefined && !contentsOf && glob === undefined && (names === undefined || names.length === 0);
}

/**
 * Folders once and names apart: a literal that spans both ends the folder's path and begins the name, and a base name is part of
 * the path as written or where it lies.
 */
function searchIn(candidates: readonly PathCandidate[], facts: Facts): (literals: readonly string[]) => boolean {
  const [folders, names] = [new Set<string>(), new Set<string>()];
  const add = (path: string) => {
    const cut = path.lastIndexOf('/');
    names.add(path.slice(cut + 1));
    const folder = path.slice(0, cut + 1);
    if (folders.has(folder)) return;
    folders.add(folder);
    const tilde = tildeForm(cut > 0 ? path.slice(0, cut) : '/', facts);
    if (tilde !== undefined) folders.add(`${tilde}/`);
  };
  for (const { written, absolute = '', real = '' } of candidates) {
    add(absolute);
    if (real !== absolute) add(real);
    if (!absolute.endsWith(written)) add(written);
  }
  // the home directory itself
  if (facts.home !== undefined) folders.add('~');
  const above = createLongHaystack([...folders].join('\n'));
  const below = createLongHaystack([...names].join('\n'));
  const mayHold = (literal: string) => {
    if (above.holdsOneOf([literal])) return true;
    const cut = literal.lastIndexOf('/') + 1;
    return below.holdsOneOf([literal.slice(cut)]) && (cut === 0 || above.holdsOneOf([literal.slice(0, cut)]));
  };
  return (literals) => literals.some(mayHold);
}

/** What a path needs, to be named by one of the patterns or to lie above one of the places below the home directory. */
interface Named {
  readonly patterns: readonly Pattern[];
  readonly places?: readonly string[];
}

/** The same, found once for each condition. */
const signsOf = memoizeByObject(({ patterns, places = [] }: Named) => {
  const whole = patterns.flatMap((pattern) => (pattern.needs === undefined ? [wholeText(pattern)] : []));
  return {
    literals: patterns.flatMap(({ needs = [] }) => needs),
    whole: whole.filter((one) => one !== undefined),
    /** a pattern may match any path */
    isOpen: whole.includes(undefined),
    /** the places in this home directory, and the folders above them */
    above: memoize((home: string) => new Set(places.flatMap((place) => foldersTo(place.replace('~', home))))),
  };
});

const NOWHERE: ReadonlySet<string> = new Set();

/**
 * Those to ask about patterns and places: ordinary ones that surely none of them names are left out, but for one that stands for
 * all. None, where there is no other.
 */
export function askedAbout(candidates: readonly PathCandidate[], named: Named, facts: Facts): readonly PathCandidate[] {
  const { literals, whole, isOpen, ...signsIn } = signsOf(named);
  if (isOpen || candidates.length === 0) return candidates;
  const above = facts.home === undefined ? NOWHERE : signsIn.above(facts.home);
  if (candidates.length < MANY) {
    const few = fewOf(facts)(candidates);
    const isAbove = above.size > 0 && few.paths.some((path) => above.has(path));
    const isNamed = isAbove || whole.some((one) => few.paths.includes(one)) || few.joined.holdsOneOf(literals);
    return few.areOrdinary && !isNamed ? [] : candidates;
  }
  const list = pathListOf(facts)(candidates);
  const signs = {
    literals: literals.filter((one) => list.mayContain([one])),
    whole: whole.filter((one) => list.has(one)),
    places: [...above].filter((path) => list.isAt(path)),
  };
  return sift(candidates, itself, signs, facts);
}

const fewOf = memoizeByObject((facts: Facts) =>
  memoizeByObject((candidates: readonly PathCandidate[]) => {
    const paths = candidates.flatMap((one) => spellingsOf(one, facts));
    return { areOrdinary: candidates.every(isOrdinary), paths, joined: createHaystack(paths.join('\n')) };
  }),
);

const itself = (one: PathCandidate) => one;

/** What tells a path from ordinary ones: a part of a spelling, a whole one, or where it is. */
export interface PathSigns {
  readonly literals: readonly string[];
  readonly whole?: readonly (string | undefined)[];
  readonly places?: readonly string[];
}

/** Leaves out all ordinary paths without a sign, but for one that stands for them. */
export function sift<Item>(
  items: readonly Item[],
  candidateOf: (item: Item) => PathCandidate,
  { literals, whole = [], places = [] }: PathSigns,
  facts: Facts,
): readonly Item[] {
  const hasSign = (one: PathCandidate) =>
    (places.length > 0 && (places.includes(one.absolute ?? '') || places.includes(one.real ?? ''))) ||
    (literals.length + whole.length > 0 &&
      spellingsOf(one, facts).some((text) => whole.includes(text) || literals.some((part) => text.includes(part))));
  let hasOne = false;
  return items.filter((item) => {
    const one = candidateOf(item);
    if (!isOrdinary(one) || hasSign(one)) return true;
    if (hasOne) return false;
    hasOne = true;
    return true;
  });
}

function mayMatchOne({ mayContain, has }: PathList, pattern: Pattern): boolean {
  if (pattern.needs !== undefined) return mayContain(pattern.needs);
  const whole = wholeText(pattern);
  return whole === undefined || has(whole);
}

/** The only text that a pattern without wildcards matches. */
const wholeText = memoizeByObject(({ source, flags }: Pattern): string | undefined => {
  const found = /[im]/.test(flags) ? null : /^\^\(\?:(?:\^\(\?:)?((?:[\w/ ~-]|\\\W)+)\)\$(?:\)\$)?$/.exec(source);
  return found?.[1]?.replace(/\\(.)/gs, '$1');
});

/** Paths by the folder that they lie in, and by themselves. */
interface ByFolder {
  readonly folders: ReadonlyMap<string, readonly PathCandidate[]>;
  readonly paths: ReadonlyMap<string, PathCandidate>;
  readonly others: readonly PathCandidate[];
}

const byFolder = memoizeByObject((candidates: readonly PathCandidate[]): ByFolder => {
  const folders = new Map<string, PathCandidate[]>();
  const paths = new Map<string, PathCandidate>();
  const others: PathCandidate[] = [];
  for (const one of candidates) {
    const { absolute, real, contentsOf, isTemporary } = one;
    if (absolute === undefined || absolute === '/' || real !== absolute || contentsOf || isTemporary) {
      others.push(one);
      continue;
    }
    if (paths.has(absolute)) continue;
    paths.set(absolute, one);
    const folder = parentPath(absolute);
    const known = folders.get(folder);
    if (known === undefined) folders.set(folder, [one]);
    else known.push(one);
  }
  return { folders, paths, others };
});

/** What paths are compared with: do they lie in it, or it in them? */
interface Compared {
  readonly directories: readonly string[];
  readonly globs: readonly Pattern[];
  /** with links of the line and of the disk resolved */
  realpath(path: string): string;
}

/** Those to ask about directories: of many in one folder, where none is such a directory or holds one, one stands for all. */
export function askedAboutPlace(
  candidates: readonly PathCandidate[],
  { directories, globs, realpath }: Compared,
  facts: Facts,
): readonly PathCandidate[] {
  if (globs.length > 0 && globs.some((glob) => mayMatchOne(pathListOf(facts)(candidates), glob))) return candidates;
  const { folders, paths, others } = byFolder(candidates);
  const above = new Set(directories.flatMap(foldersTo));
  const asked = [...others];
  for (const path of above) asked.push(...(paths.has(path) ? [paths.get(path) as PathCandidate] : []));
  for (const [folder, members] of folders) {
    const rest = members.length > 1 && realpath(folder) === folder ? members.find(isApart(above)) : undefined;
    if (rest === undefined) asked.push(...members);
    else asked.push(rest);
  }
  return asked;
}

const isApart =
  (above: ReadonlySet<string>) =>
  ({ absolute = '' }: PathCandidate): boolean =>
    !above.has(absolute);
