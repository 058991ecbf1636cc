import { lstatSync, rmdirSync, rmSync, statSync } from 'node:fs';
import type { Git } from '../../git/start-git.ts';
import type { Repository } from '../../model/loss.ts';
import { type BytePath, bytePath, pathBuffer } from '../byte-path.ts';
import { pathsWith } from './conversion.ts';
import { type IndexBytes, readIndexFile, withCopy, writeIndexFile } from './index-file.ts';
import type { PartPlan } from './plan-part.ts';
import { entriesOf, isProblem, type Problem } from './repository.ts';
import { readRegular, replaceLocked } from './small-files.ts';
import type { KeptIndex, KeptState, Objects } from './state.ts';
import { readStatus } from './status.ts';
import { readIndex, SUBMODULE, type TrackedFile } from './tracked.ts';

/** Two indexes, and what is on disk now. */
interface Two {
  readonly kept: Entries;
  readonly now: Entries;
  /** as `KeptIndex.changed` */
  readonly keptChanged: ReadonlySet<string>;
  readonly nowChanged: ReadonlySet<string>;
  readonly root: BytePath;
}

interface Entries {
  /** of stage 0 */
  readonly files: ReadonlyMap<string, TrackedFile>;
  readonly conflicts: ReadonlySet<string>;
}

/** Paths of the working tree below its root. */
interface Moves {
  readonly write: readonly string[];
  readonly remove: readonly string[];
}

const SAME: PartPlan = { steps: [], problems: [], apply: () => undefined };

/**
 * The index comes back byte for byte. With it files that were as the index had them, and that the command made into what
 * the present one has: as those of another commit. What the person changed since is not as the present index has it, and stays.
 */
export function planIndex(
  git: Git,
  { repository, index, refs, atMs }: KeptState & { readonly index: KeptIndex },
  objects: Objects,
  { asOfMs, own }: { readonly asOfMs: number; readonly own: ReadonlySet<BytePath> },
): PartPlan | Problem {
  const then = bytesOf(index, objects);
  const present = readIndexFile(repository);
  if (isProblem(present)) return present;
  if (isSame(then.file, present.file)) return SAME;
  const two = compare(git, repository, then, index, objects);
  if (isProblem(two)) return two;
  // without HEAD the command was about the index alone
  const moves = refs === undefined ? { write: [], remove: [] } : movesOf(git, two, atMs, own);
  if (isProblem(moves)) return moves;
  const changed = statSync(`${repository.gitDir}/index`, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const isNewer = changed > asOfMs ? hasNewer(git, two, refs === undefined ? index.commit : undefined) : false;
  if (typeof isNewer !== 'boolean') return isNewer;
  const attributes = pathsWith(git, git.settings.size === 0 ? [] : moves.write, ['filter']);
  if (isProblem(attributes)) return attributes;
  const filtered = attributes.get('filter')?.size ?? 0;
  const absolute = (path: string) => `${two.root}/${path}` as BytePath;
  return {
    steps: [{ what: 'index', name: 'index', now: countOf(two.now), kept: countOf(two.kept), isNewer }],
    problems: filtered > 0 ? [`${filtered} files go through a filter (as of git lfs) that is not run`] : [],
    files: [...moves.write, ...moves.remove].map(absolute),
    apply: (writer) => {
      if (!writeIndexFile(repository, then)) return { problem: 'another git has the index locked (index.lock)' };
      for (const path of moves.remove) removeFile(two.root, path);
      return checkOut(writer, moves.write);
    },
  };
}

function countOf({ files, conflicts }: Entries): string {
  return `${files.size} files${conflicts.size > 0 ? `, ${conflicts.size} in conflict` : ''}`;
}

function isSame(a: Buffer | undefined, b: Buffer | undefined): boolean {
  return a === undefined || b === undefined ? a === b : a.equals(b);
}

function bytesOf({ file, shared }: KeptIndex, objects: Objects): IndexBytes {
  return {
    file: file === undefined ? undefined : objects.get(file),
    shared: shared.map(({ name, object }) => ({ name, bytes: objects.get(object) })),
  };
}

function compare(
  git: Git,
  repository: Repository,
  then: IndexBytes,
  index: KeptIndex,
  objects: Objects,
): Two | Problem {
  for (const { name, bytes } of then.shared) {
    // git removes it when it is old; nothing but an index that names it reads it
    const path = `${repository.gitDir}/${name}`;
    if (readRegular(path) === undefined) replaceLocked(path, bytes);
  }
  const kept = then.file === undefined ? [] : withCopy(then.file, (copy) => readIndex(git, [], copy));
  const now = readIndex(git, []);
  const status = readStatus(git, []);
  if (isProblem(kept)) return kept;
  if (isProblem(now)) return now;
  if (isProblem(status)) return status;
  return {
    kept: entries(kept),
    now: entries(now),
    keptChanged: new Set(entriesOf(objects.get(index.changed))),
    nowChanged: new Set(status.changed),
    root: bytePath(repository.root === '/' ? '' : repository.root),
  };
}

function entries(files: readonly TrackedFile[]): Entries {
  return {
    files: new Map(files.filter((file) => file.stage === '0').map((file) => [file.path, file])),
    conflicts: new Set(files.filter((file) => file.stage !== '0').map((file) => file.path)),
  };
}

/** Which files go with the index. `own`: others bring these back. */
function movesOf(git: Git, two: Two, atMs: number, own: ReadonlySet<BytePath>): Moves | Problem {
  const isOurs = (path: string) => !own.has(`${two.root}/${path}` as BytePath);
  const { kept, now, keptChanged, nowChanged } = two;
  const write = [...kept.files.values()].filter((file) => {
    const { path } = file;
    const present = now.files.get(path);
    if (isAlike(file, present) || !mayWrite(file) || keptChanged.has(path) || !isOurs(path)) return false;
    if (present === undefined || present.isUnwatched) return now.conflicts.has(path) || isFree(two.root, path);
    return mayWrite(present) && !nowChanged.has(path);
  });
  const gone = [...now.files.values()].filter(
    (file) =>
      mayWrite(file) &&
      !kept.files.has(file.path) &&
      !kept.conflicts.has(file.path) &&
      !nowChanged.has(file.path) &&
      isOurs(file.path) &&
      isSince(atMs, `${two.root}/${file.path}` as BytePath),
  );
  const remove = gone.length === 0 ? [] : broughtByHead(git, gone);
  return 'problem' in remove ? remove : { write: write.map((file) => file.path), remove };
}

/** Longest that clocks of file systems stand still. */
const TICK_MS = 20;

/** It may have come after that: what was there before, untracked, stays. */
function isSince(atMs: number, path: BytePath): boolean {
  const stats = lstatSync(pathBuffer(path), { throwIfNoEntry: false });
  return stats === undefined || stats.ctimeMs > atMs - TICK_MS;
}

function isAlike(a: TrackedFile, b: TrackedFile | undefined): boolean {
  return a.mode === b?.mode && a.blob === b.blob && a.isUnwatched === b.isUnwatched;
}

function mayWrite(file: TrackedFile): boolean {
  return file.mode !== SUBMODULE && !file.isUnwatched;
}

/** Only files that the commit at HEAD has: all others were there before somebody added them. */
function broughtByHead(git: Git, files: readonly TrackedFile[]): string[] | Problem {
  const now = treeOf(git, 'HEAD');
  return isProblem(now) ? now : files.filter(({ path, blob }) => now.get(path) === blob).map(({ path }) => path);
}

/**
 * The present index has entries that neither HEAD nor the kept one has: staged since. Or it follows another commit than
 * the one that it would be brought back for.
 */
function hasNewer(git: Git, { kept, now }: Two, commit: string | undefined): boolean | Problem {
  if (commit !== undefined && git.run(['rev-parse', '--verify', '--quiet', 'HEAD']).stdout.toString().trim() !== commit)
    return true;
  const others = [...now.files.values()].filter((file) => !isAlike(file, kept.files.get(file.path)));
  if (others.length === 0) return false;
  const tree = treeOf(git, 'HEAD');
  return isProblem(tree) ? tree : others.some(({ path, blob }) => tree.get(path) !== blob);
}

/** Path -> blob; empty where there is no such commit. */
function treeOf(git: Git, commit: string): ReadonlyMap<string, string> | Problem {
  if (git.run(['rev-parse', '--verify', '--quiet', commit]).status === 1) return new Map();
  const run = git.run(['ls-tree', '-r', '-z', '--full-tree', commit]);
  if (run.status !== 0) return { problem: `git did not list ${commit} in time` };
  return new Map(
    entriesOf(run.stdout).map((entry): [string, string] => {
      const tab = entry.indexOf('\t');
      return [entry.slice(tab + 1), entry.slice(0, tab).split(' ')[2] ?? ''];
    }),
  );
}

/** Nothing stands at the path, nor anything but folders above it. */
function isFree(root: BytePath, path: string): boolean {
  for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
    const above = lstatSync(pathBuffer(`${root}/${path.slice(0, end)}` as BytePath), { throwIfNoEntry: false });
    if (above === undefined) return true;
    if (!above.isDirectory()) return false;
  }
  return lstatSync(pathBuffer(`${root}/${path}` as BytePath), { throwIfNoEntry: false }) === undefined;
}

function removeFile(root: BytePath, path: string): void {
  rmSync(pathBuffer(`${root}/${path}` as BytePath), { force: true });
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    try {
      rmdirSync(pathBuffer(`${root}/${path.slice(0, end)}` as BytePath));
    } catch {
      return; // something else is in it
    }
  }
}

/** git writes them as a checkout would; the index, which is as it was, stays so. */
function checkOut(git: Git, paths: readonly string[]): Problem | undefined {
  if (paths.length === 0) return undefined;
  const input = Buffer.from(paths.map((path) => `${path}\0`).join(''), 'latin1');
  const run = git.run(['checkout-index', '--force', '-z', '--stdin'], { input });
  return run.status === 0 ? undefined : { problem: 'git could not write all files of the working tree' };
}
