import type { Access } from '../../grammar/accesses.ts';
import type { Facts } from '../../model/facts.ts';
import type { GlobWord, Word } from '../../model/word.ts';
import { memoize, memoizeByObject } from '../../util/memoize.ts';
import { baseName, isWithin, resolvePath } from '../../util/path.ts';
import { literalOfGlob } from '../../util/shell-glob.ts';
import type { Subject } from '../subject.ts';
import { arrivals, isOntoTarget, isTreeCopy } from './arrivals.ts';
import type { AccessFilter, PathCandidate, PathContext } from './candidate.ts';
import { linksBefore } from './line-links.ts';
import { mentions } from './mentions.ts';
import { throughMounts } from './mounts.ts';
import { empties, replacesMany } from './replaced.ts';
import { startDirectory } from './start-directory.ts';
import { isSystemFolder } from './system-folders.ts';

/** Lines name few paths; of a glob that expands to more, the pattern alone is compared. */
const GLOB_LIMIT = 500;

/** What the rules ask of one start, each found once: dozens of rules are about paths. */
interface KnownPaths {
  readonly context: PathContext;
  readonly byWord: Map<Word, readonly PathCandidate[]>;
  readonly byFilter: Map<AccessFilter, readonly PathCandidate[]>;
}

const knownPaths = memoizeByObject((facts: Facts) =>
  memoizeByObject((subject: Subject): KnownPaths => {
    const context = { cwd: subject.cwd, facts, links: linksBefore(subject, facts), mounted: throughMounts(subject) };
    return { context, byWord: new Map(), byFilter: new Map() };
  }),
);

export function candidatesOf(subject: Subject, facts: Facts, filter: AccessFilter): readonly PathCandidate[] {
  const known = knownPaths(facts)(subject);
  let found = known.byFilter.get(filter);
  if (found === undefined) {
    found = filtered(subject, facts, filter, known);
    known.byFilter.set(filter, found);
  }
  return found;
}

function filtered(subject: Subject, facts: Facts, filter: AccessFilter, known: KnownPaths): readonly PathCandidate[] {
  const found: PathCandidate[] = [];
  for (const access of subject.paths()) {
    if (!wanted(access, filter)) continue;
    const placed = placedAs(access, subject, known);
    const all = candidates(access.word, placed);
    const isAnywhere = !subject.invocation?.inFile || (access.access === 'write' && filter !== 'replace');
    const paths = isAnywhere ? all : all.filter((one) => mayBeHere(one, subject, facts));
    if (filter === 'replace') found.push(...replaced(paths, access, subject, facts));
    else if (filter === 'change') found.push(...changed(paths, access, subject, placed));
    else found.push(...paths);
  }
  if (filter === 'change') for (const word of mentions(subject)) found.push(...candidates(word, known));
  return found;
}

/**
 * Scripts that are made for a container or a server name its folders (`/src`, `/home/deploy`, `/mnt/disk`). Inside a file, what lies
 * below one that this machine has not is nobody's: of the path's two first names both have to be there.
 */
function mayBeHere(candidate: PathCandidate, { invocation }: Subject, facts: Facts): boolean {
  const { absolute, real, within, isForeign } = candidate;
  const path = real ?? absolute ?? within; // what the line links or mounts is there, though the disk has it not
  if (!invocation?.inFile || path === undefined) return true;
  return !isForeign && !PLACEHOLDER.test(path) && startIsHere(path, facts);
}

/** What `configure` and its like have yet to fill in: `/boot/initrd-@VERSION@`. */
const PLACEHOLDER = /@[A-Za-z_]+@/;

function startIsHere(path: string, facts: Facts): boolean {
  const first = path.indexOf('/', 1);
  if (first < 0) return isHere(facts)(path);
  const second = path.indexOf('/', first + 1);
  return isHere(facts)(path.slice(0, first)) && isHere(facts)(second < 0 ? path : path.slice(0, second));
}

const isHere = memoizeByObject((facts: Facts) =>
  memoize((folder: string) => isKnownFolder(folder, facts) || facts.exists(folder) !== 'no'),
);

/** Below `/usr` and `/var`, what not every machine has: `/var/www`. Source: FHS 3.0, chapters 4 and 5. */
const OPTIONAL =
  /^\/(?:usr|var)\/(?!(?:bin|sbin|lib\w*|local|share|include|src|games|cache|lock|log|mail|opt|run|spool|tmp|db)$)/;

/** Folders that are there whatever is told of the disk: those of the system, and what holds the home directory. */
function isKnownFolder(folder: string, { home }: Facts): boolean {
  return (
    (isSystemFolder(folder) && !OPTIONAL.test(folder)) ||
    (home !== undefined && (isWithin(home, folder) || isWithin(folder, home)))
  );
}

/** A file that was not there before has nothing to lose. */
function replaced(
  paths: readonly PathCandidate[],
  access: Access,
  subject: Subject,
  facts: Facts,
): readonly PathCandidate[] {
  if (replacesMany(access, subject)) return paths;
  if (!empties(access, subject)) return [];
  return paths.filter(({ absolute }) => absolute !== undefined && facts.exists(absolute) !== 'no');
}

function changed(
  paths: readonly PathCandidate[],
  { access, isLinked, from = [] }: Access,
  subject: Subject,
  known: KnownPaths,
): readonly PathCandidate[] {
  if (access === 'delete' || isLinked) return paths.map((path) => ({ ...path, isWhole: true as const }));
  const sources = from.flatMap((word) => candidates(word, known));
  if (sources.length === 0) return paths;
  const how = { ...known.context, takesTrees: isTreeCopy(subject), isOnto: isOntoTarget(subject) };
  return [...paths, ...paths.flatMap((path) => arrivals(path, sources, how))];
}

/** Deleting a path also writes it; reading does not. */
function wanted(access: Access, filter: AccessFilter): boolean {
  if (access.isMounted) return filter === 'change';
  if (filter === 'any') return true;
  if (filter === 'write') return access.access !== 'read';
  if (filter === 'send') return access.isSent === true;
  if (filter === 'fill') return access.isFilled === true;
  if (filter === 'change') return access.access !== 'read' || access.isLinked === true;
  if (filter === 'replace') return access.access !== 'read';
  return access.access === filter;
}

/** The paths that a word names, with the directory that it starts from. */
export function accessCandidates(access: Access, subject: Subject, facts: Facts): readonly PathCandidate[] {
  const found = candidates(access.word, placedAs(access, subject, knownPaths(facts)(subject)));
  return subject.invocation?.inFile ? found.filter((one) => mayBeHere(one, subject, facts)) : found;
}

/** The same for a path that starts from another directory than the program is started in. */
function placedAs(access: Access, subject: Subject, known: KnownPaths): KnownPaths {
  const cwd = startDirectory(access, subject, known.context.facts);
  return cwd === known.context.cwd ? known : { ...known, context: { ...known.context, cwd }, byWord: new Map() };
}

function candidates(word: Word, { context, byWord }: KnownPaths): readonly PathCandidate[] {
  let found = byWord.get(word);
  if (found === undefined) {
    found = word.temporary ? [temporary(word, context)] : named(word, context);
    byWord.set(word, found);
  }
  return found;
}

/** What `mktemp` makes is not there yet: nothing that its pattern matches on the disk is meant. */
function temporary(word: Word, context: PathContext): PathCandidate {
  const [itself] = named(word.kind === 'glob' ? { ...word, kind: 'known', value: word.pattern } : word, context);
  return { ...(itself as PathCandidate), isTemporary: true };
}

function named(word: Word, context: PathContext): readonly PathCandidate[] {
  const { cwd } = context;
  if (word.kind === 'known') return word.value === '' ? [] : [located(word.value, context)];
  if (word.kind === 'glob') return globbed(word, context);
  const { text: written, prefix, suffix, within, names, fields } = word;
  const unplaced = { written, absolute: undefined, real: undefined, suffix, ...(names === undefined ? {} : { names }) };
  const parent =
    within === undefined || (cwd === undefined && !within.startsWith('/'))
      ? undefined
      : resolvePath(cwd ?? '/', within);
  if (parent !== undefined) return [{ ...unplaced, within: parent, ...startIn(parent, prefix, cwd) }];
  const isAnchored = prefix.startsWith('/') || (fields === 'one' && cwd !== undefined && prefix.includes('/'));
  const likely = isAnchored ? { likely: resolvePath(cwd ?? '/', `${prefix}_${suffix}`) } : {};
  return [{ ...unplaced, ...likely }];
}

/** `dir/.work-$N`: how the name in the folder begins. */
function startIn(parent: string, prefix: string, cwd: string | undefined): Pick<PathCandidate, 'start'> {
  const cut = prefix.lastIndexOf('/') + 1;
  if (/^\.{0,2}$/.test(prefix.slice(cut))) return {};
  const isIn = resolvePath(cwd ?? '/', prefix.slice(0, cut) || '.') === parent;
  return isIn ? { start: prefix.slice(cut) } : {};
}

/** `*`, `.*`, `dir/*`: everything in a directory. */
const CONTENTS = /^(.*\/)?(?:\.?\*+|\.\[!\.\]\*)$/;

function globbed({ pattern, text }: GlobWord, context: PathContext): readonly PathCandidate[] {
  const { cwd, facts } = context;
  const literal = literalOfGlob(pattern);
  if (literal !== undefined) return [located(literal, context)];
  const contents = CONTENTS.exec(pattern);
  const directory = literalOfGlob(contents?.[1] ?? '.');
  const itself: PathCandidate =
    contents !== null && directory !== undefined
      ? { ...located(directory, context), written: text, contentsOf: true }
      : { ...located(pattern, context), written: text };
  if (cwd === undefined && !pattern.startsWith('/')) return [itself];
  const expanded = facts.expandGlob(pattern, cwd ?? '/', GLOB_LIMIT);
  if (expanded === undefined) return [contents === null ? { ...itself, glob: baseName(pattern) } : itself];
  return [itself, ...expanded.map((path) => located(path, context))];
}

/** `C:\Users` is `/mnt/c/Users` in WSL. */
const DRIVE = /^([A-Za-z]):[\\/]/;

function located(path: string, { cwd, links, mounted }: PathContext): PathCandidate {
  const drive = path[1] === ':' ? DRIVE.exec(path)?.[1]?.toLowerCase() : undefined;
  const written = drive === undefined ? path : `/mnt/${drive}/${path.slice(3).replaceAll('\\', '/')}`;
  if (!written.startsWith('/') && cwd === undefined) return { written, absolute: undefined, real: undefined };
  const named = resolvePath(cwd ?? '/', written);
  const here = mounted(named);
  const absolute = here ?? named;
  return { written, absolute, real: links.realpath(absolute), ...(here === undefined && { isForeign: true as const }) };
}

/** `~/x` for a path below the home directory. */
export function tildeForm(path: string, facts: Facts): string | undefined {
  return facts.home !== undefined && isWithin(path, facts.home) ? `~${path.slice(facts.home.length)}` : undefined;
}
