import { once } from '../util/once.ts';
import { baseName, isWithin } from '../util/path.ts';
import { shellGlobMatches } from '../util/shell-glob.ts';
import { credentialPlaces } from './credential-places.ts';

/** A glob taken apart at its slashes. */
interface CredentialPath {
  readonly segments: readonly string[];
  readonly isExempt: boolean;
}

interface Places {
  /** below a home directory, and below the root; by the first segment, '' = those that begin with a wildcard */
  readonly home: ReadonlyMap<string, readonly CredentialPath[]>;
  readonly root: ReadonlyMap<string, readonly CredentialPath[]>;
  /** names in any directory */
  readonly names: readonly string[];
}

let built: Places | undefined;

function places(): Places {
  built ??= build(credentialPlaces().flatMap(({ globs }) => globs.flatMap(withoutBraces)));
  return built;
}

function build(globs: readonly string[]): Places {
  const home = new Map<string, CredentialPath[]>();
  const root = new Map<string, CredentialPath[]>();
  const names: string[] = [];
  for (const glob of globs) {
    const isExempt = glob.startsWith('!');
    const [start = '', ...segments] = (isExempt ? glob.slice(1) : glob).split('/');
    if (segments.length === 0) {
      names.push(start);
      continue;
    }
    const below = start === '~' ? home : root;
    const first = /[*?[]/.test(segments[0] as string) ? '' : (segments[0] as string);
    below.set(first, [...(below.get(first) ?? []), { segments, isExempt }]);
  }
  return { home, root, names };
}

/** `~/.x/{a,b}` -> both. */
function withoutBraces(glob: string): readonly string[] {
  const found = /\{([^{}]*)\}/.exec(glob);
  if (found === null) return [glob];
  const [before, after] = [glob.slice(0, found.index), glob.slice(found.index + found[0].length)];
  return (found[1] as string).split(',').flatMap((one) => withoutBraces(`${before}${one}${after}`));
}

/** What a path has to contain, to be such a file by its name, by where it lies, or to be a folder that holds one. */
export interface CredentialLiterals {
  readonly names: readonly string[];
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

/** Of thousands of paths in one line nearly all are ruled out by them. */
export const credentialLiterals = once((): CredentialLiterals => {
  const { home, root, names } = places();
  const located = [...home.values(), ...root.values()].flat().filter(({ isExempt }) => !isExempt);
  const unique = (all: readonly string[]) => [...new Set(all)];
  return {
    names: unique(names.map((name) => longestLiteral([name]))),
    files: unique(located.map(({ segments }) => longestLiteral(segments))),
    folders: unique(located.map(({ segments }) => longestLiteral(segments.slice(0, 1)))),
  };
});

/** The longest part without a wildcard; '' where that cannot be told. */
function longestLiteral(globs: readonly string[]): string {
  if (globs.some((glob) => /[\\[\]]/.test(glob))) return '';
  return globs
    .flatMap((glob) => glob.split(/[*?]+/))
    .reduce((best, one) => (one.length > best.length ? one : best), '');
}

/** Where such files lie in this home directory and on this machine: absolute globs, of which isCredential knows the exceptions. */
export function credentialGlobs(home: string): readonly string[] {
  const { home: ofHome, root } = places();
  const globs = (known: typeof root, folder: string) =>
    [...known.values()].flat().flatMap(({ segments, isExempt }) => (isExempt ? [] : `${folder}/${segments.join('/')}`));
  return [...globs(ofHome, home), ...globs(root, '')];
}

/** Home directories of others, too. */
const HOMES = /^(?:\/home\/[^/]+|\/Users\/[^/]+|\/root|\/var\/root)(?=\/|$)/;
/** The public half of a key. */
const PUBLIC = /\.pub$/;

interface Located {
  readonly places: readonly CredentialPath[];
  readonly segments: readonly string[];
}

/** What may be at an absolute path: as a path below a home directory, and below the root. */
function locate(path: string, home: string | undefined): readonly Located[] {
  const { home: ofHome, root } = places();
  const below = (prefix: string, known: ReadonlyMap<string, readonly CredentialPath[]>): Located => {
    const segments = path.slice(prefix.length + 1).split('/');
    return { places: [...(known.get(segments[0] as string) ?? []), ...(known.get('') ?? [])], segments };
  };
  const homes = [HOMES.exec(path)?.[0], home !== undefined && isWithin(path, home) ? home : undefined];
  const distinct = [...new Set(homes)].filter((one) => one !== undefined && one !== '/');
  return [...distinct.map((one) => below(one as string, ofHome)), below('', root)];
}

/** Does the file at this absolute path hold keys, tokens or passwords, by where it lies? */
export function isCredential(path: string, home: string | undefined): boolean {
  if (PUBLIC.test(path)) return false;
  return locate(path, home).some(({ places: near, segments }) => {
    const found = near.filter((place) => matchesAll(place.segments, segments));
    return found.length > 0 && !found.some(({ isExempt }) => isExempt);
  });
}

/** The same by its name, in any directory. */
export function isCredentialName(path: string): boolean {
  const name = baseName(path);
  return !PUBLIC.test(name) && (plainNames().has(name) || nameGlobs().test(name));
}

const isGlob = (name: string) => /[*?[]/.test(name);
const plainNames = once(() => new Set(places().names.filter((name) => !isGlob(name))));
/** One expression for all of them, which have stars alone: it is asked about each path of a line. */
const nameGlobs = once(() => {
  const patterns = places().names.filter(isGlob);
  const escaped = patterns.map((name) => name.replace(/[^\w*]/g, '\\$&').replaceAll('*', '.*'));
  return new RegExp(`^(?:${escaped.join('|')})$`, 's');
});

/** The same for the end of a path whose beginning is not known: `$HOME/.aws/credentials`. */
export function endsInCredential(end: string): boolean {
  const segments = end.replace(/^[^/]*\/+/, '').split('/');
  return segments.length > 1 && isCredential(`/root/${segments.join('/')}`, undefined);
}

/** Is it a directory in which, at any depth, such files lie? `hidden`: those below hidden names count too. */
export function holdsCredentials(path: string, home: string | undefined, hidden = true): boolean {
  if (coversHome(path, home)) return hidden;
  return locate(path, home).some((at) => reaches(at, { least: 2, hidden }));
}

/** The home directory, or one that it lies in. */
export function coversHome(path: string, home: string | undefined): boolean {
  return (
    path === '/' || /^\/(home|Users)$/.test(path) || isHome(path, home) || (home !== undefined && isWithin(home, path))
  );
}

function isHome(path: string, home: string | undefined): boolean {
  return path === home || HOMES.exec(path)?.[0] === path;
}

/** Of places below the root only folders of their own count: `/etc` is more than `/etc/shadow`. */
function reaches({ places: near, segments }: Located, { least, hidden }: { least: number; hidden: boolean }): boolean {
  return near.some(({ segments: of, isExempt }) => {
    if (isExempt || of.length <= segments.length) return false;
    if (of[0]?.startsWith('.') !== true && segments.length < least) return false;
    if (!hidden && of.slice(segments.length).some((segment) => segment.startsWith('.'))) return false;
    return segments.every((segment, at) => segmentMatches(of[at] as string, segment)) || matchesUpTo(of, segments);
  });
}

/** `~/.x/**` also holds what lies in its folders. */
function matchesUpTo(glob: readonly string[], segments: readonly string[]): boolean {
  const any = glob.indexOf('**');
  return any >= 0 && any < segments.length && matchesAll([...glob.slice(0, any), '**'], segments);
}

/** May a glob of the shell expand to such a file? `pattern`: absolute, with wildcards. */
export function mayExpandToCredential(pattern: string, home: string | undefined): boolean {
  const wildcards = pattern.split('/').findIndex((segment) => /[*?[]/.test(segment));
  const all = pattern.split('/');
  const start = all.slice(0, wildcards).join('/');
  const homes = [HOMES.exec(start)?.[0], home !== undefined && isWithin(start, home) ? home : undefined];
  const { home: ofHome, root } = places();
  const match = (prefix: string, known: ReadonlyMap<string, readonly CredentialPath[]>) => {
    const segments = pattern.slice(prefix.length + 1).split('/');
    return [...known.values()].flat().some((place) => !place.isExempt && mayMeet(place.segments, segments));
  };
  return homes.some((one) => one !== undefined && match(one, ofHome)) || match('', root);
}

/** Any file of a common kind: says nothing, though the key of some tool has that ending. */
const COMMON_ENDING = /^\*\.(txt|md|log|csv|json|ya?ml|toml|xml|ini|cfg|conf|html?|[cm]?[jt]s|py|sh)$/;

/** May a glob of the shell, or a pattern of `find -name`, match such a name? Only where it is a telling one. */
export function mayBeCredentialName(pattern: string): boolean {
  const last = baseName(pattern);
  if (/^\.?\*+$/.test(last) || COMMON_ENDING.test(last) || PUBLIC.test(last)) return false;
  return isCredentialName(last) || places().names.some((name) => !/[*?]/.test(name) && shellGlobMatches(last, name));
}

/** Two globs with a text in common, as far as that shows: one of them is literal, or both begin alike. */
function mayMeet(place: readonly string[], segments: readonly string[]): boolean {
  const any = place.indexOf('**');
  if (any < 0 && place.length !== segments.length) return false;
  if (any >= 0 && segments.length <= any) return false;
  const upTo = any < 0 ? place.length : any;
  return place.slice(0, upTo).every((one, at) => segmentsMeet(one, segments[at] as string));
}

function segmentsMeet(one: string, other: string): boolean {
  if (/^\*+$/.test(one)) return !other.startsWith('.');
  if (one.startsWith('.') && /^[*?[]/.test(other)) return false;
  return (
    shellGlobMatches(other, one) || shellGlobMatches(one, other) || shellGlobMatches(other, one.replaceAll('*', ''))
  );
}

/** May a file below the directory, whose name matches one of the patterns, be one? `find DIR -name '*.json'` */
export function mayFindCredential(directory: string, names: readonly string[], home: string | undefined): boolean {
  return names.some((name) => {
    if (/^\.?\*+$/.test(name)) return holdsCredentials(directory, home);
    if (PUBLIC.test(name)) return false;
    const below = coversHome(directory, home)
      ? [...places().home.values()].flat()
      : locate(directory, home).flatMap(({ places: near, segments }) =>
          near.filter(({ segments: of }) =>
            segments.every((segment, at) => of[at] === '**' || segmentMatches(of[at] ?? '', segment)),
          ),
        );
    const isInside =
      !coversHome(directory, home) && locate(directory, home).some((at) => reaches(at, { least: 1, hidden: true }));
    return below.some(({ segments, isExempt }) => {
      const last = segments.at(-1) as string;
      if (isExempt) return false;
      return /^\*+$/.test(last) ? isInside : shellGlobMatches(name, last) || shellGlobMatches(last, name);
    });
  });
}

function segmentMatches(glob: string, segment: string): boolean {
  return glob === segment || (/[*?[]/.test(glob) && glob !== '**' && shellGlobMatches(glob, segment));
}

/** `**` is any number of segments, at the end at least one. */
function matchesAll(glob: readonly string[], segments: readonly string[]): boolean {
  const [first, ...rest] = glob;
  if (first === undefined) return segments.length === 0;
  if (first === '**') {
    if (rest.length === 0) return segments.length > 0;
    return segments.some((_, at) => matchesAll(rest, segments.slice(at)));
  }
  return segments.length > 0 && segmentMatches(first, segments[0] as string) && matchesAll(rest, segments.slice(1));
}
