import { existsSync } from 'node:fs';
import type { Git } from '../../git/start-git.ts';
import type { Repository } from '../../model/loss.ts';
import type { Environment } from '../../model/request.ts';
import { hold, letGo } from './holding.ts';
import { type IndexBytes, objectsOfIndex, readIndexFile } from './index-file.ts';
import { type OperationFile, objectsOfOperation, readOperation } from './operation.ts';
import {
  type BranchNotes,
  countLost,
  type Head,
  objectsOfLog,
  type Ref,
  readHead,
  readNotes,
  readRefs,
} from './refs.ts';
import { isBare, isProblem, openRepository, type Problem } from './repository.ts';
import { readRegular } from './small-files.ts';
import { readStash, type Stash } from './stash.ts';
import { readStatus, type Status } from './status.ts';
import { readTags } from './tags.ts';

/** What of a repository, beside its working tree, is looked at. */
export interface StateRegion {
  readonly index?: boolean;
  /** full names (`refs/heads/x`, `HEAD`); `all`: HEAD, refs/heads and refs/tags */
  readonly refs?: readonly string[] | 'all';
  readonly stash?: boolean;
  readonly operation?: boolean;
  /** revisions as written, where one of the refs will be: their commits do not count as lost */
  readonly stays?: readonly string[];
}

/** Raw bytes, kept elsewhere under a name that is theirs. */
export interface Objects {
  put(bytes: Buffer): string;
  get(name: string): Buffer;
}

export interface StateSurvey {
  readonly repository: Repository;
  /** what goes with it is added: the index with HEAD, HEAD with an operation */
  readonly region: StateRegion;
  /** commits that no other ref has; undefined = not counted in time */
  readonly commits: number | undefined;
  /** of the files that `Objects` would have to hold */
  readonly bytes: number;
  /** entries of the index that HEAD has not, or not so */
  readonly staged: number;
  readonly stashes: number;
  readonly found: FoundState;
}

/** What of it is there. */
export interface FoundState {
  readonly head: Head;
  readonly refs?: readonly Ref[];
  readonly notes?: ReadonlyMap<string, BranchNotes>;
  readonly index?: IndexBytes;
  readonly status?: Status;
  readonly stash?: Stash;
  readonly operation?: readonly OperationFile[];
}

export interface KeepRequest {
  readonly repository: Repository;
  readonly state?: StateSurvey;
  /** `CommittedFiles.held` */
  readonly held?: readonly string[];
  /** `refs/safeshell/undo/SESSION/N`: all that git must not collect is held below it */
  readonly refPrefix: string;
}

/** Plain JSON; names of objects are those of `Objects`, but for `Ref.object`. */
export interface KeptState {
  readonly repository: Repository;
  readonly refPrefix: string;
  readonly region: StateRegion;
  readonly atMs: number;
  readonly head?: Head;
  readonly refs?: readonly KeptRef[];
  /** annotated tags, by the names of their objects in git */
  readonly tags?: readonly { readonly tag: string; readonly object: string }[];
  readonly index?: KeptIndex;
  /** its log */
  readonly stash?: string;
  readonly operation?: readonly { readonly name: string; readonly mode: number; readonly object: string }[];
}

export interface KeptRef extends Ref {
  readonly log?: string;
  readonly config?: BranchNotes['config'];
}

export interface KeptIndex {
  /** absent = there was none */
  readonly file?: string;
  readonly shared: readonly { readonly name: string; readonly object: string }[];
  /** the commit at HEAD; absent = none yet */
  readonly commit?: string;
  /** files that were not on disk as the index had them, each with a NUL, as bytes below the root */
  readonly changed: string;
}

const KEEPING_MS = 20_000;
const MAX_LOG_OBJECTS = 500;
/** What `git add --intent-to-add` puts in the index: the empty blob, by both kinds of hashes. */
const INTENDED = [
  'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391',
  '473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813',
];

/** Looks, writes nothing. `seen`: what `worktreeFiles` has just seen. Never throws. */
export function surveyState(
  repository: Repository,
  asked: StateRegion,
  env: Environment,
  limits: { readonly timeoutMs: number; readonly seen?: Status },
): StateSurvey | Problem {
  try {
    const git = openRepository(repository, env, limits.timeoutMs);
    if (isProblem(git)) return git;
    const head = readHead(git);
    if (isProblem(head)) return head;
    const region = widened(asked, head, repository);
    const found = findState(git, repository, region, { head, seen: limits.seen });
    if (isProblem(found)) return found;
    const { refs = [], index, operation = [], stash, notes, status } = found;
    const files = [
      index?.file,
      ...(index?.shared ?? []).map(({ bytes }) => bytes),
      stash?.log,
      ...operation.map(({ bytes }) => bytes),
    ];
    const logs = [...(notes?.values() ?? [])].map(({ log }) => log);
    return {
      repository,
      region,
      commits: countLost(git, asked.refs ?? [], { head, refs: named(refs, asked.refs ?? []) }, asked.stays ?? []),
      bytes: [...files, ...logs].reduce((sum, file) => sum + (file?.length ?? 0), 0),
      staged: status?.indexed ?? 0,
      stashes: stash?.commits.length ?? 0,
      found,
    };
  } catch (error) {
    return { problem: `the repository cannot be read (${(error as NodeJS.ErrnoException).code ?? 'error'})` };
  }
}

function named(refs: readonly Ref[], names: readonly string[] | 'all'): readonly Ref[] {
  return names === 'all' ? refs : refs.filter((ref) => names.includes(ref.name));
}

/** Where HEAD moves the index goes with it, and an operation ends; an operation that ends moves HEAD. */
function widened(region: StateRegion, head: Head, { gitDir }: Repository): StateRegion {
  const names = region.refs === 'all' ? [] : (region.refs ?? []);
  const branches = 'branch' in head ? [head.branch] : [];
  const movesHead = region.refs === 'all' || ['HEAD', ...branches].some((name) => names.includes(name));
  const isStash = names.includes('refs/stash');
  if (!movesHead && !region.operation)
    return isStash ? { ...region, stash: true, refs: names.filter((n) => n !== 'refs/stash') } : region;
  const rebased = ['rebase-merge', 'rebase-apply'].flatMap((folder) => {
    const name = readRegular(`${gitDir}/${folder}/head-name`, 4096)?.toString().trim() ?? '';
    return name.startsWith('refs/heads/') ? [name] : [];
  });
  const all = new Set([...names, 'HEAD', ...branches, ...(region.operation ? rebased : [])]);
  all.delete('refs/stash');
  return {
    ...region,
    refs: region.refs === 'all' ? 'all' : [...all],
    index: true,
    operation: true,
    ...(isStash ? { stash: true } : {}),
  };
}

function findState(
  git: Git,
  repository: Repository,
  region: StateRegion,
  { head, seen }: { readonly head: Head; readonly seen: Status | undefined },
): FoundState | Problem {
  const names = region.refs === 'all' ? 'all' : (region.refs ?? []).filter((name) => name !== 'HEAD');
  const chosen = readRefs(git, names);
  if (isProblem(chosen)) return chosen;
  const marks = region.operation ? readRefs(git, 'operation') : [];
  if (isProblem(marks)) return marks;
  const refs = [...chosen, ...marks];
  const hasIndex = region.index === true && !isBare(repository);
  const index = hasIndex ? readIndexFile(repository) : undefined;
  if (index !== undefined && isProblem(index)) return index;
  const status = hasIndex ? (seen ?? readStatus(git, [])) : undefined;
  if (status !== undefined && isProblem(status)) return status;
  const stash = region.stash ? readStash(repository) : undefined;
  if (stash !== undefined && isProblem(stash)) return stash;
  const operation = region.operation ? readOperation(repository) : undefined;
  if (operation !== undefined && isProblem(operation)) return operation;
  // the branch at HEAD is not deleted
  const others = refs.filter(
    (ref) => ref.name.startsWith('refs/heads/') && !('branch' in head && head.branch === ref.name),
  );
  return {
    head,
    ...(region.refs === undefined
      ? {}
      : { refs, notes: others.length === 0 ? new Map() : readNotes(git, repository, others) }),
    ...(index === undefined ? {} : { index }),
    ...(status === undefined ? {} : { status }),
    ...(stash === undefined ? {} : { stash }),
    ...(operation === undefined ? {} : { operation }),
  };
}

/** Holds it. A problem = nothing is held. What `objects.put` throws passes through. */
export function keepState(request: KeepRequest, objects: Objects, env: Environment): KeptState | Problem {
  const { repository, refPrefix, state } = request;
  const git = openRepository(repository, env, KEEPING_MS);
  if (isProblem(git)) return git;
  const refs = state?.found.refs ?? [];
  const tagged = readTags(
    git,
    refs.flatMap((ref) => (ref.type === 'tag' && ref.object ? [ref.object] : [])),
  );
  if (isProblem(tagged)) return tagged;
  const needed = state === undefined ? [] : objectsOf(git, state.found);
  if ('problem' in needed) return needed;
  const tags = tagged.tags.map(({ object, bytes }) => ({ tag: object, object: objects.put(bytes) }));
  const kept = state === undefined ? {} : { ...keptFiles(state.found, objects), ...(tags.length > 0 ? { tags } : {}) };
  const logs = [...(state?.found.notes?.values() ?? [])].flatMap(({ log }) =>
    log ? objectsOfLog(log, MAX_LOG_OBJECTS) : [],
  );
  const wanted = [
    ...logs.slice(0, 10 * MAX_LOG_OBJECTS),
    ...objectsOfOperation(state?.found.operation ?? []),
    ...INTENDED,
  ];
  const problem = hold(git, refPrefix, { needed: [...(request.held ?? []), ...needed, ...tagged.targets], wanted });
  return problem ?? { repository, refPrefix, region: state?.region ?? {}, atMs: Date.now(), ...kept };
}

function objectsOf(git: Git, { head, refs = [], index, status, stash }: FoundState): readonly string[] | Problem {
  const isPlain = index?.file === undefined || (status?.indexed === 0 && !index.file.includes('REUC'));
  const staged = isPlain ? [] : objectsOfIndex(git, index.file as Buffer, status?.hasConflicts === true);
  if ('problem' in staged) return staged;
  const heads = ['commit' in head ? head.commit : undefined, status?.head];
  return [
    ...[...refs.map((ref) => (ref.type === 'tag' ? undefined : ref.object)), ...heads].flatMap(
      (object) => object ?? [],
    ),
    ...(stash?.commits ?? []),
    ...staged,
  ];
}

function keptFiles(
  { head, refs, notes, index, status, stash, operation }: FoundState,
  objects: Objects,
): Partial<KeptState> {
  const put = (bytes: Buffer) => objects.put(bytes);
  return {
    ...(refs === undefined ? {} : { head, refs: refs.map((ref) => keptRef(ref, notes?.get(ref.name), put)) }),
    ...(index === undefined
      ? {}
      : {
          index: {
            ...(index.file === undefined ? {} : { file: put(index.file) }),
            shared: index.shared.map(({ name, bytes }) => ({ name, object: put(bytes) })),
            ...(status?.head === undefined ? {} : { commit: status.head }),
            changed: put(Buffer.from((status?.changed ?? []).map((path) => `${path}\0`).join(''), 'latin1')),
          },
        }),
    ...(stash === undefined ? {} : { stash: put(stash.log) }),
    ...(operation === undefined
      ? {}
      : { operation: operation.map(({ name, mode, bytes }) => ({ name, mode, object: put(bytes) })) }),
  };
}

function keptRef(ref: Ref, notes: BranchNotes | undefined, put: (bytes: Buffer) => string): KeptRef {
  const log = notes?.log === undefined ? {} : { log: put(notes.log) };
  return { ...ref, ...log, ...(notes === undefined || notes.config.length === 0 ? {} : { config: notes.config }) };
}

/** Lets go of what a record held; a repository that is not there any more has nothing to let go of. Never throws. */
export function forgetState(
  { repository, refPrefix }: Pick<KeptState, 'repository' | 'refPrefix'>,
  env: Environment,
): Problem | undefined {
  if (!existsSync(repository.gitDir)) return undefined;
  const git = openRepository(repository, env, KEEPING_MS);
  return isProblem(git) ? git : letGo(git, refPrefix);
}
