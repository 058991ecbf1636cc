import { lstatSync, readdirSync, statSync } from 'node:fs';
import { literalOfGlob, shellGlobMatches } from '../util/shell-glob.ts';
import { errorCode } from './disk.ts';

/** Directory entries compared with one pattern, and with all patterns of a line. */
const MAX_ENTRIES = 20_000;
const MAX_ENTRIES_IN_ALL = 100_000;

type Expand = (pattern: string, cwd: string, limit: number) => readonly string[] | undefined;

/** Expands unquoted glob words as a shell does, each once, within a budget; see Facts.expandGlob. */
export function globExpander(): Expand {
  const listings: Listings = { known: new Map(), left: MAX_ENTRIES_IN_ALL };
  const known = new Map<string, { readonly found: readonly string[] | undefined }>();
  return (pattern, cwd, limit) => {
    const key = `${limit}\0${cwd}\0${pattern}`;
    const before = known.get(key);
    if (before !== undefined) return before.found;
    const found = expandOnDisk(pattern, cwd, limit, listings);
    known.set(key, { found });
    return found;
  };
}

/** Directories that were read, and how many of their entries may still be compared. */
interface Listings {
  readonly known: Map<string, readonly string[] | undefined>;
  left: number;
}

/** Matches one path segment against one name; only a dot matches a leading dot. */
export function segmentMatches(segment: string, name: string): boolean {
  if (name.startsWith('.') && !segment.startsWith('.') && !segment.startsWith('\\.')) return segment === name;
  return shellGlobMatches(segment, name);
}

function expandOnDisk(pattern: string, cwd: string, limit: number, listings: Listings): readonly string[] | undefined {
  const absolute = pattern.startsWith('/') ? pattern : `${cwd}/${pattern}`;
  const segments = absolute.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (segments.includes('**')) return undefined; // recursive in some shells, not in others
  const found = pathsMatching(segments, listings);
  if (found === undefined || found.length > limit) return undefined;
  return (absolute.endsWith('/') ? found.filter(isDirectory) : found).sort();
}

/** undefined = unknown. Level by level: a deep pattern does not recurse. */
function pathsMatching(segments: readonly string[], listings: Listings): string[] | undefined {
  let folders = [''];
  let entries = 0;
  for (const [at, segment] of segments.entries()) {
    const next: string[] = [];
    for (const folder of folders) {
      const names = namesIn(folder || '/', segment, listings);
      if (names === undefined) return undefined;
      entries += names.length;
      listings.left -= names.length;
      if (entries > MAX_ENTRIES || listings.left < 0) return undefined;
      const matching = names.filter((name) => segmentMatches(segment, name));
      if (at < segments.length - 1 && matching.some(isLossy)) return undefined;
      next.push(...matching.map((name) => `${folder}/${name}`));
    }
    folders = next;
  }
  return folders.filter((path) => isLossy(path) || exists(path));
}

/** Bytes that are no UTF-8 read as U+FFFD: what has such a name is there, and is not found by it. */
function isLossy(name: string): boolean {
  return name.includes('\ufffd');
}

/** A segment without wildcards needs no directory listing. */
function namesIn(folder: string, segment: string, { known }: Listings): readonly string[] | undefined {
  const literal = literalOfGlob(segment);
  if (literal !== undefined) return [literal];
  if (!known.has(folder)) known.set(folder, listed(folder));
  return known.get(folder);
}

function listed(folder: string): readonly string[] | undefined {
  try {
    return readdirSync(folder);
  } catch (error) {
    const code = errorCode(error);
    return code === 'ENOENT' || code === 'ENOTDIR' ? [] : undefined;
  }
}

function exists(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
