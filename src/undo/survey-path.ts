import { realpathSync } from 'node:fs';
import { readGit } from '../facts/git.ts';
import type { PathLoss, Repository } from '../model/loss.ts';
import type { Environment } from '../model/request.ts';
import { isWithin } from '../util/path.ts';
import { type BytePath, bytePath, pathText } from './byte-path.ts';
import { childOf, codeOf, diskPath, folderOf, lookAt, nameOf, namesIn } from './disk.ts';
import { knownToGit } from './git/unchanged.ts';
import { worktreeFiles } from './git/worktree.ts';
import { type Looked, type Looking, look, lookBelow, NotKeepable, said } from './look.ts';
import type { Stat } from './record.ts';
import { namedAt, underAt } from './survey-below.ts';
import { asOther, asPart, type Entry, inGit, type Part, type Surveyed, type Surveying, spendOn } from './surveying.ts';

/** From so many files or bytes on git is asked which of them it has: asking costs as much as copying so many. */
const MANY_FILES = 2_000;
const MANY_BYTES = 32_000_000;

/** What stands at one path. Throws as `look` does. */
export function surveyPath(loss: PathLoss, surveying: Surveying): Surveyed {
  const missing: string[] = [];
  const path = realPlace(bytePath(loss.path), loss.what === 'content');
  if (isInStore(path, surveying)) throw new NotKeepable(`${said(path)} is part of what undo keeps`);
  const looking: Looking = {
    meter: surveying.meter,
    isMetered: true,
    store: surveying.store,
    missing,
    remade: surveying.remade,
  };
  const paths = path.includes(NOT_UTF8) ? placesReadAs(path) : [path];
  return { entries: paths.flatMap((one) => entriesAt(one, loss, looking, surveying)), missing };
}

/** U+FFFD, which stands for bytes that are no UTF-8. */
const NOT_UTF8 = '\xef\xbf\xbd';
/** A folder of such names is not looked through further. */
const MAX_PLACES = 1_000;

/** All paths that a text reads as; one where nothing is, as it is. */
function placesReadAs(path: BytePath): readonly BytePath[] {
  let places: readonly BytePath[] = ['/' as BytePath];
  for (const name of path.split('/').filter(Boolean)) {
    places = places.flatMap((folder) => namesReadAs(name, folder).map((one) => childOf(folder, one)));
    if (places.length > MAX_PLACES) throw new NotKeepable(`the name ${said(path)} is not known exactly`);
  }
  return places;
}

function namesReadAs(name: string, folder: BytePath): readonly string[] {
  if (!name.includes(NOT_UTF8) || !lookAt(folder)?.isDirectory()) return [name];
  const text = pathText(name as BytePath);
  return namesIn(folder).filter((one) => pathText(one as BytePath) === text);
}

function entriesAt(path: BytePath, loss: PathLoss, looking: Looking, surveying: Surveying): readonly Entry[] {
  if (loss.what === 'tree') return lookAt(path) === undefined ? [] : treeAt(path, looking, surveying);
  if (loss.what !== 'below') return oneAt(path, loss, looking);
  // what the command makes is to be gone again
  if (lookAt(path) === undefined) return [{ path, type: 'absent', part: 'other' }];
  if (loss.from !== undefined) return underAt(path, realPlace(bytePath(loss.from), true), looking);
  return loss.names === undefined ? treeAt(path, looking, surveying) : namedAt(path, loss.names, looking);
}

/** A folder stays, and so does a device or a pipe that is written to. What is not there yet is to be gone again. */
function oneAt(path: BytePath, { what }: PathLoss, looking: Looking): readonly Entry[] {
  if (what === 'content' && isStream(path)) return [];
  const looked = look(path, looking);
  return looked === undefined || looked.type === 'dir' ? [] : [asOther(looked)];
}

/** What is written to it is nowhere lost. */
function isStream(path: BytePath): boolean {
  const stats = lookAt(path);
  return stats !== undefined && (stats.isCharacterDevice() || stats.isFIFO() || stats.isSocket());
}

function treeAt(path: BytePath, looking: Looking, surveying: Surveying): readonly Entry[] {
  if (lookAt(path)?.isDirectory() !== true) {
    const looked = look(path, looking);
    return looked === undefined || looked.type === 'absent' ? [] : [asOther(looked)];
  }
  const repository = repositoryOf(path, surveying.env);
  if (repository === undefined) return lookBelow(path, looking).map(asOther);
  const all = lookBelow(path, { ...looking, isMetered: false });
  const entries = isLarge(all) ? withGit(path, all, repository, surveying) : all.map(asOther);
  spendOn(entries, looking.meter);
  return entries;
}

function isLarge(all: readonly Looked[]): boolean {
  if (all.length > MANY_FILES) return true;
  return all.reduce((sum, looked) => sum + (looked.type === 'file' ? looked.stat.size : 0), 0) > MANY_BYTES;
}

/** By the index where that tells, else by git; where that cannot be asked either all of it is copied. */
function withGit(
  path: BytePath,
  all: readonly Looked[],
  repository: Repository,
  surveying: Surveying,
): readonly Entry[] {
  return byIndex(path, all, repository, surveying) ?? byStatus(path, all, repository, surveying);
}

function byIndex(
  path: BytePath,
  all: readonly Looked[],
  repository: Repository,
  { env, meter, repositories }: Surveying,
): readonly Entry[] | undefined {
  const files = new Map<BytePath, Stat | 'link'>();
  for (const looked of all) {
    if (looked.type === 'file') files.set(looked.path, looked.stat);
    else if (looked.type === 'link') files.set(looked.path, 'link');
  }
  const known = knownToGit(repository, pathText(path), files, { env, timeoutMs: meter.msLeft() });
  if (known === undefined) return undefined;
  const { blobs, held, changed, tracked, untracked } = known;
  const number = blobs.size > 0 ? repositories.hold(repository, held) : -1;
  const parts = new Map<string, Part>([[path, 'ignored'], ...[...untracked].map((one) => [one, 'untracked'] as const)]);
  const partIn = (one: BytePath) => {
    if (changed.has(one)) return 'changed';
    return tracked.has(one) ? 'clean' : partOf(one, path, parts);
  };
  return all.map((looked) => {
    const oid = looked.type === 'file' ? blobs.get(looked.path) : undefined;
    if (oid !== undefined) return inGit(looked, { repository: number, oid });
    return asPart(looked, partIn(looked.path));
  });
}

function byStatus(
  path: BytePath,
  all: readonly Looked[],
  repository: Repository,
  surveying: Surveying,
): readonly Entry[] {
  const { env, meter, repositories } = surveying;
  const region = { within: [pathText(path)], parts: ['changed', 'clean', 'untracked', 'ignored'] as const };
  const files = worktreeFiles(repository, region, env, { timeoutMs: meter.msLeft(), maxFiles: all.length + 1 });
  if ('problem' in files) return all.map(asOther);
  const parts = new Map<string, Part>(files.copied.map(({ path, part }) => [path, part]));
  const { held = [], files: committed = [] } = files.committed ?? {};
  const number = committed.length > 0 ? repositories.hold(repository, held) : -1;
  const blobs = new Map<string, string>(committed.map(({ path, blob }) => [path, blob]));
  return all.map((looked) => {
    const oid = looked.type === 'file' ? blobs.get(looked.path) : undefined;
    if (oid !== undefined) return inGit(looked, { repository: number, oid });
    return { ...looked, part: partOf(looked.path, path, parts) };
  });
}

/** An ignored folder may be named in place of what is in it. */
function partOf(path: BytePath, root: BytePath, parts: ReadonlyMap<string, Part>): Part {
  for (let at = path; isWithin(at, root); at = folderOf(at)) {
    const part = parts.get(at);
    if (part !== undefined) return part;
    if (at === '/') break;
  }
  return 'other';
}

/** Whose git directory stays when the path goes: what git holds is of no use where it goes itself. */
function repositoryOf(path: BytePath, env: Environment): Repository | undefined {
  const text = pathText(path);
  if (bytePath(text) !== path) return undefined;
  const found = readGit(text, { ...env, GIT_DIR: undefined, GIT_WORK_TREE: undefined });
  if (found === null || found === 'unknown') return undefined;
  const { root, gitDir } = found;
  const isUseful = root !== gitDir && isWithin(text, root) && !isWithin(text, gitDir) && !isWithin(gitDir, text);
  return isUseful ? { root, gitDir } : undefined;
}

function isInStore(path: BytePath, { store }: Surveying): boolean {
  if (store === undefined) return false;
  for (let at = path; at !== '/'; at = folderOf(at)) {
    const stats = lookAt(at);
    if (stats?.ino === store.ino && stats.dev === store.dev) return true;
  }
  return false;
}

/** Without links in its folders; `isFollowed`: nor in itself. As it is where that cannot be known. */
export function realPlace(path: BytePath, isFollowed = false): BytePath {
  if (path === '/') return path;
  if (isFollowed && lookAt(path)?.isSymbolicLink()) return realPath(path) ?? path;
  const folder = realPath(folderOf(path));
  return folder === undefined ? path : childOf(folder, nameOf(path));
}

function realPath(path: BytePath): BytePath | undefined {
  try {
    return realpathSync.native(diskPath(path), 'latin1') as BytePath;
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR' || codeOf(error) === 'ENAMETOOLONG') return undefined;
    throw error;
  }
}
