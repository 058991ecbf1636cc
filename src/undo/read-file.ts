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
 * Runs `read` on a regular file, again where it was written to meanwhile. Throws what node:fs and `read` throw, and where it is
 * no regular file any more.
 */
export function readUnchanged<Result>(
  path: BytePath,
  read: (descriptor: number, stats: Stats) => Result,
): Read<Result> {
  for (let tries = 1; ; tries++) {
    const descriptor = openSync(diskPath(path), READING);
    try {
      const stats = fstatSync(descriptor);
      if (!stats.isFile()) throw new Error('it is no regular file any more');
      const result = read(descriptor, stats);
      const [before, stat] = [statOf(stats), statOf(fstatSync(descriptor))];
      const isTorn = !isSameStat(before, stat);
      if (!isTorn || tries === TRIES) return { result, stat: before, isTorn };
    } finally {
      closeSync(descriptor);
    }
  }
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
