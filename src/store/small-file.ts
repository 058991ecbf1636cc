import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { parseJson } from '../util/guards.ts';

/** Far more than any of ours has. */
const MAX_BYTES = 256 * 1024;

/**
 * A JSON file of ours from a folder that others may have put things into: no link is followed, no pipe is waited for, only
 * a plain file of this user counts. undefined = none of ours, or not JSON.
 */
export function readOwnJson(path: string): unknown {
  const text = readOwn(path);
  return text === undefined ? undefined : parseJson(text);
}

function readOwn(path: string): string | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stats = fstatSync(descriptor);
    if (!stats.isFile() || stats.uid !== process.getuid?.() || stats.size > MAX_BYTES) return undefined;
    const bytes = Buffer.alloc(stats.size);
    return bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, stats.size, 0));
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
