import { lstatSync, statSync } from 'node:fs';
import type { GitFacts } from '../model/facts.ts';
import type { Environment } from '../model/request.ts';
import { baseName, normalizePath, parentPath, resolvePath } from '../util/path.ts';
import { errorCode, readTextFile, resolveLinks } from './disk.ts';

type GitResult = GitFacts | null | 'unknown';

/**
 * The repository that git would use in `cwd`, from its files alone: no process, so nothing that a hostile repository
 * configures is run. null = none. A bare repository is its own root.
 * `unknown`: a `.git` that cannot be read or understood. Only the branch is not known of HEADs that git alone can resolve
 * (reftable, symbolic link, a ref that is no branch).
 * Source: gitrepository-layout(5), git(1) on GIT_DIR, GIT_WORK_TREE, GIT_CEILING_DIRECTORIES; compared with git 2.39.
 */
export function readGit(cwd: string, env: Environment, realpath: (path: string) => string = resolveLinks): GitResult {
  try {
    const from = realpath(cwd);
    const found = env.GIT_DIR ? fromGitDir(resolvePath(from, env.GIT_DIR), from) : discover(from, env);
    if (found === null || found === 'unknown') return found;
    const branch = branchOf(found.gitDir);
    const root = env.GIT_WORK_TREE ? resolvePath(from, env.GIT_WORK_TREE) : found.root;
    return { root: realpath(root), gitDir: found.gitDir, branch };
  } catch {
    return 'unknown'; // not readable, so what git would find is unknown
  }
}

interface Repository {
  readonly gitDir: string;
  readonly root: string;
}

/** With GIT_DIR the working tree is the working directory, unless core.worktree is set. */
function fromGitDir(path: string, cwd: string): Repository | null | 'unknown' {
  const gitDir = isDirectory(path) ? path : linkedGitDir(path);
  if (gitDir === undefined || !isGitDir(gitDir)) return null;
  return { gitDir, root: configuredRoot(gitDir) ?? cwd };
}

function discover(from: string, env: Environment): Repository | null | 'unknown' {
  const ceilings = ceilingsOf(env);
  let device: number | undefined;
  for (let at = from; ; at = parentPath(at)) {
    const here = deviceOf(at);
    if (device !== undefined && here !== device && !isTrue(env.GIT_DISCOVERY_ACROSS_FILESYSTEM)) return null;
    device ??= here;
    const found = here === undefined ? null : repositoryAt(at); // a folder that is not there holds none
    if (found !== null) return found;
    if (at === '/' || ceilings.includes(parentPath(at))) return null;
  }
}

function repositoryAt(at: string): Repository | null | 'unknown' {
  const dotGit = at === '/' ? '/.git' : `${at}/.git`;
  if (isDirectory(dotGit)) {
    if (isGitDir(dotGit)) return { gitDir: dotGit, root: configuredRoot(dotGit) ?? at };
  } else if (isThere(dotGit)) {
    const gitDir = linkedGitDir(dotGit);
    return gitDir !== undefined && isGitDir(gitDir) ? { gitDir, root: at } : 'unknown';
  }
  if (!isGitDir(at)) return null;
  return { gitDir: at, root: baseName(at) === '.git' ? parentPath(at) : at };
}

/** A worktree's or submodule's `.git` is a file that names the directory. */
function linkedGitDir(file: string): string | undefined {
  const target = /^gitdir: (.+)\n?$/.exec(readTextFile(file, 8192) ?? '')?.[1];
  return target === undefined ? undefined : resolvePath(parentPath(file), target);
}

/** git's own test: a HEAD here, objects and refs here or in the common directory of all worktrees. */
function isGitDir(path: string): boolean {
  if (!isThere(`${path}/HEAD`)) return false;
  const common = readTextFile(`${path}/commondir`, 8192)?.trim();
  const shared = common === undefined ? path : resolvePath(path, common);
  return isDirectory(`${shared}/objects`) && isDirectory(`${shared}/refs`);
}

/** `core.worktree`: the working tree is another directory. */
function configuredRoot(gitDir: string): string | undefined {
  const config = readTextFile(`${gitDir}/config`, 1_000_000) ?? '';
  if (!/worktree/i.test(config)) return undefined;
  const core = config.split(/^[ \t]*(?=\[)/m).filter((section) => /^\[core\]/i.test(section));
  const value = /^[ \t]*worktree[ \t]*=[ \t]*(.*)$/im.exec(core.join('\n'))?.[1];
  if (value === undefined) return undefined;
  return resolvePath(
    gitDir,
    value
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .replace(/\\(["\\])/g, '$1'),
  );
}

function branchOf(gitDir: string): GitFacts['branch'] {
  if (lstatSync(`${gitDir}/HEAD`).isSymbolicLink()) return undefined;
  const head = readTextFile(`${gitDir}/HEAD`, 8192)?.trimEnd() ?? '';
  if (/^([\da-f]{40}|[\da-f]{64})$/.test(head)) return null;
  const branch = /^ref:\s*refs\/heads\/(.+)$/.exec(head)?.[1];
  return branch === '.invalid' ? undefined : branch; // the refs are in a reftable
}

/** Directories that the search does not climb into. After an empty entry, links in the rest are not resolved. */
function ceilingsOf(env: Environment): readonly string[] {
  const entries = (env.GIT_CEILING_DIRECTORIES ?? '').split(':');
  const asWritten = entries.indexOf('');
  return entries.flatMap((entry, index) => {
    if (!entry.startsWith('/')) return [];
    return asWritten >= 0 && index > asWritten ? [normalizePath(entry)] : [resolveLinks(entry)];
  });
}

function isTrue(value: string | undefined): boolean {
  return value !== undefined && /^(1|true|yes|on)$/i.test(value);
}

/** Throws where this cannot be determined; an error for what is not there would cost ten times as much as the call. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if (isAbsence(error)) return false;
    throw error;
  }
}

/** undefined: the directory does not exist yet, as in `mkdir x && cd x && git ..`. */
function deviceOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.dev;
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch (error) {
    if (isAbsence(error)) return false;
    throw error;
  }
}

function isAbsence(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}
