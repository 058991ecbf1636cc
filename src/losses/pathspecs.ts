import { gitPathsFrom } from '../grammar/git-directory.ts';
import type { Facts } from '../model/facts.ts';
import type { Repository } from '../model/loss.ts';
import type { Word } from '../model/word.ts';
import { baseName, parentPath, resolvePath } from '../util/path.ts';
import { literalOfGlob } from '../util/shell-glob.ts';
import type { Start } from './start.ts';

/** More are the whole working tree. */
const MAX_PATHS = 500;

/** What git looks at: words, and where they are read from. */
export interface Pathspecs {
  readonly words: readonly Word[];
  readonly repository: Repository;
  readonly start: Start;
}

/** Where git looks from, links resolved; undefined = not known. */
export function gitFolder({ subject, facts }: Start, index: number): string | undefined {
  const { cwd } = subject;
  const place = { options: subject.parsed().options, cwd, workTree: subject.environment().GIT_WORK_TREE };
  const folder = gitPathsFrom(place)(index);
  return folder === undefined ? undefined : facts.realpath(folder);
}

/** Files and folders that pathspecs are about; undefined = any. Source: gitglossary(7) 2.39, "pathspec". */
export function withinOf({ words, repository, start }: Pathspecs): readonly string[] | undefined {
  const found = new Set<string>();
  const from = gitFolder(start, Number.MAX_SAFE_INTEGER);
  for (const word of words) {
    const paths = from === undefined ? undefined : pathsOf(word, from, repository.root, start);
    if (paths === undefined) return undefined;
    for (const path of paths) found.add(path);
    if (found.size > MAX_PATHS) return undefined;
  }
  return found.size === 0 || found.has(repository.root) ? undefined : [...found];
}

function pathsOf(word: Word, from: string, root: string, { facts, isWide }: Start): readonly string[] | undefined {
  if (word.kind === 'unknown') return undefined;
  if (word.kind === 'glob') {
    const expanded = isWide ? undefined : facts.expandGlob(word.pattern, from, MAX_PATHS);
    // as the shell hands it on, it is git's own pattern
    return expanded === undefined || expanded.length === 0 ? [beforeWildcard(word.pattern, from)] : expanded;
  }
  const { value } = word;
  if (!value.startsWith(':')) return [placed(value, from, facts)];
  // `:!x` leaves something out of the others
  if (/^:(?:[!^]|\((?:exclude|attr:))/.test(value)) return [];
  const fromTop = /^:(?:\(top\)|\/)(.*)$/s.exec(value)?.[1];
  return fromTop === undefined ? undefined : [placed(fromTop || '.', root, facts)];
}

function placed(path: string, from: string, facts: Facts): string {
  if (/[*?[\\]/.test(path)) return beforeWildcard(path, from);
  const named = resolvePath(from, path);
  if (named === '/' || /(?:^|\/)\.{0,2}$/.test(path)) return facts.realpath(named);
  return resolvePath(facts.realpath(parentPath(named)), baseName(named));
}

function beforeWildcard(pattern: string, from: string): string {
  const segments = pattern.split('/');
  const wild = segments.findIndex((segment) => literalOfGlob(segment) === undefined || segment.includes('\\'));
  const start = (wild < 0 ? segments.slice(0, -1) : segments.slice(0, wild)).join('/');
  return pattern.startsWith('/') && start === '' ? '/' : resolvePath(from, start || '.');
}
