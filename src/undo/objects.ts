import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { type Contents, hashOf } from './contents.ts';
import type { Objects } from './git/state.ts';
import { type Content, fileOf, objectFile } from './record.ts';
import { stream, writeAll } from './stream.ts';

const DAMAGED = 'what was kept of it is damaged';

/** The store as git's part of a record sees it, while it is written. */
export function gitObjects({ put }: Contents): Objects {
  return {
    put,
    get() {
      throw new Error('nothing is read while it is written');
    },
  };
}

/** The same, while a record is brought back. */
export function keptObjects(root: string): Objects {
  return {
    put() {
      throw new Error('nothing is written while it is read');
    },
    get: (hash) => {
      if (!/^[0-9a-f]{64}$/.test(hash)) throw new Error(DAMAGED);
      return demandWhole(readFileSync(join(root, objectFile(hash))), hash);
    },
  };
}

/** Writes kept bytes to an open file. Throws where they are not those that were kept, and what node:fs throws. */
export function writeContent(root: string, content: Exclude<Content, { in: 'git' }>, to: number): void {
  const descriptor = openSync(join(root, fileOf(content) as string), constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    if (content.in === 'small')
      writeAll(to, demandWhole(part(descriptor, content.offset, content.bytes), content.hash));
    else if (stream(descriptor, to).hash !== content.hash) throw new Error(DAMAGED);
  } finally {
    closeSync(descriptor);
  }
}

/** All of them, of a file that is no larger than that. Throws as `writeContent`, and where it is larger. */
export function readContent(root: string, content: Exclude<Content, { in: 'git' }>, maxBytes: number): Buffer {
  const descriptor = openSync(join(root, fileOf(content) as string), constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const [offset, bytes] = content.in === 'small' ? [content.offset, content.bytes] : [0, fstatSync(descriptor).size];
    if (bytes > maxBytes) throw new Error('it is too large');
    return demandWhole(part(descriptor, offset, bytes), content.hash);
  } finally {
    closeSync(descriptor);
  }
}

function part(descriptor: number, offset: number, bytes: number): Buffer {
  if (offset + bytes > fstatSync(descriptor).size) throw new Error(DAMAGED);
  const buffer = Buffer.allocUnsafe(bytes);
  const count = readSync(descriptor, buffer, 0, bytes, offset);
  return buffer.subarray(0, count);
}

function demandWhole(bytes: Buffer, hash: string): Buffer {
  if (hashOf(bytes) !== hash) throw new Error(DAMAGED);
  return bytes;
}
