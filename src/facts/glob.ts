import { lstatSync, readdirSync, statSync } from 'node:fs';
import { literalOfGlob, shellGlobMatches } from '../util/shell-glob.ts';
import { errorCode } from './disk.ts';

/** Limit of directory entries read for one pattern. */
const MAX_ENTRIES = 20_000;

/** Matches one path segment against one name; only a dot matches a leading dot. */
export function segmentMatches(segment: string, name: string): boolean {
  if (name.startsWith('.') && !segment.startsWith('.') && !segment.startsWith('\\.')) return segment === name;
  return shellGlobMatches(segment, name);
}

/** Expands an unquoted glob word as a shell does; see Facts.expandGlob. */
export function expandOnDisk(pattern: string, cwd: string, limit: number): readonly string[] | undefined {
  const absolute = pattern.startsWith('/') ? pattern : `${cwd}/${pattern}`;
  const segments = absolute.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (segments.includes('**')) return undefined; // recursive in some shells, not in others
  const found = pathsMatching(segments);
  if (found === undefined || found.length > limit) return undefined;
  return (absolute.endsWith('/') ? found.filter(isDirectory) : found).sort();
}

/** undefined = unknown. Level by level: a deep pattern does not recurse. */
function pathsMatching(segments: readonly string[]): string[] | undefined {
  let folders = [''];
  let entries = 0;
  for (const segment of segments) {
    const next: string[] = [];
    for (const folder of folders) {
      const names = namesIn(folder || '/', segment);
      if (names === undefined) return undefined;
      entries += names.length;
      if (entries > MAX_ENTRIES) return undefined;
      for (const name of names) if (segmentMatches(segment, name)) next.push(`${folder}/${name}`);
    }
    folders = next;
  }
  return folders.filter(exists);
}

/** A segment without wildcards needs no directory listing. */
function namesIn(folder: string, segment: string): readonly string[] | undefined {
  const literal = literalOfGlob(segment);
  if (literal !== undefined) return [literal];
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
