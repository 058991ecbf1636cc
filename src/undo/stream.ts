import { createHash } from 'node:crypto';
import { ftruncateSync, writeSync } from 'node:fs';
import { once } from '../util/once.ts';
import { fill } from './read-file.ts';

export interface Streamed {
  readonly hash: string;
  readonly bytes: number;
}

const CHUNK_BYTES = 1024 * 1024;
const blocks = once(() => ({ buffer: Buffer.allocUnsafe(CHUNK_BYTES), zeros: Buffer.alloc(CHUNK_BYTES) }));

/**
 * Reads from where a file stands to its end and writes it to `to`, at its end, where that is given. Blocks of zeros become holes.
 * Throws what node:fs throws.
 */
export function stream(from: number, to: number | undefined): Streamed {
  const hash = createHash('sha256');
  const { buffer, zeros } = blocks();
  let bytes = 0;
  let hasHole = false;
  for (let count = fill(from, buffer); count > 0; count = fill(from, buffer)) {
    const chunk = buffer.subarray(0, count);
    hash.update(chunk);
    hasHole = chunk.equals(zeros.subarray(0, chunk.length));
    if (to !== undefined && !hasHole) writeAll(to, chunk, bytes);
    bytes += chunk.length;
  }
  if (to !== undefined && hasHole) ftruncateSync(to, bytes);
  return { hash: hash.digest('hex'), bytes };
}

/** Throws where the disk takes no more. */
export function writeAll(descriptor: number, bytes: Uint8Array, position: number | null = null): void {
  for (let done = 0; done < bytes.length; ) {
    const at = position === null ? null : position + done;
    done += writeSync(descriptor, bytes, done, bytes.length - done, at);
  }
}
