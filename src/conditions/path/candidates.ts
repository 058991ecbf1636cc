import type { Access } from '../../grammar/accesses.ts';
import type { Facts } from '../../model/facts.ts';
import { isWithin, normalizePath, resolvePath } from '../../util/path.ts';
import { literalOfGlob } from '../../util/shell-glob.ts';
import type { Subject } from '../subject.ts';

export type AccessFilter = 'any' | 'read' | 'write' | 'delete';

/** One path that a command may touch. `absolute` is undefined where it cannot be known. */
export interface Candidate {
  readonly written: string;
  readonly absolute: string | undefined;
  /** symlinks resolved; equals `absolute` where nothing exists */
  readonly real: string | undefined;
  /** `dir/*`: everything in `absolute` itself, which is then `dir` */
  readonly contentsOf?: boolean;
  /** surely below this directory, though the rest is not known */
  readonly within?: string;
  /** how it ends, where the rest is not known */
  readonly suffix?: string;
}

/** A line names few paths; a glob over more is judged by its text alone. */
const GLOB_LIMIT = 500;

export function candidatesOf(subject: Subject, facts: Facts, filter: AccessFilter): readonly Candidate[] {
  const found: Candidate[] = [];
  for (const access of subject.paths()) {
    if (!wanted(access, filter)) continue;
    found.push(...candidates(access, subject, facts));
  }
  return found;
}

/** Deleting a path also writes it; reading does not. */
function wanted(access: Access, filter: AccessFilter): boolean {
  if (filter === 'any') return true;
  if (filter === 'write') return access.access !== 'read';
  return access.access === filter;
}

function candidates({ word }: Access, subject: Subject, facts: Facts): readonly Candidate[] {
  const { cwd } = subject;
  if (word.kind === 'known') return word.value === '' ? [] : [located(word.value, cwd, facts)];
  if (word.kind === 'unknown') {
    const within = word.within === undefined ? {} : { within: normalizePath(word.within) };
    return [{ written: word.text, absolute: undefined, real: undefined, suffix: word.suffix, ...within }];
  }
  const literal = literalOfGlob(word.pattern);
  if (literal !== undefined) return [located(literal, cwd, facts)];
  const directory = /^(.*\/)?(?:\.?\*+|\{\*,\.\*\}|\.\[!\.\]\*)$/.exec(word.pattern)?.[1];
  const covering = /^(.*\/)?(?:\.?\*+|\.\[!\.\]\*)$/.test(word.pattern)
    ? [{ ...located(literalOfGlob(directory ?? '.') ?? '.', cwd, facts), written: word.pattern, contentsOf: true }]
    : [located(word.pattern, cwd, facts)];
  if (cwd === undefined && !word.pattern.startsWith('/')) return covering;
  const expanded = facts.expandGlob(word.pattern, cwd ?? '/', GLOB_LIMIT) ?? [];
  return [...covering, ...expanded.map((path) => located(path, cwd, facts))];
}

function located(written: string, cwd: string | undefined, facts: Facts): Candidate {
  if (!written.startsWith('/') && cwd === undefined) return { written, absolute: undefined, real: undefined };
  const absolute = resolvePath(cwd ?? '/', written);
  return { written, absolute, real: facts.realpath(absolute) };
}

/** `~/x` for a path below the home directory. */
export function tildeForm(path: string, facts: Facts): string | undefined {
  return facts.home !== undefined && isWithin(path, facts.home) ? `~${path.slice(facts.home.length)}` : undefined;
}
