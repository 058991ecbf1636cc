import { lstatSync } from 'node:fs';
import type { inflateSync } from 'node:zlib';
import type { Repository } from '../../model/loss.ts';
import { isWithin } from '../../util/path.ts';
import { committedEntry, isAsSeen } from './index-entries.ts';
import { commonDir } from './repository.ts';
import { readRegular } from './small-files.ts';

const MAX_INDEX_BYTES = 64 * 1024 * 1024;

/**
 * Is this a file that HEAD has as it is? By files alone: starts nothing, and what is not known is a no.
 * `path`: absolute, without links in its folders. Never throws.
 */
export function isCommitted(path: string, { root, gitDir }: Repository): boolean {
  try {
    if (path === root || !isWithin(path, root)) return false;
    const stats = lstatSync(path);
    const tree = stats.isFile() ? treeOfHead(gitDir) : undefined;
    if (tree === undefined) return false;
    const seen = lstatSync(`${gitDir}/index`);
    const index = readRegular(`${gitDir}/index`, MAX_INDEX_BYTES);
    const name = Buffer.from(path.slice(root === '/' ? 1 : root.length + 1));
    const entry = index && committedEntry(index, name, tree);
    return entry?.isRegular === true && isAsSeen(stats, entry, seen.mtimeMs);
  } catch {
    return false;
  }
}

const SMALL_FILE_BYTES = 65_536;
const MAX_PACKED_REFS_BYTES = 4 * 1024 * 1024;

/** undefined = not known: a commit in a pack, a ref in a table. Source: gitrepository-layout(5). */
function treeOfHead(gitDir: string): string | undefined {
  const common = commonDir(gitDir);
  const head = text(`${gitDir}/HEAD`);
  const ref = /^ref: (refs\/[^\0]+?)\n?$/.exec(head)?.[1];
  const commit = ref === undefined ? head.trim() : text(`${common}/${ref}`).trim() || packedRef(common, ref);
  if (!/^[\da-f]{40}$/.test(commit)) return undefined;
  const packed = readRegular(`${common}/objects/${commit.slice(0, 2)}/${commit.slice(2)}`, SMALL_FILE_BYTES);
  const object = packed && inflate(packed, { maxOutputLength: SMALL_FILE_BYTES }).toString('latin1');
  return /^commit \d+\0tree ([\da-f]{40})\n/.exec(object ?? '')?.[1];
}

/** Loaded where it is needed: most calls change no file of a repository. */
const inflate: typeof inflateSync = (...given) =>
  (require('node:zlib') as { inflateSync: typeof inflateSync }).inflateSync(...given);

function packedRef(common: string, ref: string): string {
  const lines = readRegular(`${common}/packed-refs`, MAX_PACKED_REFS_BYTES)?.toString('latin1').split('\n') ?? [];
  return lines.find((line) => line.slice(41) === ref)?.slice(0, 40) ?? '';
}

function text(path: string): string {
  return readRegular(path, SMALL_FILE_BYTES)?.toString('latin1') ?? '';
}
