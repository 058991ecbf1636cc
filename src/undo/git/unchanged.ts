import { lstatSync } from 'node:fs';
import type { Git } from '../../git/start-git.ts';
import type { Repository } from '../../model/loss.ts';
import type { Environment } from '../../model/request.ts';
import { type BytePath, bytePath } from '../byte-path.ts';
import type { Stat } from '../record.ts';
import { convertedFiles } from './conversion.ts';
import { type IndexEntry, indexEntries, isAsSeen } from './index-entries.ts';
import { pathspecsOf } from './others.ts';
import { entriesOf, isProblem, openRepository } from './repository.ts';
import { readRegular } from './small-files.ts';

/** Of files that somebody has looked at, what git says of them. */
export interface KnownToGit {
  /** git has their bytes: file -> blob */
  readonly blobs: ReadonlyMap<BytePath, string>;
  /** objects that have these */
  readonly held: readonly string[];
  /** what else is in the index: by its content */
  readonly changed: ReadonlySet<BytePath>;
  /** with other times alone, links, and files whose bytes are not those of their blob */
  readonly tracked: ReadonlySet<BytePath>;
  /** Files, and folders that are repositories. What is in none of these is ignored. */
  readonly untracked: ReadonlySet<BytePath>;
}

const MIN_TOUCHED = 100;
const MAX_INDEX_BYTES = 256 * 1024 * 1024;

/**
 * Compares a look at the files with what the index says that git saw, as `git status` would after it had looked at each of them itself.
 * undefined = git must be asked: there is no commit yet, or the index is not of the usual form. Never throws.
 */
export function knownToGit(
  repository: Repository,
  within: string,
  files: ReadonlyMap<BytePath, Stat | 'link'>,
  { env, timeoutMs }: { readonly env: Environment; readonly timeoutMs: number },
): KnownToGit | undefined {
  try {
    const index = readEntries(repository);
    if (index === undefined) return undefined;
    const git = openRepository(repository, env, timeoutMs);
    if (isProblem(git)) return undefined;
    const base = `${bytePath(repository.root === '/' ? '' : repository.root)}/`;
    const { clean, touched, tracked } = compared(index, base, files);
    // it is not what git looked at last, as after `cp -r` of all
    if (touched.size > MIN_TOUCHED + clean.length / 5) return undefined;
    const asTracked = clean.map(({ path, blob }) => ({ path, blob, mode: '100644', stage: '0', isUnwatched: false }));
    const look = (path: BytePath) => {
      const stat = files.get(path);
      if (stat === undefined || stat === 'link') return undefined;
      return { size: stat.size, isFile: () => true };
    };
    const converted = convertedFiles(git, repository, asTracked, { env, look });
    const head = git.run(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
    const staged = git.run(['diff-index', '--cached', '--no-renames', '--name-only', '-z', 'HEAD', '--']);
    if (isProblem(converted) || head.status !== 0 || staged.status !== 0) return undefined;
    const kept = clean.filter(({ path }) => !converted.has(path));
    const names = new Set(entriesOf(staged.stdout));
    const isAll = clean.length + touched.size + tracked.size >= files.size;
    const untracked = !isAll ? untrackedIn(git, within, base) : new Set<BytePath>();
    // what git said then is about what was read
    if (untracked === undefined || !isSameFile(index, repository)) return undefined;
    return {
      blobs: new Map(kept.map(({ path, blob }) => [(base + path) as BytePath, blob])),
      held: [
        head.stdout.toString().trim(),
        ...new Set(kept.flatMap(({ path, blob }) => (names.has(path) ? [blob] : []))),
      ],
      changed: changedOf(git, touched, base),
      tracked: new Set([...tracked, ...touched, ...[...converted].map((path) => (base + path) as BytePath)]),
      untracked,
    };
  } catch {
    return undefined;
  }
}

interface Index {
  readonly entries: readonly IndexEntry[];
  readonly ino: number;
  readonly mtimeMs: number;
}

function readEntries({ gitDir }: Repository): Index | undefined {
  const { ino, mtimeMs } = lstatSync(`${gitDir}/index`);
  const file = readRegular(`${gitDir}/index`, MAX_INDEX_BYTES);
  const entries = file && indexEntries(file);
  return entries && { entries, ino, mtimeMs };
}

function isSameFile({ ino, mtimeMs }: Index, { gitDir }: Repository): boolean {
  const stats = lstatSync(`${gitDir}/index`);
  return stats.ino === ino && stats.mtimeMs === mtimeMs;
}

function compared({ entries, mtimeMs }: Index, base: string, files: ReadonlyMap<BytePath, Stat | 'link'>) {
  const tracked = new Set<BytePath>();
  const clean: IndexEntry[] = [];
  const touched = new Set<BytePath>();
  for (const entry of entries) {
    const path = (base + entry.path) as BytePath;
    const stat = files.get(path);
    if (stat === undefined) continue;
    if (stat === 'link' || !entry.isRegular) {
      tracked.add(path);
      continue;
    }
    if (isAsSeen(stat, entry, mtimeMs)) clean.push(entry);
    else touched.add(path);
  }
  return { clean, touched, tracked };
}

/** Of files that may have changed those that have. All, where git does not tell. */
function changedOf(git: Git, touched: ReadonlySet<BytePath>, base: string): ReadonlySet<BytePath> {
  if (touched.size === 0) return touched;
  const specs = pathspecsOf([...touched].map((path) => path.slice(base.length)));
  const run = git.run(['diff-files', '--name-only', '--ignore-submodules', '-z', '--', ...specs]);
  return run.status === 0 ? new Set(entriesOf(run.stdout).map((path) => (base + path) as BytePath)) : touched;
}

/** Nested repositories are named, not what is in them. */
function untrackedIn(git: Git, within: string, base: string) {
  const inside = bytePath(within).slice(base.length);
  const run = git.run([
    'ls-files',
    '-z',
    '--others',
    '--exclude-standard',
    '--',
    ...pathspecsOf(inside === '' ? [] : [inside]),
  ]);
  if (run.status !== 0) return undefined;
  return new Set(entriesOf(run.stdout).map((path) => (base + path.replace(/\/$/, '')) as BytePath));
}
