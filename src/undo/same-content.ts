import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { isSameStat, statOf } from './disk.ts';
import { fill, readUnchanged } from './read-file.ts';
import type { KeptFile, KeptRecord } from './record.ts';
import { stream } from './stream.ts';

/** The file that is there has the bytes that were kept. One that cannot be read has not. */
export function hasContent(kept: KeptFile, present: Stats, record: KeptRecord): boolean {
  const { content, stat, path } = kept;
  if (isSameStat(stat, statOf(present)) && stat.ctimeMs < record.at) return true;
  const size = content.in === 'small' ? content.bytes : stat.size;
  if (present.size !== size) return false;
  try {
    const { result } = readUnchanged(path, (descriptor) => {
      if (content.in !== 'git') return stream(descriptor, undefined).hash === content.hash;
      const bytes = Buffer.allocUnsafe(size);
      return isBlob(bytes.subarray(0, fill(descriptor, bytes)), content.blob);
    });
    return result;
  } catch {
    return false;
  }
}

const SHA1_DIGITS = 40;

/** Source: gitformat-pack(5), gitprotocol; the header of loose objects in "Git Internals - Git Objects". */
export function isBlob(bytes: Uint8Array, oid: string): boolean {
  const hash = createHash(oid.length === SHA1_DIGITS ? 'sha1' : 'sha256');
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex') === oid;
}
