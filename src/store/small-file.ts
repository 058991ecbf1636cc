import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { parseJson } from '../util/guards.ts';

/** Far more than any of ours has, and than anybody writes by hand. */
export const MAX_BYTES = 256 * 1024;

/**
 * A JSON file of ours from a folder that others may have put things into: no link is followed, no pipe is waited for, only
 * a plain file of this user counts. undefined = none of ours, or not JSON.
 */
export function readOwnJson(path: string): unknown {
  const text = readOwn(path);
  return text === undefined ? undefined : parseJson(text);
}

/** Something of ours that ends by itself: not over, and not for longer than the guard ever gives. */
export function isRunning({ untilMs }: { readonly untilMs: number }, mostMs: number, nowMs: number): boolean {
  return untilMs > nowMs && untilMs - nowMs <= mostMs;
}

function readOwn(path: string): string | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stats = fstatSync(descriptor);
    if (!stats.isFile() || stats.uid !== process.getuid?.() || stats.size > MAX_BYTES) return undefined;
    return readWhole(descriptor, stats).toString('utf8');
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/**
 * The bytes of a regular file, or of one that links lead to. No pipe is waited for and no device is opened: opening some does
 * something. Of a file that says it is empty, as those of /proc do, nothing is read. Throws what node:fs throws, and where it
 * is none or too large.
 */
export function readRegular(path: string, maxBytes: number): Buffer {
  demandRegular(statSync(path), maxBytes);
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  try {
    const stats = fstatSync(descriptor);
    demandRegular(stats, maxBytes);
    return readWhole(descriptor, stats);
  } finally {
    closeSync(descriptor);
  }
}

function demandRegular(stats: Stats, maxBytes: number): void {
  if (!stats.isFile()) throw new Error('it is no regular file');
  if (stats.size > maxBytes) throw new Error(`it is larger than ${maxBytes / 1024} KB`);
}

function readWhole(descriptor: number, { size }: Stats): Buffer {
  const bytes = Buffer.alloc(size);
  return bytes.subarray(0, readSync(descriptor, bytes, 0, size, 0));
}
