import { lstatSync } from 'node:fs';
import { readGit } from '../facts/git.ts';
import { startGit } from '../git/start-git.ts';
import type { Environment } from '../model/request.ts';
import { isWithin, parentPath } from '../util/path.ts';
import { type BytePath, bytePath, pathText } from './byte-path.ts';
import { nameOf } from './disk.ts';
import { said } from './look.ts';

interface Maker {
  readonly folder: string;
  /** beside it: says each file that is in it */
  readonly lock: string;
  readonly command: string;
  /** a lock further up is for it too */
  readonly inWorkspaces?: true;
}

/** Only where a lock file names each version: what a build makes has no such list. */
const MAKERS: readonly Maker[] = [
  { folder: 'node_modules', lock: 'package-lock.json', command: 'npm ci', inWorkspaces: true },
  { folder: 'node_modules', lock: 'npm-shrinkwrap.json', command: 'npm ci', inWorkspaces: true },
  { folder: 'node_modules', lock: 'pnpm-lock.yaml', command: 'pnpm install', inWorkspaces: true },
  { folder: 'node_modules', lock: 'yarn.lock', command: 'yarn install', inWorkspaces: true },
  { folder: 'node_modules', lock: 'bun.lock', command: 'bun install', inWorkspaces: true },
  { folder: 'node_modules', lock: 'bun.lockb', command: 'bun install', inWorkspaces: true },
  { folder: 'target', lock: 'Cargo.lock', command: 'cargo build' },
  { folder: '.venv', lock: 'uv.lock', command: 'uv sync' },
  { folder: '.venv', lock: 'poetry.lock', command: 'poetry install' },
  { folder: '.venv', lock: 'Pipfile.lock', command: 'pipenv sync' },
  { folder: 'vendor', lock: 'composer.lock', command: 'composer install' },
  { folder: 'Pods', lock: 'Podfile.lock', command: 'pod install' },
];
const NAMES = new Set(MAKERS.map(({ folder }) => folder));

/** Folders that a package manager makes again from a lock file, and that git ignores whole: they are not kept. */
export interface Remade {
  /** Remembers what it says yes to. Never throws. */
  has(folder: BytePath): boolean;
  /** sentences, one for each */
  said(): readonly string[];
}

/** Each starts git: what more there are is kept like anything else. */
const MAX_ASKED = 40;

export function remadeFolders(env: Environment): Remade {
  const known = new Map<BytePath, string | undefined>();
  const find = (folder: BytePath) => {
    if (known.size >= MAX_ASKED) return undefined;
    const command = commandFor(pathText(folder), env);
    known.set(folder, command);
    return command;
  };
  return {
    has(folder) {
      if (!NAMES.has(nameOf(folder)) || bytePath(pathText(folder)) !== folder) return false;
      return (known.has(folder) ? known.get(folder) : find(folder)) !== undefined;
    },
    said: () => [...known].flatMap(([folder, command]) => (command === undefined ? [] : [sentenceOf(folder, command)])),
  };
}

function sentenceOf(folder: BytePath, command: string): string {
  return `${said(folder)} is not kept, as \`${command}\` makes it again`;
}

/** undefined = it may have what no lock file names. */
function commandFor(folder: string, env: Environment): string | undefined {
  const above = parentPath(folder);
  const found = readGit(above, { ...env, GIT_DIR: undefined, GIT_WORK_TREE: undefined });
  if (found === null || found === 'unknown' || !isWithin(above, found.root)) return undefined;
  const name = nameOf(bytePath(folder));
  const maker = MAKERS.find((one) => one.folder === name && hasLock(above, found.root, one));
  return maker !== undefined && isIgnored(folder, found, env) ? maker.command : undefined;
}

function hasLock(folder: string, root: string, { lock, inWorkspaces }: Maker): boolean {
  for (let at = folder; isWithin(at, root); at = parentPath(at)) {
    if (isFile(`${at}/${lock}`)) return true;
    if (at === root || !inWorkspaces) return false;
  }
  return false;
}

function isFile(path: string): boolean {
  try {
    return lstatSync(path).size > 0;
  } catch {
    return false;
  }
}

/** Whole: git names the folder itself only where no file in it is tracked. */
function isIgnored(
  folder: string,
  place: { readonly root: string; readonly gitDir: string },
  env: Environment,
): boolean {
  const inside = folder.slice(place.root === '/' ? 1 : place.root.length + 1);
  const list = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory', '--', inside];
  const run = startGit(place, list, env);
  return run?.status === 0 && run.stdout === `${inside}/\0`;
}
