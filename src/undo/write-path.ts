import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  ftruncateSync,
  futimesSync,
  lchownSync,
  linkSync,
  lutimesSync,
  openSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { isAlive } from '../store/watchers.ts';
import type { Blobs } from './blobs.ts';
import { type BytePath, pathBuffer } from './byte-path.ts';
import { childOf, codeOf, diskPath, folderOf, lookAt } from './disk.ts';
import { writeContent } from './objects.ts';
import type { KeptFile, KeptFolder, KeptLink, Stat } from './record.ts';
import { writeAll } from './stream.ts';

/** Where the bytes are. */
export interface Sources {
  /** of the store */
  readonly root: string;
  readonly blobs: Blobs;
}

const PERMISSIONS = 0o7777;

/** Short: the name that it stands for may be as long as names can be. */
export function temporaryIn(folder: BytePath): BytePath {
  return childOf(folder, `.safeshell-undo.${process.pid}.${Math.random().toString(36).slice(2)}`);
}

const TEMPORARY = /^\.safeshell-undo\.([1-9][0-9]{0,9})\.[0-9a-z]{1,20}$/;

/** A temporary name of a process that has ended. */
export function isLeftBehind(name: string): boolean {
  const pid = TEMPORARY.exec(name)?.[1];
  return pid !== undefined && !isAlive(Number(pid));
}

/** At a path where nothing is. `sameAs`: it was one file with that. */
export function makeFile(kept: KeptFile, fresh: BytePath, sources: Sources, sameAs: BytePath | undefined): void {
  if (sameAs !== undefined && isLinkMade(sameAs, fresh)) return;
  const descriptor = openSync(diskPath(fresh), 'wx', 0o600);
  try {
    writeKept(kept, descriptor, sources);
    setOpen(kept.stat, descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** false: the file system has no hard links, or the other is gone. */
function isLinkMade(from: BytePath, to: BytePath): boolean {
  try {
    linkSync(diskPath(from), diskPath(to));
    return true;
  } catch {
    return false;
  }
}

function writeKept(kept: KeptFile, descriptor: number, { root, blobs }: Sources): void {
  if (kept.content.in === 'git') writeAll(descriptor, blobs.read(kept));
  else writeContent(root, kept.content, descriptor);
}

function setOpen({ uid, gid, mode, mtimeMs }: Stat, descriptor: number): void {
  if (uid !== process.getuid?.() || gid !== process.getgid?.()) asFarAsAllowed(() => fchownSync(descriptor, uid, gid));
  fchmodSync(descriptor, mode & PERMISSIONS);
  futimesSync(descriptor, Date.now() / 1000, seconds(mtimeMs));
}

/** Node.js cuts off what is below a microsecond, of a number that may be a little less than it: rounded, it stays what it was. */
function seconds(milliseconds: number): number {
  return (Math.round(milliseconds * 1000) + 0.3) / 1_000_000;
}

/** Who is not root may not give files away. */
function asFarAsAllowed(change: () => void): void {
  try {
    change();
  } catch (error) {
    if (codeOf(error) !== 'EPERM') throw error;
  }
}

export function makeLink({ target, stat }: KeptLink, fresh: BytePath): void {
  symlinkSync(pathBuffer(target), diskPath(fresh));
  setLink(stat, fresh);
}

function setLink({ uid, gid, mtimeMs }: Stat, path: BytePath): void {
  asFarAsAllowed(() => lchownSync(diskPath(path), uid, gid));
  lutimesSync(diskPath(path), Date.now() / 1000, seconds(mtimeMs));
}

/** Mode, owner and time of what is there. */
export function setAttributes({ path, type, stat }: KeptFile | KeptLink | KeptFolder): void {
  setLink(stat, path);
  if (type !== 'link') chmodSync(diskPath(path), stat.mode & PERMISSIONS);
}

/** It is still the same file, and has other names: a new one in its place would leave those as they are now. */
export function isInPlace({ path, stat }: KeptFile): boolean {
  const stats = lookAt(path);
  return stats?.isFile() === true && stats.nlink > 1 && stats.ino === stat.ino && stats.dev === stat.dev;
}

export function writeInPlace(kept: KeptFile, sources: Sources): void {
  chmodSync(diskPath(kept.path), 0o600);
  const descriptor = openSync(diskPath(kept.path), constants.O_WRONLY | constants.O_NOFOLLOW);
  try {
    ftruncateSync(descriptor, 0);
    writeKept(kept, descriptor, sources);
    setOpen(kept.stat, descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** What is there goes when the new is in its place; where that cannot be, it is back. */
export function moveOver(fresh: BytePath, path: BytePath): void {
  const [isFolder, stats] = [lookAt(fresh)?.isDirectory() === true, lookAt(path)];
  if (stats === undefined || !(isFolder || stats.isDirectory())) {
    renameSync(diskPath(fresh), diskPath(path));
    return;
  }
  const aside = temporaryIn(folderOf(path));
  renameSync(diskPath(path), diskPath(aside));
  try {
    renameSync(diskPath(fresh), diskPath(path));
  } catch (error) {
    renameSync(diskPath(aside), diskPath(path));
    throw error;
  }
  rmSync(diskPath(aside), { recursive: true, force: true });
}
