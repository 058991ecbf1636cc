import type { Facts, GitFacts } from '../model/facts.ts';
import type { Environment, LocalTime } from '../model/request.ts';
import { triOf } from '../model/tri.ts';
import { isWithin, normalizePath, resolvePath } from '../util/path.ts';
import { segmentMatches } from './glob.ts';

export interface WhatIfWorld {
  readonly env: Environment;
  readonly cwd: string;
  readonly at: LocalTime;
  /** null = not a repository; `root` absent = the request's directory */
  readonly git: { readonly branch?: string | null | undefined; readonly root?: string | undefined } | null;
  /** absolute paths of the files that exist; nothing else does */
  readonly files: readonly string[];
}

/** A world made of what a case says; the real disk is never asked. */
export function whatIfFacts({ env, cwd, at, git, files }: WhatIfWorld): Facts {
  const existing = files.map((file) => resolvePath(cwd, file));
  const root = normalizePath(git?.root ?? cwd);
  const repository: GitFacts | null = git && { root, gitDir: `${root}/.git`, branch: git.branch ?? null };
  const tmp = ['/tmp', '/var/tmp', '/dev/shm', ...(env.TMPDIR?.startsWith('/') ? [normalizePath(env.TMPDIR)] : [])];
  return {
    env,
    home: env.HOME,
    tmp,
    at,
    git: (asked) => (repository !== null && isWithin(normalizePath(asked), root) ? repository : null),
    exists: (path) => triOf(existing.some((file) => isWithin(file, normalizePath(path)))),
    realpath: normalizePath,
    // no files given: nothing is said of what a pattern would find
    expandGlob: (pattern, from) => (existing.length === 0 ? undefined : expand(pattern, from, existing)),
    readText: () => undefined,
  };
}

/** Files, and folders that hold them, whose segments match the pattern's one by one. */
function expand(pattern: string, from: string, existing: readonly string[]): readonly string[] {
  const segments = (pattern.startsWith('/') ? pattern : `${from}/${pattern}`).split('/').filter(Boolean);
  const found = new Set<string>();
  for (const file of existing) {
    const parts = file.split('/').filter(Boolean);
    if (parts.length < segments.length) continue;
    if (segments.every((segment, at) => segmentMatches(segment, parts[at] as string))) {
      found.add(`/${parts.slice(0, segments.length).join('/')}`);
    }
  }
  return [...found].sort();
}
