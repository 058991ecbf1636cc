import { createHash, hash } from 'node:crypto';
import {
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  openSync,
  renameSync,
  rmSync,
  utimesSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { nameBeside } from '../store/atomic-file.ts';
import { giveToOwner, makeFolder } from '../store/folders.ts';
import { MODES } from '../store/layout.ts';
import type { BytePath } from './byte-path.ts';
import { codeOf } from './disk.ts';
import { fill, type Read, readUnchanged } from './read-file.ts';
import { type Content, fileOf, objectFile, type Stat } from './record.ts';
import { stream, writeAll } from './stream.ts';

/** Writes bytes of one record into the store. Throws what node:fs throws; `isStoreFull` tells whose fault it was. */
export interface Contents {
  /** Copies a file; `seen` as for `readUnchanged`. */
  copy(path: BytePath, seen?: Stat): Read<Content>;
  /** Keeps bytes under their hash. */
  put(bytes: Uint8Array): string;
  /** It is still there, and stays while this record is written. */
  has(content: Content): boolean;
  /** of the store, below its root, that have the contents given so far */
  files(): readonly string[];
  /** All is on its way to the disk. */
  close(): void;
  /** Nothing of it is left but objects, which others may have found by then; `retain` takes them. */
  drop(): void;
}

/** The store is the cause, not the file that was to be kept. */
export function isStoreFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG', 'EMFILE', 'ENFILE'].includes(codeOf(error) ?? '');
}

/** Up to here the bytes go into one file with others: making a file for each costs more than writing them. */
const SMALL_BYTES = 128 * 1024;
/** Below it cloning costs as much as copying. */
const CLONE_BYTES = 1024 * 1024;
const WRITE_BYTES = 1024 * 1024;

/** `known`: contents of newest records by their hash, which need not be written again. */
export function contentsIn(root: string, id: number, known: ReadonlyMap<string, Content> = new Map()): Contents {
  const small = smallFile(root, id);
  const fresh = new Map<string, Content>();
  const files = new Set<string>();
  const buffer = Buffer.allocUnsafe(SMALL_BYTES + 1);
  const cloning = { works: true };
  const has = (content: Content): boolean => {
    const file = fileOf(content);
    if (file === undefined || files.has(file)) return true;
    if (!isHeld(join(root, file))) return false;
    files.add(file);
    return true;
  };
  const putSmall = (bytes: Uint8Array): Content => {
    const hash = hashOf(bytes);
    const old = fresh.get(hash) ?? known.get(hash);
    if (old !== undefined && has(old)) return old;
    const content: Content = { in: 'small', hash, ...small.add(bytes) };
    files.add(content.file);
    fresh.set(hash, content);
    return content;
  };
  const putLarge = (write: (path: string) => string): string => {
    const hash = addObject(root, write);
    files.add(objectFile(hash));
    return hash;
  };
  const copyLarge = (descriptor: number): Content => ({
    in: 'object',
    hash: putLarge((path) => cloneOf(descriptor, path, cloning) ?? copyOf(descriptor, path)),
  });
  const copySmall = (descriptor: number, size: number): Content => {
    // where it has as much as it says, the look at it afterwards tells whether there is more
    const wanted = size > 0 ? buffer.subarray(0, size) : buffer;
    const count = fill(descriptor, wanted);
    if (count > SMALL_BYTES) throw new Error('it grows while it is read');
    return putSmall(wanted.subarray(0, count));
  };
  return {
    copy: (path, seen) =>
      readUnchanged(
        path,
        (descriptor, size) => (size > SMALL_BYTES ? copyLarge(descriptor) : copySmall(descriptor, size)),
        seen,
      ),
    put: (bytes) => putLarge((path) => written(bytes, path)),
    has,
    files: () => [...files],
    close: small.close,
    drop: small.drop,
  };
}

/** Somebody keeps it: nobody takes it for left behind within the next hour. */
function isHeld(path: string): boolean {
  try {
    const now = Date.now() / 1000;
    utimesSync(path, now, now);
    return true;
  } catch {
    return false;
  }
}

interface SmallFile {
  add(bytes: Uint8Array): { readonly file: string; readonly offset: number; readonly bytes: number };
  close(): void;
  drop(): void;
}

/** Contents one after the other; made with the first. */
function smallFile(root: string, id: number): SmallFile {
  const file = `small/${id}-${Math.random().toString(36).slice(2)}`;
  const path = join(root, file);
  const waiting = Buffer.allocUnsafe(WRITE_BYTES);
  let [written, used] = [0, 0];
  let descriptor: number | undefined;
  let hasAny = false;
  const flush = () => {
    descriptor ??= makeFile(path);
    writeAll(descriptor, waiting.subarray(0, used));
    written += used;
    used = 0;
    // on its way while the next is read: `close` waits for less. What comes of it `close` tells
    fdatasync(descriptor, () => {});
  };
  const close = () => {
    if (!hasAny) return;
    // even where all of them are empty there is a file
    if (used > 0 || descriptor === undefined) flush();
    if (descriptor === undefined) return;
    fdatasyncSync(descriptor);
    closeSync(descriptor);
    descriptor = undefined;
  };
  return {
    add(bytes) {
      hasAny = true;
      if (used + bytes.length > waiting.length) flush();
      waiting.set(bytes, used);
      used += bytes.length;
      return { file, offset: written + used - bytes.length, bytes: bytes.length };
    },
    close,
    drop() {
      if (descriptor !== undefined) closeSync(descriptor);
      descriptor = undefined;
      rmSync(path, { force: true });
    },
  };
}

function makeFile(path: string): number {
  makeFolder(dirname(path));
  const descriptor = openSync(path, 'wx+', MODES.file);
  giveToOwner(path, descriptor);
  return descriptor;
}

/** A file of its own, named by the hash that `write` gives; there may be one already. */
function addObject(root: string, write: (path: string) => string): string {
  const temporary = nameBeside(join(root, 'objects', 'part'), 'new');
  makeFolder(dirname(temporary));
  try {
    const hash = write(temporary);
    const path = join(root, objectFile(hash));
    if (isHeld(path)) return hash;
    makeFolder(dirname(path));
    renameSync(temporary, path);
    return hash;
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Shares blocks with the file where the file system can: nothing is written. undefined = it cannot. */
function cloneOf(from: number, to: string, cloning: { works: boolean }): string | undefined {
  if (!cloning.works || fstatSync(from).size < CLONE_BYTES) return undefined;
  try {
    copyFileSync(`/dev/fd/${from}`, to, constants.COPYFILE_FICLONE_FORCE | constants.COPYFILE_EXCL);
  } catch {
    cloning.works = false;
    rmSync(to, { force: true });
    return undefined;
  }
  const descriptor = openSync(to, 'r');
  try {
    fchmodSync(descriptor, MODES.file);
    giveToOwner(to, descriptor);
    return stream(descriptor, undefined).hash;
  } finally {
    closeSync(descriptor);
  }
}

function copyOf(from: number, to: string): string {
  const descriptor = makeFile(to);
  try {
    return stream(from, descriptor).hash;
  } finally {
    closeSync(descriptor);
  }
}

function written(bytes: Uint8Array, to: string): string {
  const descriptor = makeFile(to);
  try {
    writeAll(descriptor, bytes);
    return hashOf(bytes);
  } finally {
    closeSync(descriptor);
  }
}

/** At once where Node.js can (20.12): a third of the time for what is small. */
export function hashOf(bytes: Uint8Array): string {
  return hash?.('sha256', bytes) ?? createHash('sha256').update(bytes).digest('hex');
}
