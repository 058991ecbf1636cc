import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type CachesInput, cacheCandidates, searched, toolsAmong } from '../confine/caches.ts';
import { changedSince, isSeen, look, type Seen } from '../install/freshness.ts';
import { readIfThere, writeFileAtomic } from '../store/atomic-file.ts';
import { isRecord, isStrings, parseJson } from '../util/guards.ts';
import { foldersTo, isWithin, parentPath } from '../util/path.ts';

/** Sets of tools that one agent starts. */
const MAX_KEPT = 8;

interface KeptCaches {
  readonly key: string;
  /** folders of the PATH, and those around the caches, as they were */
  readonly seen: Seen;
  /** what was not there, in folders that are not looked at */
  readonly absent: readonly string[];
  readonly paths: readonly string[];
}

/**
 * Caches of tools that a confined program may write, as `find` finds and makes them: that asks for some 400 paths. Kept in `file` until a
 * folder around them, or of the PATH, is not as it was; not at all where one is reached by a link, as its target changes elsewhere. Throws
 * what `find` throws.
 */
export function keptCaches(
  file: string,
  input: CachesInput,
  find: () => readonly string[],
  startedMs = Date.now(),
): readonly string[] {
  const kept = readKept(file);
  const key = keyOf(input);
  const known = kept.find((one) => one.key === key);
  if (known !== undefined && isAsItWas(known)) return known.paths;
  const paths = find();
  const around = surroundings(input, startedMs);
  if (around !== undefined) keep(file, [{ key, paths, ...around }, ...kept.filter((one) => one.key !== key)]);
  return paths;
}

function keyOf({ facts, env, programs, guarded }: CachesInput): string {
  return JSON.stringify([__dirname, env, facts.home, facts.env.PATH, guarded, toolsAmong(programs)]);
}

function isAsItWas({ seen, absent }: KeptCaches): boolean {
  return changedSince(seen).length === 0 && !absent.some((path) => existsSync(path));
}

/** What has to change before `find` finds others; undefined = that cannot be told. */
function surroundings({ facts, env }: CachesInput, startedMs: number): Pick<KeptCaches, 'seen' | 'absent'> | undefined {
  const { HOME: home } = env;
  const candidates = cacheCandidates(env);
  if (home === undefined || candidates.some((path) => facts.realpath(path) !== path)) return undefined;
  const outermost = (path: string) =>
    isWithin(path, home) ? join(home, path.slice(home.length + 1).split('/')[0] ?? '') : path;
  const around = candidates.flatMap((path) => {
    const top = outermost(path);
    return [top, ...foldersTo(parentPath(path)).filter((folder) => isWithin(folder, top))];
  });
  const looked = [...new Set([...around, ...searched(facts.env.PATH)])];
  const seen = look(
    looked.filter((path) => existsSync(path)),
    startedMs,
  );
  if (Object.values(seen).includes('')) return undefined;
  // what comes into a folder that is looked at shows there
  return { seen, absent: looked.filter((path) => !(path in seen) && !looked.includes(parentPath(path))) };
}

/** None, where they are not as we write them. */
function readKept(file: string): readonly KeptCaches[] {
  const kept = parseJson(readIfThere(file) ?? '');
  return Array.isArray(kept) ? kept.filter(isKept) : [];
}

function isKept(one: unknown): one is KeptCaches {
  return (
    isRecord(one) && typeof one.key === 'string' && isSeen(one.seen) && isStrings(one.absent) && isStrings(one.paths)
  );
}

function keep(file: string, kept: readonly KeptCaches[]): void {
  try {
    writeFileAtomic(file, JSON.stringify(kept.slice(0, MAX_KEPT)), { durable: false });
  } catch {
    // they are found again the next time
  }
}
