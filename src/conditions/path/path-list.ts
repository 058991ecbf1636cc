import type { Facts } from '../../model/facts.ts';
import type { Pattern } from '../../model/policy.ts';
import { memoizeByObject } from '../../util/memoize.ts';
import { foldersTo, parentPath } from '../../util/path.ts';
import type { PathCandidate } from './candidate.ts';
import { createLongHaystack, type Haystack } from './haystack.ts';
import { spellingsOf } from './spellings.ts';

/**
 * The paths of one start, looked at together: a line may name thousands, and dozens of rules ask about each. What no rule can
 * tell apart is asked about once.
 */
interface PathList {
  /** an ordinary path, and those that have to be asked one by one whatever they are called */
  readonly ordinary: PathCandidate | undefined;
  readonly others: readonly PathCandidate[];
  /** of the ordinary ones */
  readonly paths: ReadonlySet<string>;
  readonly joined: Haystack;
}

/** For fewer, looking at them together takes longer. */
const MANY = 16;

const listOf = memoizeByObject((facts: Facts) =>
  memoizeByObject((candidates: readonly PathCandidate[]): PathList => {
    const ordinary = candidates.filter(isOrdinary);
    const paths = new Set(ordinary.flatMap((one) => [...spellingsOf(one, facts), one.absolute as string]));
    return {
      ordinary: ordinary[0],
      others: ordinary.length === candidates.length ? [] : candidates.filter((one) => !isOrdinary(one)),
      paths,
      joined: createLongHaystack([...paths].join('\n')),
    };
  }),
);

/** It is where it is: what a pattern answers hangs on its spellings alone. */
function isOrdinary({ absolute, glob, names }: PathCandidate): boolean {
  return absolute !== undefined && glob === undefined && (names === undefined || names.length === 0);
}

/**
 * Those to ask about patterns, and about what lies at these places below the home directory: of many ordinary ones that surely none
 * of them names, one stands for all.
 */
export function askedAbout(
  candidates: readonly PathCandidate[],
  patterns: readonly Pattern[],
  places: readonly string[],
  facts: Facts,
): readonly PathCandidate[] {
  if (candidates.length < MANY) return candidates;
  const list = listOf(facts)(candidates);
  const { ordinary, others, paths } = list;
  if (ordinary === undefined || patterns.some((pattern) => mayMatchOne(list, pattern))) return candidates;
  const { home } = facts;
  const isAbove = (place: string) =>
    home !== undefined && foldersTo(place.replace('~', home)).some((one) => paths.has(one));
  return places.some(isAbove) ? candidates : [ordinary, ...others];
}

function mayMatchOne({ paths, joined }: PathList, pattern: Pattern): boolean {
  const whole = wholeText(pattern);
  if (whole !== undefined) return paths.has(whole);
  return pattern.needs === undefined || joined.holdsOneOf(pattern.needs);
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
  if (candidates.length < MANY) return candidates;
  if (globs.length > 0 && globs.some((glob) => mayMatchOne(listOf(facts)(candidates), glob))) return candidates;
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
