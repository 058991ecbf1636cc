import type { PathCandidate } from '../conditions/path/candidate.ts';
import { accessCandidates } from '../conditions/path/candidates.ts';
import type { Access } from '../grammar/accesses.ts';
import type { How } from '../grammar/loss-row.ts';
import type { Word } from '../model/word.ts';
import { baseName } from '../util/path.ts';
import { literalOfGlob } from '../util/shell-glob.ts';
import { isFolder } from './places.ts';
import type { PathSpot, Spot, Start } from './start.ts';

/** How the paths of one word are lost. */
export interface Manner {
  readonly how: Exclude<How, 'nothing'>;
  /** of folders: only what these patterns match */
  readonly names?: readonly string[] | undefined;
}

/** What a word names, as far as it is known. */
export function spotsOf(access: Access, manner: Manner, start: Start): readonly Spot[] {
  const { word } = access;
  if (start.isWide && word.kind === 'glob' && literalOfGlob(word.pattern) === undefined) {
    const [whole] = accessCandidates(access, start.subject, start.facts);
    return whole?.absolute === undefined
      ? [{ why: 'it is not known where a pattern expands' }]
      : [folderSpot(whole.absolute, start)];
  }
  return placesNamed(access, start).flatMap((one) =>
    // the image of a container, not this machine
    one.isForeign ? [] : [spotOf(one, access.word, manner, start)],
  );
}

/** A glob that expands is what it expands to. */
export function placesNamed(access: Access, { subject, facts }: Start): readonly PathCandidate[] {
  const found = accessCandidates(access, subject, facts);
  const isGlob =
    access.word.kind === 'glob' && !access.word.temporary && literalOfGlob(access.word.pattern) === undefined;
  return isGlob && found.length > 1 ? found.slice(1) : found;
}

function spotOf(candidate: PathCandidate, word: Word, { how, names }: Manner, start: Start): Spot {
  const { absolute, isTemporary, contentsOf, glob } = candidate;
  if (absolute === undefined) return unknownSpot(candidate, word, how, start);
  if (isTemporary) return { path: absolute, what: how, isNew: true };
  if (contentsOf) return { path: start.facts.realpath(absolute), what: 'below', ...named(names) };
  if (glob !== undefined) return globSpot(absolute, start);
  return knownSpot(candidate, absolute, { how, names }, start);
}

const named = (names: readonly string[] | undefined) => (names === undefined ? {} : { names });

function knownSpot(
  { real, written }: PathCandidate,
  absolute: string,
  { how, names }: Manner,
  { links, facts }: Start,
): PathSpot {
  const followed = real ?? absolute;
  if (how === 'content' || how === 'below') return { path: followed, what: how, ...(how === 'below' && named(names)) };
  if (names !== undefined && how === 'tree') {
    const kind = isFolder(followed, facts);
    return kind === 'no' ? { path: links.placeOf(absolute), what: 'entry' } : { path: followed, what: 'below', names };
  }
  // `link/` and `link/.` are what the link leads to
  const isItself = absolute !== '/' && !/(?:^|\/)\.{0,2}$/.test(written);
  return { path: isItself ? links.placeOf(absolute) : followed, what: how };
}

/** Of a pattern that expands to too much: what lies in the folder before its first wildcard. */
function globSpot(pattern: string, start: Start): PathSpot {
  const segments = pattern.split('/');
  const wild = segments.findIndex((segment) => literalOfGlob(segment) === undefined);
  return { ...folderSpot(pattern, start), names: [segments[wild] as string] };
}

/** All that lies before the first wildcard. */
function folderSpot(pattern: string, { facts }: Start): PathSpot {
  const segments = pattern.split('/');
  const wild = segments.findIndex((segment) => literalOfGlob(segment) === undefined);
  if (wild < 0) return { path: facts.realpath(pattern), what: 'below' };
  const folder =
    segments
      .slice(0, wild)
      .map((segment) => literalOfGlob(segment))
      .join('/') || '/';
  return { path: facts.realpath(folder), what: 'below' };
}

/** A longer word is cut in a sentence. */
const MAX_SHOWN = 60;

function unknownSpot({ within, names, start: begins }: PathCandidate, word: Word, how: How, start: Start): Spot {
  if (isInNewFolder(word, start)) return { path: '/', what: 'content', isNew: true };
  if (within === undefined) {
    const text = word.text.length > MAX_SHOWN ? `${word.text.slice(0, MAX_SHOWN)}..` : word.text;
    return {
      why: /\w/.test(text) ? `it is not known which path \`${text}\` is` : 'it is given paths that are not known',
    };
  }
  const path = start.facts.realpath(within);
  const isOne = word.kind === 'unknown' && word.fields === 'one';
  const patterns = names ?? (begins !== undefined && begins !== '' && isOne ? [`${escaped(begins)}*`] : undefined);
  if (patterns === undefined && how === 'tree' && path !== start.invocation.cwd) return { path, what: 'tree' };
  return { path, what: 'below', ...named(patterns) };
}

const escaped = (text: string) => text.replace(/[*?[\\]/g, '\\$&');

/** A relative path behind `cd "$(mktemp -d)"`. */
function isInNewFolder(word: Word, { invocation, subject }: Start): boolean {
  if (invocation.cwd !== undefined) return false;
  const text = word.kind === 'known' ? word.value : word.kind === 'glob' ? word.pattern : undefined;
  if (text === undefined || text.startsWith('/') || /(?:^|\/)\.\.(?:\/|$)/.test(text)) return false;
  const { invocations } = subject.analysis;
  const before = invocations.lastIndexOf(invocation);
  for (let at = before - 1; at >= 0; at--) {
    const one = invocations[at];
    if (one?.program !== 'cd' && one?.program !== 'pushd') continue;
    return one.argv.at(-1)?.temporary === true;
  }
  return false;
}

/** `dir/x*`: files of a folder whose names begin so. */
export function beginning(prefix: PathCandidate, { facts }: Start): Spot {
  const { absolute } = prefix;
  if (absolute === undefined) return { why: 'it is not known which files it writes' };
  const folder = absolute.slice(0, absolute.lastIndexOf('/')) || '/';
  return { path: facts.realpath(folder), what: 'below', names: [`${escaped(baseName(absolute))}*`] };
}
