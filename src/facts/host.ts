import { countAhead, countChanges } from '../git/working-tree.ts';
import { type Facts, GIT_VARIABLES, type GitFacts, type GuardFolders } from '../model/facts.ts';
import type { Environment, LocalTime } from '../model/request.ts';
import { layoutOf } from '../store/layout.ts';
import { memoize } from '../util/memoize.ts';
import { baseName, isWithin, parentPath } from '../util/path.ts';
import { fileExists, linkResolver, readCodeFile, readTextFile } from './disk.ts';
import { fileLister } from './files-below.ts';
import { readGit } from './git.ts';
import { globExpander } from './glob.ts';
import { wallClock } from './local-time.ts';
import { refusesSyntax } from './shell-syntax.ts';

export interface HostWorld {
  readonly env: Environment;
  /** absolute */
  readonly cwd: string;
  /** absent = now */
  readonly at?: LocalTime;
  /** absent = by `env` */
  readonly guard?: GuardFolders;
}

const TMP = ['/tmp', '/var/tmp', '/dev/shm', '/private/tmp', '/private/var/tmp'];
/** Where systems put a person's own temp directory. */
const TMP_PARENTS = [...TMP, '/var/folders', '/private/var/folders', '/run/user'];

/** Facts of this machine, each read at most once. Writes nothing; only `refusesSyntax`, `gitChanges` and `gitAhead` start a process. */
export function hostFacts({ env, cwd, at = wallClock(), guard = layoutOf(env).data }: HostWorld): Facts {
  const home = env.HOME?.startsWith('/') ? env.HOME : undefined;
  const realpath = linkResolver();
  const exists = memoize(fileExists);
  const git: (key: string) => GitFacts | null | 'unknown' = memoize((key) => {
    const [from = cwd, ...values] = key.split('\0');
    // as in each folder that the line has yet to make: where git starts from matters to its variables alone
    const isNowhere = from !== '/' && values.every((value) => value === '') && exists(from) === 'no';
    if (isNowhere && realpath(from) === from) return git([parentPath(from), ...values].join('\0'));
    return readGit(from, Object.fromEntries(GIT_VARIABLES.map((name, index) => [name, values[index]])), realpath);
  });
  let tmp: readonly string[] | undefined;
  return {
    env,
    home,
    guard,
    get tmp() {
      tmp ??= tempFolders(env.TMPDIR, realpath);
      return tmp;
    },
    at,
    // the default of macOS; on a case-sensitive disk the price is one question too many
    foldsCase: process.platform === 'darwin',
    git: (from, seen = env) => git([from, ...GIT_VARIABLES.map((name) => seen[name] ?? '')].join('\0')),
    gitChanges: ofRepository((git) => countChanges(git, env)),
    gitAhead: ofRepository((git) => countAhead(git, env)),
    exists,
    realpath,
    expandGlob: globExpander(),
    filesBelow: fileLister(),
    readText: readTextFile,
    readCode: readCodeFile,
    refusesSyntax: (line, shell) => refusesSyntax(line, shell, env),
  };
}

/** Counts once for each repository, however often it is found. */
function ofRepository<Found>(count: (git: GitFacts) => Found): (git: GitFacts) => Found {
  const found = new Map<string, Found>();
  return (git) => {
    const key = `${git.root}\0${git.gitDir}`;
    if (!found.has(key)) found.set(key, count(git));
    return found.get(key) as Found;
  };
}

/**
 * TMPDIR counts only where it looks like a temp directory: with `TMPDIR=$HOME` the rules for temp directories would loosen
 * those for the home directory.
 */
function tempFolders(variable: string | undefined, realpath: (path: string) => string): readonly string[] {
  const own = variable?.startsWith('/') ? realpath(variable) : undefined;
  const fits =
    own !== undefined && (TMP_PARENTS.some((parent) => isWithin(own, parent)) || /^\.?te?mp$/i.test(baseName(own)));
  return [...new Set([...TMP.map(realpath), ...(fits ? [own] : [])])];
}
