import type { Git } from '../../git/start-git.ts';
import { entriesOf, isProblem, type Problem } from './repository.ts';

/** What a checkout of a commit would put in the working tree. Paths are below its root, as bytes. */
export interface CommitFiles {
  /** Something else than `blob` would stand at the path, or in its way. */
  overwrites(path: string, blob?: string): boolean;
  has(path: string): boolean;
  /** its files */
  all(): Iterable<string>;
  /** its files below a folder */
  below(folder: string): readonly string[];
}

/** A revision that git does not know has nothing: git refuses to check it out. */
export function filesOfCommit(git: Git, revision: string): CommitFiles | Problem {
  const blobs = blobsOf(git, revision);
  if (isProblem(blobs)) return blobs;
  const folders = new Set<string>();
  for (const path of blobs.keys()) {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return {
    overwrites: (path, blob) => {
      const there = blobs.get(path);
      return (there !== undefined && there !== blob) || folders.has(path) || hasFileAbove(blobs, folders, path);
    },
    has: (path) => blobs.has(path),
    all: () => blobs.keys(),
    below: (folder) => (folders.has(folder) ? [...blobs.keys()].filter((path) => path.startsWith(`${folder}/`)) : []),
  };
}

/** A folder of the path is a file there. */
function hasFileAbove(blobs: ReadonlyMap<string, string>, folders: ReadonlySet<string>, path: string): boolean {
  for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
    const above = path.slice(0, end);
    if (blobs.has(above)) return true;
    if (!folders.has(above)) return false;
  }
  return false;
}

function blobsOf(git: Git, revision: string): Map<string, string> | Problem {
  const found = git.run(['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{tree}`]);
  if (found.status === 1) return new Map();
  // git 2.39 prints the option too
  const tree = found.stdout.toString().trim().split('\n').at(-1) ?? '';
  if (found.status !== 0 || !/^[0-9a-f]{40,64}$/.test(tree)) return { problem: 'git cannot tell where it goes to' };
  const run = git.run(['ls-tree', '-r', '-z', '--full-tree', tree]);
  if (run.status !== 0) return { problem: 'git did not list in time where it goes to' };
  return new Map(
    entriesOf(run.stdout).map((entry): [string, string] => {
      // MODE SP TYPE SP OBJECT TAB PATH
      const tab = entry.indexOf('\t');
      return [entry.slice(tab + 1), entry.slice(0, tab).split(' ')[2] ?? ''];
    }),
  );
}
