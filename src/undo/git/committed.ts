import { lstatSync } from 'node:fs';
import type { Repository } from '../../model/loss.ts';
import { isWithin } from '../../util/path.ts';
import { committedEntry, isAsSeen } from './index-entries.ts';
import { readRegular } from './small-files.ts';

const MAX_INDEX_BYTES = 64 * 1024 * 1024;

/**
 * Is this a file that git has as it is, in a tree that it wrote? By its index alone: starts nothing, and what is not known is a no.
 * `path`: absolute, without links in its folders. Never throws.
 */
export function isCommitted(path: string, { root, gitDir }: Repository): boolean {
  try {
    if (path === root || !isWithin(path, root)) return false;
    const stats = lstatSync(path);
    const seen = lstatSync(`${gitDir}/index`);
    const index = stats.isFile() ? readRegular(`${gitDir}/index`, MAX_INDEX_BYTES) : undefined;
    const entry = index && committedEntry(index, Buffer.from(path.slice(root === '/' ? 1 : root.length + 1)));
    return entry?.isRegular === true && isAsSeen(stats, entry, seen.mtimeMs);
  } catch {
    return false;
  }
}
