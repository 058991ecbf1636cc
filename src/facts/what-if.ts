import type { Facts, GitFacts } from '../model/facts.ts';
import type { Environment, LocalTime } from '../model/request.ts';
import { triOf } from '../model/tri.ts';
import { layoutOf } from '../store/layout.ts';
import { isWithin, normalizePath, parentPath, resolvePath } from '../util/path.ts';
import { isSearched } from './files-below.ts';
import { segmentMatches } from './glob.ts';

export interface WhatIfWorld {
  readonly env: Environment;
  readonly cwd: string;
  readonly at: LocalTime;
  /** null = not a repository; `root` absent = the request's directory */
  readonly git: WhatIfGit | null;
  /** paths of the files that exist, or their texts by path; nothing else exists */
  readonly files: readonly string[] | Readonly<Record<string, string>>;
  /** permission bits in octal by path; absent = readable, and whether it may be executed is not known */
  readonly modes?: Readonly<Record<string, string>> | undefined;
  /** targets of symbolic links by path */
  readonly links?: Readonly<Record<string, string>> | undefined;
  readonly foldsCase?: boolean | undefined;
}

export interface WhatIfGit {
  readonly branch?: string | null | undefined;
  readonly root?: string | undefined;
  /** tracked files are changed; absent = none */
  readonly dirty?: boolean | undefined;
  /** files that git does not know; absent = none */
  readonly untracked?: boolean | undefined;
  /** commits that are nowhere else; absent = none */
  readonly ahead?: number | undefined;
}

/** Facts from the data of a case; never reads the real disk. */
export function whatIfFacts({
  env,
  cwd,
  at,
  git,
  files,
  modes = {},
  links = {},
  foldsCase = false,
}: WhatIfWorld): Facts {
  const named = isList(files) ? files.map((file) => [file, undefined] as const) : Object.entries(files);
  const texts = new Map(named.map(([file, text]) => [resolvePath(cwd, file), text]));
  const targets = new Map(Object.entries(links).map(([link, target]) => [resolvePath(cwd, link), target]));
  const octal = new Map(
    Object.entries(modes).map(([file, mode]) => [resolvePath(cwd, file), Number.parseInt(mode, 8)] as const),
  );
  const isUnreadable = (file: string) => ((octal.get(file) ?? 0o400) & 0o400) === 0;
  const existing = [...texts.keys(), ...targets.keys()];
  const realpath = (path: string) => followLinks(normalizePath(path), targets);
  const root = normalizePath(git?.root ?? cwd);
  const repository: GitFacts | null = git && { root, gitDir: `${root}/.git`, branch: git.branch ?? null };
  const tmp = ['/tmp', '/var/tmp', '/dev/shm', ...(env.TMPDIR?.startsWith('/') ? [normalizePath(env.TMPDIR)] : [])];
  return {
    env,
    home: env.HOME,
    guard: env.HOME === undefined ? undefined : layoutOf({ HOME: env.HOME }).data,
    tmp,
    at,
    foldsCase,
    git: (asked) => (repository !== null && isWithin(normalizePath(asked), root) ? repository : null),
    gitChanges: () => ({ tracked: git?.dirty ? 1 : 0, untracked: git?.untracked ? 1 : 0 }),
    gitAhead: () => git?.ahead ?? 0,
    exists: (path) => {
      const isThere = path.endsWith('/.') ? (file: string, one: string) => file !== one : () => true; // of a folder
      const places = [normalizePath(path), realpath(path)];
      return triOf(places.some((one) => existing.some((file) => isWithin(file, one) && isThere(file, one))));
    },
    realpath,
    // without files the result of a pattern is unknown
    expandGlob: (pattern, from) => (existing.length === 0 ? undefined : expand(pattern, from, existing)),
    filesBelow: (folder, hidden) => existing.filter((file) => isListed(file, realpath(folder), hidden)),
    readText(path, maxBytes) {
      const file = realpath(path);
      const text = isUnreadable(file) ? undefined : texts.get(file);
      return text === undefined || Buffer.byteLength(text) > maxBytes ? undefined : text;
    },
    readCode(path, maxBytes) {
      const file = realpath(path);
      const text = isUnreadable(file) ? undefined : texts.get(file);
      if (text === undefined) return undefined;
      const mode = octal.get(file);
      const isExecutable = mode === undefined ? {} : { isExecutable: (mode & 0o111) !== 0 };
      return { text: text.slice(0, maxBytes), isWhole: text.length <= maxBytes, ...isExecutable };
    },
  };
}

function isList(files: WhatIfWorld['files']): files is readonly string[] {
  return Array.isArray(files);
}

/** A longer chain of links is a loop. */
const MAX_LINKS = 40;

function followLinks(path: string, targets: ReadonlyMap<string, string>): string {
  let at = path;
  for (let step = 0; step < MAX_LINKS; step++) {
    const link = [...targets.keys()].find((one) => isWithin(at, one));
    if (link === undefined) return at;
    at = normalizePath(`${resolvePath(parentPath(link), targets.get(link) ?? '')}${at.slice(link.length)}`);
  }
  return path;
}

function isListed(file: string, folder: string, hidden: boolean): boolean {
  const names = file.slice(folder.length).split('/');
  return isWithin(file, folder) && names.every((name) => isSearched(name, hidden));
}

/** Files and their folders whose segments match those of the pattern; folders alone where it ends in `/`. */
function expand(pattern: string, from: string, existing: readonly string[]): readonly string[] {
  const segments = (pattern.startsWith('/') ? pattern : `${from}/${pattern}`).split('/').filter(Boolean);
  const found = new Set<string>();
  for (const file of existing) {
    const parts = file.split('/').filter(Boolean);
    if (parts.length < segments.length + (pattern.endsWith('/') ? 1 : 0)) continue;
    if (segments.every((segment, at) => segmentMatches(segment, parts[at] as string))) {
      found.add(`/${parts.slice(0, segments.length).join('/')}`);
    }
  }
  return [...found].sort();
}
