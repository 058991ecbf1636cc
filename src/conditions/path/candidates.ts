import type { Access } from '../../grammar/accesses.ts';
import type { Facts } from '../../model/facts.ts';
import type { GlobWord } from '../../model/word.ts';
import { baseName, isWithin, resolvePath } from '../../util/path.ts';
import { literalOfGlob } from '../../util/shell-glob.ts';
import type { Subject } from '../subject.ts';

export const ACCESS_FILTERS = ['any', 'read', 'send', 'write', 'delete'] as const;
export type AccessFilter = (typeof ACCESS_FILTERS)[number];

/** The paths of each filter, in sentences. */
export const PATHS: Readonly<Record<AccessFilter, string>> = {
  any: 'a path that it names',
  read: 'a path that it reads',
  send: 'a path that it sends away',
  write: 'a path that it writes',
  delete: 'a path that it deletes',
};

/** One path that a command may touch. `absolute` is undefined where it cannot be known. */
export interface PathCandidate {
  readonly written: string;
  readonly absolute: string | undefined;
  /** symlinks resolved; equals `absolute` where nothing exists */
  readonly real: string | undefined;
  /** `dir/*`: everything in `absolute` itself, which is then `dir` */
  readonly contentsOf?: boolean;
  /** surely below this directory; the rest is not known */
  readonly within?: string;
  /** its absolute path if the unknown part were one character: `/etc/_` for `/etc/$f` */
  readonly likely?: string;
  /** last segment of a pattern whose expansion is not known */
  readonly glob?: string;
  /** its known end, where the rest is not known */
  readonly suffix?: string;
  /** patterns, one of which its last segment matches in upper or lower case */
  readonly names?: readonly string[];
}

/** Lines name few paths; of a glob that expands to more, the pattern alone is compared. */
const GLOB_LIMIT = 500;

export function candidatesOf(subject: Subject, facts: Facts, filter: AccessFilter): readonly PathCandidate[] {
  const found: PathCandidate[] = [];
  for (const access of subject.paths()) {
    if (!wanted(access, filter)) continue;
    found.push(...accessCandidates(access, subject, facts));
  }
  return found;
}

/** Deleting a path also writes it; reading does not. */
function wanted(access: Access, filter: AccessFilter): boolean {
  if (filter === 'any') return true;
  if (filter === 'write') return access.access !== 'read';
  if (filter === 'send') return access.isSent === true;
  return access.access === filter;
}

export function accessCandidates({ word }: Access, subject: Subject, facts: Facts): readonly PathCandidate[] {
  const { cwd } = subject;
  if (word.kind === 'known') return word.value === '' ? [] : [located(word.value, cwd, facts)];
  if (word.kind === 'glob') return globbed(word, cwd, facts);
  const { text: written, prefix, suffix, within, names, fields } = word;
  const unplaced = { written, absolute: undefined, real: undefined, suffix, ...(names === undefined ? {} : { names }) };
  const parent =
    within === undefined || (cwd === undefined && !within.startsWith('/'))
      ? undefined
      : resolvePath(cwd ?? '/', within);
  if (parent !== undefined) return [{ ...unplaced, within: parent }];
  const isAnchored = prefix.startsWith('/') || (fields === 'one' && cwd !== undefined && prefix.includes('/'));
  const likely = isAnchored ? { likely: resolvePath(cwd ?? '/', `${prefix}_${suffix}`) } : {};
  return [{ ...unplaced, ...likely }];
}

/** `*`, `.*`, `dir/*`: everything in a directory. */
const CONTENTS = /^(.*\/)?(?:\.?\*+|\.\[!\.\]\*)$/;

function globbed({ pattern, text }: GlobWord, cwd: string | undefined, facts: Facts): readonly PathCandidate[] {
  const literal = literalOfGlob(pattern);
  if (literal !== undefined) return [located(literal, cwd, facts)];
  const contents = CONTENTS.exec(pattern);
  const directory = literalOfGlob(contents?.[1] ?? '.');
  const itself: PathCandidate =
    contents !== null && directory !== undefined
      ? { ...located(directory, cwd, facts), written: text, contentsOf: true }
      : { ...located(pattern, cwd, facts), written: text };
  if (cwd === undefined && !pattern.startsWith('/')) return [itself];
  const expanded = facts.expandGlob(pattern, cwd ?? '/', GLOB_LIMIT);
  if (expanded === undefined) return [contents === null ? { ...itself, glob: baseName(pattern) } : itself];
  return [itself, ...expanded.map((path) => located(path, cwd, facts))];
}

/** `C:\Users` is `/mnt/c/Users` in WSL. */
const DRIVE = /^([A-Za-z]):[\\/]/;

function located(path: string, cwd: string | undefined, facts: Facts): PathCandidate {
  const drive = path[1] === ':' ? DRIVE.exec(path)?.[1]?.toLowerCase() : undefined;
  const written = drive === undefined ? path : `/mnt/${drive}/${path.slice(3).replaceAll('\\', '/')}`;
  if (!written.startsWith('/') && cwd === undefined) return { written, absolute: undefined, real: undefined };
  const absolute = resolvePath(cwd ?? '/', written);
  return { written, absolute, real: facts.realpath(absolute) };
}

/** `~/x` for a path below the home directory. */
export function tildeForm(path: string, facts: Facts): string | undefined {
  return facts.home !== undefined && isWithin(path, facts.home) ? `~${path.slice(facts.home.length)}` : undefined;
}
