import type { Facts } from '../../model/facts.ts';
import { baseName, isWithin } from '../../util/path.ts';
import { literalOfGlob } from '../../util/shell-glob.ts';
import type { Subject } from '../subject.ts';
import type { PathCandidate } from './candidate.ts';
import type { Links } from './line-links.ts';

/** Options that take directories along. */
const TREE_FLAGS = ['-r', '-R', '-a', '--recursive', '--archive'] as const;
/** Programs that take directories as they take files. */
export const TREE_PROGRAMS: readonly string[] = ['mv', 'gmv', 'ln', 'gln', 'ditto'];

/** `cp -T a b`: never into `b`. */
export function isOntoTarget({ parsed }: Subject): boolean {
  return parsed().options.some(({ names }) => names.includes('-T') || names.includes('--no-target-directory'));
}

export function isTreeCopy({ invocation, parsed }: Subject): boolean {
  if (invocation?.program !== undefined && TREE_PROGRAMS.includes(invocation.program)) return true;
  return parsed().options.some(({ names }) => names.some((name) => TREE_FLAGS.some((flag) => flag === name)));
}

interface ArrivalContext {
  /** directories go along */
  readonly takesTrees: boolean;
  /** the destination becomes the source, even where it is a directory */
  readonly isOnto: boolean;
  readonly facts: Facts;
  readonly links: Links;
}

/** `tree/.`, and `tree/` of rsync: what is in it goes, not the directory. */
const CONTENTS = /(^|\/)\.{0,2}$/;

/**
 * Where the sources of a copy, a move or a link land in the destination. Whether that is a directory is not asked: in a file
 * there is nothing that a rule could name.
 */
export function arrivals(
  destination: PathCandidate,
  sources: readonly PathCandidate[],
  { takesTrees, isOnto, facts, links }: ArrivalContext,
): readonly PathCandidate[] {
  const { absolute } = destination;
  if (absolute === undefined) return [];
  return sources.flatMap((source): readonly PathCandidate[] => {
    const tree = takesTrees && source.absolute !== undefined ? { tree: source.absolute } : {};
    const itself =
      'tree' in tree && (isOnto || becomesDestination(source, absolute, facts)) ? [{ ...destination, ...tree }] : [];
    const name = nameOf(source);
    if (name === undefined || source.contentsOf) return itself;
    const path = absolute === '/' ? `/${name}` : `${absolute}/${name}`;
    return [...itself, { written: path, absolute: path, real: links.realpath(path), ...tree }];
  });
}

/** `cp -r a b` makes `b` a copy of `a` where there is no `b`. */
function becomesDestination({ written, contentsOf }: PathCandidate, destination: string, facts: Facts): boolean {
  return contentsOf === true || CONTENTS.test(written) || facts.exists(destination) !== 'yes';
}

/** `$X/settings.json` has that name too. */
function nameOf({ absolute, suffix = '', names = [] }: PathCandidate): string | undefined {
  if (absolute !== undefined) return absolute === '/' ? undefined : baseName(absolute);
  // what `find -name settings.json` prints
  if (names.length === 1) return literalOfGlob(names[0] ?? '');
  return suffix.includes('/') ? baseName(suffix) || undefined : undefined;
}

/** The segments before the first wildcard. */
function literalStart(glob: string): string {
  const segments = glob.split('/');
  const wild = segments.findIndex((segment) => /[*?[{\\]/.test(segment));
  return (wild < 0 ? segments : segments.slice(0, wild)).join('/');
}

/** What a glob names in the home directory, up to its first wildcard: `~/.config/x`. */
export function placesOf(written: string): readonly string[] {
  const place = literalStart(written.replace(/^\*\*(?=\/)/, '~'));
  return place.startsWith('~/') ? [place] : [];
}

/** Has the tree something that lands on one of these places of the home directory? */
export function treeReaches(tree: string, directory: string, places: readonly string[], facts: Facts): boolean {
  const { home } = facts;
  // no place is outside of it
  if (home === undefined || !(isWithin(directory, home) || isWithin(home, directory))) return false;
  return places.some((place) => {
    const path = place.replace('~', home);
    return (
      isWithin(path, directory) &&
      facts.exists(`${tree}${path.slice(directory === '/' ? 0 : directory.length)}`) === 'yes'
    );
  });
}
