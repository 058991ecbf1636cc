import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import type { BytePath } from './byte-path.ts';
import { diskPath, isSameStat, statOf } from './disk.ts';
import type { Stat } from './record.ts';

/** No link is followed, no pipe is waited for, no terminal is taken. */
const READING = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;

/** `isTorn`: it was written to, however often it was read. */
export interface Read<Result> {
  readonly result: Result;
  readonly stat: Stat;
  readonly isTorn: boolean;
}

const TRIES = 3;

/**
 * Runs `read` on a regular file, again where it was written to meanwhile. `seen`: what a look at it has just found; where that still
 * holds afterwards nobody has written to it. Throws what node:fs and `read` throw, and where it is no regular file any more.
 */
export function readUnchanged<Result>(
  path: BytePath,
  read: (descriptor: number, size: number) => Result,
  seen?: Stat,
): Read<Result> {
  for (let tries = 1; ; tries++) {
    const descriptor = openSync(diskPath(path), READING);
    try {
      // what seemed empty may be anything by now
      const before = tries === 1 && seen !== undefined && seen.size > 0 ? seen : regular(fstatSync(descriptor));
      const result = read(descriptor, before.size);
      const isTorn = !isSameStat(before, regular(fstatSync(descriptor)));
      if (!isTorn || tries === TRIES) return { result, stat: before, isTorn };
    } finally {
      closeSync(descriptor);
    }
  }
}

function regular(stats: Stats): Stat {
  if (!stats.isFile()) throw new Error('it is no regular file any more');
  return statOf(stats);
}

/** From where it stands, until it ends or the buffer is full. */
export function fill(descriptor: number, buffer: Uint8Array): number {
  let count = 0;
  while (count < buffer.length) {
    const read = readSync(descriptor, buffer, count, buffer.length - count, null);
    if (read === 0) break;
    count += read;
  }
  return count;
}
