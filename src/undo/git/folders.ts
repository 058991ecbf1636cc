import { existsSync, lstatSync, readdirSync } from 'node:fs';
import type { Git } from '../../git/start-git.ts';
import { type BytePath, pathBuffer } from '../byte-path.ts';
import { entriesOf, type Problem } from './repository.ts';

/**
 * Untracked folders, empty ones too, which `git status` does not name and `git clean -d` removes. Paths below the root, without the
 * last slash. `left`: folders (`x/`) that are not looked into: ignored ones, other repositories.
 */
export function untrackedFolders(
  git: Git,
  root: BytePath,
  pathspecs: readonly string[],
  left: ReadonlySet<string>,
  maxFolders: number,
): readonly string[] | Problem {
  const run = git.run(['ls-files', '-z', '--others', '--directory', '--exclude-standard', '--', ...pathspecs]);
  if (run.status !== 0) return { problem: 'git did not list untracked folders in time' };
  const open = entriesOf(run.stdout).filter((entry) => entry.endsWith('/') && !left.has(entry));
  const folders: string[] = [];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    if (isRepository(`${root}/${folder}` as BytePath)) continue;
    folders.push(folder.slice(0, -1));
    if (folders.length > maxFolders) return { problem: `more than ${maxFolders} untracked folders` };
    const below = foldersIn(`${root}/${folder}` as BytePath);
    open.push(...below.map((name) => `${folder}${name}/`).filter((path) => !left.has(path)));
  }
  return folders;
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

function foldersIn(folder: BytePath): string[] {
  try {
    const entries = readdirSync(pathBuffer(folder), { withFileTypes: true, encoding: 'buffer' });
    return entries
      .filter((entry) => entry.isDirectory())
      .map((entry) => (entry.name as unknown as Buffer).toString('latin1'));
  } catch {
    return []; // not readable: git sees nothing in it either
  }
}
