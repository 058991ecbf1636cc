import { existsSync, lstatSync, readdirSync } from 'node:fs';
import type { Git } from '../../git/start-git.ts';
import { type BytePath, pathBuffer } from '../byte-path.ts';
import { entriesOf, isProblem, type Problem } from './repository.ts';

/** What git does not track; paths below the root of the working tree, as bytes. */
export interface Others {
  readonly untracked: readonly string[];
  /** untracked ones, empty too, which `git status` does not name and `git clean -d` removes; without the last slash */
  readonly folders: readonly string[];
  /** files, and folders (`x/`) of which all is ignored */
  readonly ignored: readonly string[];
  /** working trees of other repositories */
  readonly nested: readonly string[];
}

/** More than these would not fit the words of a program. */
const MAX_PATHSPECS = 400;
const MAX_PATHSPEC_BYTES = 64 * 1024;

/**
 * The tree is read once, folders without tracked files are not entered then; what is ignored is asked of the few names that this
 * gives, and only within untracked folders git looks again.
 */
export function findOthers(
  git: Git,
  root: BytePath,
  pathspecs: readonly string[],
  maxFolders: number,
): Others | Problem {
  const all = list(git, ['--directory'], pathspecs);
  const ignored = all === undefined ? undefined : ignoredOf(git, all);
  if (all === undefined || ignored === undefined) return { problem: 'git did not list untracked files in time' };
  const isNested = (entry: string) => entry.endsWith('/') && isRepository(`${root}/${entry}` as BytePath);
  const nested = all.filter(isNested);
  const [open, files] = split(
    all.filter((entry) => !ignored.has(entry) && !isNested(entry)),
    (entry) => entry.endsWith('/'),
  );
  const mine = [...ignored].filter((entry) => !isNested(entry));
  if (open.length === 0) return { untracked: files, folders: [], ignored: mine, nested };
  const specs = pathspecsOf(open.map((entry) => entry.slice(0, -1)));
  const inside = list(git, ['--exclude-standard'], specs);
  const ignoredInside = list(git, ['--exclude-standard', '--ignored', '--directory'], specs);
  if (inside === undefined || ignoredInside === undefined)
    return { problem: 'git did not list untracked files in time' };
  const left = new Set([...ignoredInside, ...inside.filter((entry) => entry.endsWith('/'))]);
  const folders = foldersBelow(root, open, left, maxFolders);
  if (isProblem(folders)) return folders;
  const [deeper, found] = split(inside, (entry) => entry.endsWith('/'));
  return {
    untracked: [...new Set([...files, ...found])],
    folders,
    ignored: [...new Set([...mine, ...ignoredInside])],
    nested: [...nested, ...deeper],
  };
}

/** Of paths as bytes; none = all is to be asked about, and what is outside to be left out. */
export function pathspecsOf(paths: readonly string[]): readonly string[] {
  const words = paths.map((path) => Buffer.from(path, 'latin1').toString());
  // what is no UTF-8 cannot be a word of a program that Node.js starts
  const isPlain = paths.every((path, at) => Buffer.from(words[at] as string).toString('latin1') === path);
  const isShort = words.length <= MAX_PATHSPECS && words.join().length <= MAX_PATHSPEC_BYTES;
  return isPlain && isShort ? words : [];
}

/** The root of another working tree. */
export function isRepository(folder: BytePath): boolean {
  return existsSync(pathBuffer(`${folder.replace(/\/$/, '')}/.git` as BytePath));
}

export function isFolder(path: BytePath): boolean {
  try {
    return lstatSync(pathBuffer(path), { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false; // below something that is no folder
  }
}

function list(git: Git, options: readonly string[], pathspecs: readonly string[]): readonly string[] | undefined {
  const run = git.run(['ls-files', '-z', '--others', ...options, '--', ...pathspecs]);
  return run.status === 0 ? entriesOf(run.stdout) : undefined;
}

function ignoredOf(git: Git, entries: readonly string[]): ReadonlySet<string> | undefined {
  if (entries.length === 0) return new Set();
  // `./`: a name may begin with what would be a pattern's sign. This command refuses paths that can be no patterns
  const input = Buffer.from(entries.map((entry) => `./${entry}\0`).join(''), 'latin1');
  const run = git.run(['check-ignore', '-z', '--stdin'], { input, hasPatterns: true });
  // 1 = none of them
  const isKnown = run.status === 0 || run.status === 1;
  return isKnown ? new Set(entriesOf(run.stdout).map((entry) => entry.slice(2))) : undefined;
}

/** `left`: folders (`x/`) that are not looked into. */
function foldersBelow(
  root: BytePath,
  from: readonly string[],
  left: ReadonlySet<string>,
  maxFolders: number,
): readonly string[] | Problem {
  const open = [...from];
  const folders: string[] = [];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    if (left.has(folder)) continue;
    folders.push(folder.slice(0, -1));
    if (folders.length > maxFolders) return { problem: `more than ${maxFolders} untracked folders` };
    for (const name of foldersIn(`${root}/${folder}` as BytePath)) open.push(`${folder}${name}/`);
  }
  return folders;
}

function foldersIn(folder: BytePath): string[] {
  try {
    // with `encoding: buffer` names are Buffers, which its type does not say
    const entries = readdirSync(pathBuffer(folder), { withFileTypes: true, encoding: 'buffer' as 'utf8' });
    const folders = entries.filter((entry) => entry.isDirectory());
    return folders.map((entry) => (entry.name as unknown as Buffer).toString('latin1'));
  } catch {
    return []; // not readable: git sees nothing in it either
  }
}

function split<T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}
