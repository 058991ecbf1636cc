import type { Git } from '../../git/start-git.ts';
import type { Repository } from '../../model/loss.ts';
import { commonDir, hasRefTables, type Problem } from './repository.ts';
import { readRegular } from './small-files.ts';

/** Where HEAD is: at a branch, which may have no commit yet, or at a commit. */
export type Head = { readonly branch: string } | { readonly commit: string };

export interface Ref {
  readonly name: string;
  /** undefined = it is not there */
  readonly object?: string;
  readonly type?: string;
  /** it is only another name of this ref */
  readonly symbolic?: string;
}

export interface FoundRefs {
  readonly head: Head;
  readonly refs: readonly Ref[];
}

/** Of their log and configuration, which go with a branch that is deleted. */
export interface BranchNotes {
  readonly log?: Buffer;
  readonly config: readonly (readonly [string, string])[];
}

const MAX_NAMES = 200;
const MAX_LOG_BYTES = 1024 * 1024;
const MAX_LOGS_BYTES = 16 * 1024 * 1024;

export function readHead(git: Git): Head | Problem {
  const symbolic = git.run(['symbolic-ref', '--quiet', 'HEAD']);
  if (symbolic.status === 0) return { branch: symbolic.stdout.toString().trimEnd() };
  const commit = git.run(['rev-parse', '--verify', '--quiet', 'HEAD']);
  if (commit.status === 0) return { commit: commit.stdout.toString().trim() };
  return { problem: 'git cannot tell where HEAD is' };
}

const NAMED = { all: ['refs/heads/', 'refs/tags/'], operation: ['refs/bisect/', 'refs/rewritten/'] };

/** Full names; `all`: branches and tags; `operation`: marks of one in progress. HEAD is no such name. */
export function readRefs(git: Git, names: readonly string[] | keyof typeof NAMED): readonly Ref[] | Problem {
  if (names.length === 0) return [];
  const isLong = names.length > MAX_NAMES;
  const patterns = typeof names === 'string' ? NAMED[names] : isLong ? ['refs/'] : names;
  const run = git.run(['for-each-ref', '--format=%(refname)%00%(objectname)%00%(objecttype)%00%(symref)', ...patterns]);
  if (run.status !== 0) return { problem: 'git did not list the refs in time' };
  const found = new Map<string, Ref>();
  for (const line of run.stdout.toString().split('\n')) {
    const [name = '', object = '', type = '', symbolic] = line.split('\0');
    if (object !== '') found.set(name, { name, object, type, ...(symbolic ? { symbolic } : {}) });
  }
  return typeof names === 'string' ? [...found.values()] : names.map((name) => found.get(name) ?? { name });
}

/**
 * Commits that these refs have and no other. `stays`: revisions, as written, where one of them will be. `all` may go anywhere:
 * nothing is known to be lost. undefined = not counted in time.
 */
export function countLost(
  git: Git,
  names: readonly string[] | 'all',
  { head, refs }: FoundRefs,
  stays: readonly string[],
): number | undefined {
  if (names === 'all') return 0;
  const detached = 'commit' in head && names.includes('HEAD') ? [head.commit] : [];
  const objects = [...refs.flatMap((ref) => ref.object ?? []), ...detached];
  const staying = stays.flatMap((revision) => resolve(git, revision) ?? []);
  return countOnlyAt(git, objects, { names: withHead(names, head), stays: staying });
}

/** HEAD is another name of its branch. */
export function withHead(names: readonly string[], head: Head): readonly string[] {
  return 'branch' in head && names.includes(head.branch) ? [...names, 'HEAD'] : names;
}

/** Commits that these objects have, but no ref beside `names`, nor the objects that stay. */
export function countOnlyAt(
  git: Git,
  objects: readonly string[],
  { names, stays }: { readonly names: readonly string[]; readonly stays: readonly string[] },
): number | undefined {
  if (objects.length === 0) return 0;
  const own = ['refs/safeshell/*', ...(names.length > MAX_NAMES ? ['refs/heads/*', 'refs/tags/*', 'HEAD'] : names)];
  const run = git.run(['rev-list', '--count', '--stdin', '--not', ...own.map((name) => `--exclude=${name}`), '--all'], {
    input: [...objects, ...stays.map((object) => `^${object}`), ''].join('\n'),
  });
  return run.status === 0 ? Number(run.stdout.toString()) : undefined;
}

/** A revision as a person writes it; undefined = there is none. */
export function resolve(git: Git, revision: string): string | undefined {
  const run = git.run(['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{object}`]);
  // git 2.39 prints the option too
  const object = run.stdout.toString().trim().split('\n').at(-1) ?? '';
  return run.status === 0 && /^[0-9a-f]{40,64}$/.test(object) ? object : undefined;
}

/** Logs of refs that are files of their own, and `branch.NAME.*` of the repository's configuration, by ref. */
export function readNotes(git: Git, repository: Repository, refs: readonly Ref[]): ReadonlyMap<string, BranchNotes> {
  const config = configOfBranches(git);
  const folder = hasRefTables(repository.gitDir) ? undefined : `${commonDir(repository.gitDir)}/logs`;
  let bytes = 0;
  const notes = new Map<string, BranchNotes>();
  for (const { name } of refs) {
    const log =
      folder === undefined || bytes > MAX_LOGS_BYTES ? undefined : readRegular(`${folder}/${name}`, MAX_LOG_BYTES);
    bytes += log?.length ?? 0;
    notes.set(name, { ...(log === undefined ? {} : { log }), config: config.get(name) ?? [] });
  }
  return notes;
}

/** When a ref last changed, by its log, in seconds as git has it; undefined = not known. */
export function changedMs({ gitDir }: Repository, name: string): number | undefined {
  if (hasRefTables(gitDir)) return undefined;
  const log = readRegular(`${name === 'HEAD' ? gitDir : commonDir(gitDir)}/logs/${name}`, MAX_LOGS_BYTES);
  const line = log?.toString('latin1').trimEnd().split('\n').at(-1) ?? '';
  // OLD SP NEW SP NAME SP <MAIL> SP SECONDS SP ZONE TAB ..
  const seconds = /> (\d{1,12}) [+-]\d{4}$/.exec(line.split('\t', 1)[0] ?? '')?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

/** What a log names, newest first. */
export function objectsOfLog(log: Buffer, most: number): string[] {
  const lines = log.toString('latin1').split('\n').filter(Boolean).slice(-most).reverse();
  // OLD SP NEW SP ..
  return [...new Set(lines.flatMap((line) => /^[0-9a-f]{40,64} ([0-9a-f]{40,64}) /.exec(line)?.[1] ?? []))];
}

function configOfBranches(git: Git): ReadonlyMap<string, (readonly [string, string])[]> {
  const run = git.run(['config', '--local', '--null', '--get-regexp', '^branch\\.']);
  const all = new Map<string, (readonly [string, string])[]>();
  for (const entry of run.stdout.toString().split('\0').filter(Boolean)) {
    const end = entry.indexOf('\n');
    const key = end < 0 ? entry : entry.slice(0, end);
    const name = `refs/heads/${key.slice('branch.'.length, key.lastIndexOf('.'))}`;
    const pairs = all.get(name) ?? [];
    pairs.push([key, end < 0 ? 'true' : entry.slice(end + 1)]);
    all.set(name, pairs);
  }
  return all;
}
