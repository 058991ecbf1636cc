import type { PathCandidate } from '../conditions/path/candidate.ts';
import type { Access } from '../grammar/accesses.ts';
import { effective } from '../grammar/effective.ts';
import type { Word } from '../model/word.ts';
import { baseName, resolvePath } from '../util/path.ts';
import { type Manner, placesNamed } from './paths.ts';
import { isFolder, isThere } from './places.ts';
import type { PathSpot, Spot, Start } from './start.ts';

/** Something that goes to a place of its own. */
export interface Arrival {
  readonly spots: readonly Spot[];
  /** where it goes, or may go, where that is known */
  readonly moves: readonly Move[];
}

/** Absolute. */
export interface Move {
  readonly from: string;
  readonly to: string;
}

/** `host:file` is there, not here. */
const REMOTE = /^[^/]+:/;
const TREES = ['-r', '-R', '-a', '--recursive', '--archive'];

interface Journey {
  readonly start: Start;
  readonly manner: Manner;
  readonly access: Access;
  /** directories go along */
  readonly takesTrees: boolean;
  /** the destination is no folder to go into: -T, or -n and -h, of a link */
  readonly isOnto: boolean;
  readonly mayBeOnto: boolean;
  /** nothing stays where they were */
  readonly takesAway: boolean;
  /** they go under their whole paths */
  readonly keepsPaths: boolean;
  /** `tree/` means what is in it */
  readonly readsSlash: boolean;
}

/** More than this many pairs are not told apart. */
const MAX_PAIRS = 5000;

/** What the sources of a copy, a move or a link lay over what stands at the destination. */
export function arrivalsAt(access: Access, from: readonly Word[], manner: Manner, start: Start): readonly Arrival[] {
  const parsed = start.subject.parsed();
  const has = (...names: readonly string[]) => names.some((name) => effective(parsed, name) !== undefined);
  const isCopier = /^(?:cp|rsync|scp)$/.test(start.name);
  if (isCopier && start.name !== 'cp' && isRemote(access.word)) return [];
  const destinations = placesNamed(access, start).filter(({ isForeign }) => !isForeign);
  const sources = from.flatMap((word) => placesNamed(asSource(access, word), start).map((one) => ({ word, one })));
  if (destinations.length * sources.length > MAX_PAIRS) {
    return [{ spots: [{ why: 'it has too many sources and destinations' }], moves: [] }];
  }
  const journey: Journey = {
    start,
    manner,
    access,
    takesTrees: isCopier && has(...TREES),
    isOnto: has('-T', '--no-target-directory'),
    mayBeOnto: start.name === 'ln' && has('-n'),
    takesAway: /^(?:mv|git)$/.test(start.name),
    keepsPaths: isCopier && has('--parents', '-R --relative'),
    readsSlash: start.name === 'rsync',
  };
  return destinations.flatMap((destination) =>
    sources.map(({ word, one }) => arrival(destination, one, word, journey)),
  );
}

function isRemote(word: Word): boolean {
  return REMOTE.test(word.kind === 'known' ? word.value : word.kind === 'unknown' ? word.prefix : '');
}

/** It is found from where the program runs, and what it names is read: `ln -s` alone reads it from where the link lies. */
function asSource({ index }: Access, word: Word): Access {
  return { word, access: 'read', index };
}

function arrival(destination: PathCandidate, source: PathCandidate, word: Word, journey: Journey): Arrival {
  const { absolute } = destination;
  if (absolute === undefined) return { spots: [unknown(destination, journey)], moves: [] };
  const kind = journey.isOnto ? 'no' : kindOf(destination, absolute, journey);
  const name = nameOf(source, word, journey);
  const isContents = source.contentsOf === true || isContent(source.written, journey);
  const spots: Spot[] = [];
  const inside = name === undefined ? undefined : resolvePath(absolute, name);
  if (isContents) {
    const from = source.real === undefined ? {} : { from: source.real };
    spots.push(...laidOver(absolute, from, destination, journey));
  } else {
    if (kind !== 'yes' || journey.mayBeOnto) spots.push(...placed(absolute, source, destination, journey));
    if (kind !== 'no') {
      if (inside === undefined) spots.push(...laidOver(absolute, {}, destination, journey));
      else spots.push(...placed(inside, source, destination, journey));
    }
  }
  const from = placeOf(source, journey.start);
  if (from !== undefined && journey.takesAway && spots.some((spot) => 'path' in spot && isTaken(spot, journey)))
    spots.push({ path: from, what: 'tree' });
  const to = [...(kind === 'yes' ? [] : [absolute]), ...(kind === 'no' || inside === undefined ? [] : [inside])];
  return { spots, moves: from === undefined ? [] : to.map((one) => ({ from, to: one })) };
}

/** Where a move overwrites something, the place from which it came is needed as well: else what was moved goes when that comes back. */
function isTaken({ path, isNew }: PathSpot, { start }: Journey): boolean {
  return !isNew && isThere(path, start.facts);
}

function kindOf({ isTemporary, written }: PathCandidate, absolute: string, { start }: Journey) {
  if (isTemporary) return 'unknown';
  const kind = isFolder(absolute, start.facts);
  return kind === 'no' && written.endsWith('/') ? 'yes' : kind;
}

function placeOf({ absolute, contentsOf, isForeign, glob }: PathCandidate, { links }: Start): string | undefined {
  return absolute === undefined || contentsOf || isForeign || glob !== undefined ? undefined : links.placeOf(absolute);
}

function unknown({ within, written }: PathCandidate, { start }: Journey): Spot {
  if (within !== undefined) return { path: start.facts.realpath(within), what: 'below' };
  return { why: `it is not known where \`${written.slice(0, 60)}\` is` };
}

/** `tree/.`, and `tree/` of rsync: what is in it goes, not the directory. */
function isContent(written: string, { takesTrees, readsSlash }: Journey): boolean {
  return takesTrees && (readsSlash ? /(?:^|\/)\.{0,2}$/ : /(?:^|\/)\.{1,2}$/).test(written);
}

/** The name that it has at its destination; undefined = it is not known. */
function nameOf({ absolute, written, suffix = '' }: PathCandidate, word: Word, journey: Journey): string | undefined {
  if (isRemote(word) && journey.start.name !== 'cp') {
    return word.kind === 'known' ? lastOf(word.value) : undefined;
  }
  if (journey.keepsPaths) return word.kind === 'known' ? `./${written}` : undefined;
  if (absolute !== undefined) return absolute === '/' ? undefined : baseName(absolute);
  return suffix.includes('/') ? baseName(suffix) || undefined : undefined;
}

const lastOf = (address: string) => /[^/:]*$/.exec(address.replace(/\/$/, ''))?.[0] || undefined;

/** What lies below a folder is laid over what lies below another. */
function laidOver(
  path: string,
  from: { from?: string },
  { isTemporary }: PathCandidate,
  { start }: Journey,
): readonly Spot[] {
  if (isTemporary) return [{ path, what: 'below', isNew: true }];
  return [{ path: start.links.realpath(path), what: 'below', ...from }];
}

/** One file or tree arrives at one path. */
function placed(path: string, source: PathCandidate, destination: PathCandidate, journey: Journey): readonly Spot[] {
  const { start, takesTrees, manner } = journey;
  const { links, facts } = start;
  if (destination.isTemporary) return [{ path, what: 'entry', isNew: true }];
  const isTree = takesTrees && (source.real === undefined || isFolder(source.real, facts) !== 'no');
  const real = links.realpath(path);
  const place = links.placeOf(path);
  const spots: PathSpot[] = [];
  if (isTree) spots.push({ path: real, what: 'below', ...(source.real !== undefined && { from: source.real }) });
  if (isTree && source.real !== undefined && isFolder(source.real, facts) === 'yes') return spots;
  if (manner.how === 'content') spots.push({ path: real, what: 'content' });
  // a link that is copied takes the place of a link
  if (manner.how !== 'content' || (takesTrees && place !== real)) spots.push({ path: place, what: 'entry' });
  return spots;
}
