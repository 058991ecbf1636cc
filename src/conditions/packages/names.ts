import { memoize } from '../../util/memoize.ts';
import { MOST_USED, NEAR_AND_REAL, REPORTED, REPORTED_OWNERS, SCOPES, STARTED } from './most-used.ts';

export type Registry = keyof typeof MOST_USED;

const listed = (text: string): readonly string[] => text.trim().split(/\s+/);

interface Names {
  readonly used: readonly string[];
  readonly byName: ReadonlySet<string>;
  readonly known: ReadonlySet<string>;
  /** by length: one edit changes it by one at most */
  readonly byLength: ReadonlyMap<number, readonly string[]>;
  /** without separators */
  readonly joined: ReadonlyMap<string, string>;
  readonly joinedByLength: ReadonlyMap<number, readonly string[]>;
}

/** Edits say little of shorter names: `ms` and `ws` are both real. */
const SHORTEST = 5;
/** So long, an edit counts beside other separators. */
const LONG = 7;

const namesOf = memoize((registry: Registry): Names => {
  const used = listed(MOST_USED[registry]).map((name) => canonicalName(registry, name));
  const real = listed(NEAR_AND_REAL[registry]).map((name) => canonicalName(registry, name));
  const known = new Set([...used, ...real, ...(registry === 'npm' ? listed(STARTED) : [])]);
  const joined = new Map(used.map((name) => [joinedName(name), name]));
  return {
    used,
    byName: new Set(used),
    known,
    byLength: byLengthOf(used.filter(({ length }) => length >= SHORTEST)),
    joined,
    joinedByLength: byLengthOf([...joined.keys()].filter(({ length }) => length >= LONG)),
  };
});

function byLengthOf(names: readonly string[]): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, string[]>();
  for (const name of names) found.set(name.length, [...(found.get(name.length) ?? []), name]);
  return found;
}

let scopes: ReadonlySet<string> | undefined;

function isKnownScope(name: string): boolean {
  scopes ??= new Set(listed(SCOPES));
  return scopes.has(scopeOf(name) ?? '');
}

function joinedName(name: string): string {
  return name.replace(/[-_.@/]/g, '');
}

/** As the registry compares names. */
export function canonicalName(registry: Registry, name: string): string {
  if (registry === 'pypi') return name.toLowerCase().replace(/[-_.]+/g, '-');
  return registry === 'crates' ? name.replace(/-/g, '_') : name;
}

/** One letter more, less or other, or two swapped. */
export function isOneEditAway(a: string, b: string): boolean {
  const [long, short] = a.length >= b.length ? [a, b] : [b, a];
  if (a === b || long.length - short.length > 1) return false;
  let same = 0;
  while (same < short.length && long[same] === short[same]) same++;
  const [restOfLong, restOfShort] = [long.slice(same), short.slice(same)];
  if (long.length > short.length) return restOfLong.slice(1) === restOfShort;
  return restOfLong.slice(1) === restOfShort.slice(1) || isSwapped(restOfLong, restOfShort);
}

/** Their first letters, which differ, stand in each other's place: `sideqik` for `sidekiq`. */
function isSwapped(a: string, b: string): boolean {
  const at = [...a].findIndex((letter, index) => index > 0 && letter !== b[index]);
  return (
    at > 0 &&
    a[0] === b[at] &&
    a[at] === b[0] &&
    a.slice(1, at) === b.slice(1, at) &&
    a.slice(at + 1) === b.slice(at + 1)
  );
}

/** `yarnn` for `yarn`: where names are short, only a letter that is doubled. */
function isDoubled(name: string, short: string): boolean {
  const at = [...name].findIndex((letter, index) => index > 0 && letter === name[index - 1]);
  return at > 0 && name.slice(0, at) + name.slice(at + 1) === short;
}

/** The well-known package that this name may be taken for; undefined = none, or it is well known itself. */
export function lookAlike(registry: Registry, written: string): string | undefined {
  const name = canonicalName(registry, written);
  const { used, byName, known, byLength, joined, joinedByLength } = namesOf(registry);
  if (known.has(name) || isKnownScope(name)) return undefined;
  const plain = joinedName(name);
  // `nodemonjs`, `zustand.js`
  const bare = registry === 'npm' ? name.replace(/(?<=\w{4})[-._]?js$/, '') : name;
  if (bare !== name && byName.has(bare)) return bare;
  const doubled = name.length === SHORTEST && used.find((one) => one.length === SHORTEST - 1 && isDoubled(name, one));
  if (doubled) return doubled;
  if (plain.length < SHORTEST) return undefined;
  const near = (of: ReadonlyMap<number, readonly string[]>, written: string) =>
    [-1, 0, 1].flatMap((more) => of.get(written.length + more) ?? []).find((one) => isOneEditAway(one, written));
  return (
    joined.get(plain) ??
    (name.length < SHORTEST ? undefined : near(byLength, name)) ??
    (plain.length < LONG ? undefined : joined.get(near(joinedByLength, plain) ?? ''))
  );
}

function scopeOf(name: string): string | undefined {
  return /^@([^/]+)\//.exec(name)?.[1];
}

/** A package of npm that is much used, or whose owner is no stranger. */
export function isWellKnown(name: string): boolean {
  return isKnownScope(name) || /^(@[^/]+\/)?create(-|$)/.test(name) || namesOf('npm').known.has(name);
}

let reported: ReadonlySet<string> | undefined;

/** A package of this name was published to do harm. */
export function isReported(name: string): boolean {
  reported ??= new Set(listed(REPORTED));
  return reported.has(name) || listed(REPORTED_OWNERS).some((owner) => name.startsWith(owner));
}
