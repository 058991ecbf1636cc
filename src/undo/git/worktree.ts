import { lstatSync } from 'node:fs';
import type { Git } from '../../git/start-git.ts';
import type { Repository } from '../../model/loss.ts';
import type { Environment } from '../../model/request.ts';
import { type BytePath, bytePath, pathBuffer } from '../byte-path.ts';
import { convertedFiles, type Look } from './conversion.ts';
import { type CommitFiles, filesOfCommit } from './in-commit.ts';
import { findOthers, isFolder, isRepository, type Others, pathspecsOf } from './others.ts';
import { isBare, isProblem, openRepository, type Problem } from './repository.ts';
import { readStatus, type Status } from './status.ts';
import { readIndex, SUBMODULE, type TrackedFile } from './tracked.ts';

/** `clean`: tracked, and as the index and HEAD have it. */
export type WorktreePart = 'changed' | 'clean' | 'untracked' | 'ignored';

export interface WorktreeRegion {
  /** absolute; absent = all of the working tree */
  readonly within?: readonly string[];
  readonly parts: readonly WorktreePart[];
  /** a revision as written: of clean, untracked and ignored files only those that it has too, with other content. One that is none takes nothing */
  readonly commit?: string;
  /** with `commit`: of clean files also those that it has not */
  readonly exact?: boolean;
  /** with `commit`: also names of files that it has and that are not there now, which are to be free again */
  readonly made?: boolean;
}

export interface WorktreeLimits {
  readonly timeoutMs: number;
  /** more paths to be copied than this are a problem */
  readonly maxFiles: number;
  /** `lstat` of a path, as somebody has it already; undefined = nothing is there */
  readonly look?: Look;
}

export interface WorktreeFiles {
  /** Must be copied as they are. */
  readonly copied: readonly CopiedPath[];
  /** What git has byte for byte. Absent = nothing of it. */
  readonly committed?: CommittedFiles;
  /** Working trees of submodules and of other repositories, absolute: not looked into. */
  readonly nested: readonly BytePath[];
  /** for `surveyState`, which need not look again; absent = not all was looked at */
  readonly seen?: Status;
}

export interface CopiedPath {
  /** absolute */
  readonly path: BytePath;
  /** `clean` here = git takes it for clean, but its bytes may be others than those of its blob */
  readonly part: WorktreePart;
  /**
   * `file`: a file or a symbolic link, not there where it was deleted; `folder`: the folder alone, what is to be kept below it has its own entries;
   * `tree`: the folder and all below it
   */
  readonly kind: 'file' | 'folder' | 'tree';
}

export interface CommittedFiles {
  /** objects that have what is kept: to be held (`KeepRequest.held`) for as long as the record stands */
  readonly held: readonly string[];
  readonly files: readonly CommittedFile[];
}

export interface CommittedFile {
  /** absolute */
  readonly path: BytePath;
  /** git's: 100644, 100755, 120000. The mode on disk may differ (umask): read it there */
  readonly mode: string;
  readonly blob: string;
}

/** Which files of a region must be copied, and which git has. Writes nothing, takes no lock. Never throws. */
export function worktreeFiles(
  repository: Repository,
  region: WorktreeRegion,
  env: Environment,
  limits: WorktreeLimits,
): WorktreeFiles | Problem {
  const within = region.within === undefined ? undefined : belowRoot(region.within, repository.root);
  if (isBare(repository) || within?.length === 0) return { copied: [], nested: [] };
  try {
    const git = openRepository(repository, env, limits.timeoutMs);
    if (isProblem(git)) return git;
    const goal = region.commit === undefined ? undefined : filesOfCommit(git, region.commit);
    if (goal !== undefined && isProblem(goal)) return goal;
    const search = new Search({ git, repository, region, env, goal, look: limits.look });
    const files = search.files(limits.maxFiles);
    if (!isProblem(files) && files.copied.length > limits.maxFiles) {
      return { problem: `more than ${limits.maxFiles} files would have to be copied` };
    }
    return files;
  } catch (error) {
    return { problem: `the working tree cannot be read (${(error as NodeJS.ErrnoException).code ?? 'error'})` };
  }
}

/** Paths below the root, as bytes; `''` is the root. */
function belowRoot(paths: readonly string[], root: string): string[] {
  const base = root === '/' ? '/' : `${root}/`;
  const below = paths.filter((path) => path === root || path.startsWith(base) || base.startsWith(`${path}/`));
  return below.map((path) => bytePath(path.slice(base.length)).replace(/\/$/, ''));
}

interface Asked {
  readonly git: Git;
  readonly repository: Repository;
  readonly region: WorktreeRegion;
  readonly env: Environment;
  /** where a checkout would go */
  readonly goal: CommitFiles | undefined;
  readonly look: Look | undefined;
}

class Search {
  readonly #root: BytePath;
  readonly #pathspecs: readonly string[];
  readonly #within: ReadonlySet<string> | undefined;
  readonly #lengths: ReadonlySet<number>;
  readonly #copied: CopiedPath[] = [];
  readonly #looked = new Set<string>();
  readonly #nested = new Set<BytePath>();

  readonly #repository: Repository;
  readonly #git: Git;
  readonly #region: WorktreeRegion;
  readonly #goal: CommitFiles | undefined;
  readonly #look: Look | undefined;
  readonly #env: Environment;

  constructor({ git, repository, region, env, goal, look }: Asked) {
    this.#look = look;
    this.#goal = goal;
    this.#git = git;
    this.#repository = repository;
    this.#region = region;
    this.#env = env;
    const within = region.within === undefined ? undefined : belowRoot(region.within, repository.root);
    this.#root = bytePath(repository.root === '/' ? '' : repository.root);
    this.#within = within === undefined || within.includes('') ? undefined : new Set(within);
    this.#lengths = new Set([...(this.#within ?? [])].map((path) => path.length));
    this.#pathspecs = pathspecsOf([...(this.#within ?? [])]);
  }

  files(maxFiles: number): WorktreeFiles | Problem {
    const hasTracked = this.#wants('changed') || this.#wants('clean');
    const status = hasTracked ? readStatus(this.#git, this.#pathspecs) : undefined;
    if (status !== undefined && isProblem(status)) return status;
    const committed = status === undefined ? undefined : this.#tracked(status);
    if (committed !== undefined && isProblem(committed)) return committed;
    if (status !== undefined && this.#region.made) this.#made();
    const hasOthers = this.#wants('untracked') || this.#wants('ignored');
    const others = hasOthers ? findOthers(this.#git, this.#root, this.#pathspecs, maxFiles) : undefined;
    if (others !== undefined && isProblem(others)) return others;
    if (others !== undefined) this.#others(others);
    return {
      copied: this.#copied,
      ...(committed === undefined ? {} : { committed }),
      nested: [...this.#nested],
      ...(status === undefined || this.#within !== undefined ? {} : { seen: status }),
    };
  }

  #overwrites(path: string, blob?: string): boolean {
    return this.#goal === undefined || this.#goal.overwrites(path, blob);
  }

  /** A tracked file that is clean is overwritten, or deleted. */
  #takes({ path, blob }: TrackedFile): boolean {
    return this.#overwrites(path, blob) || (this.#region.exact === true && this.#goal?.has(path) === false);
  }

  #made(): void {
    for (const path of this.#goal?.all() ?? [])
      if (this.#isWithin(path) && !this.#isThere(path)) this.#copy(path, 'clean', 'file');
  }

  #wants(part: WorktreePart): boolean {
    return this.#region.parts.includes(part);
  }

  #absolute(path: string): BytePath {
    return `${this.#root}/${path}` as BytePath;
  }

  #copy(path: string, part: WorktreePart, kind: CopiedPath['kind']): void {
    this.#copied.push({ path: this.#absolute(path), part, kind });
  }

  #isWithin(path: string): boolean {
    if (this.#within === undefined || this.#within.has(path)) return true;
    for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
      if (this.#lengths.has(end) && this.#within.has(path.slice(0, end))) return true;
    }
    return false;
  }

  #tracked(status: Status): CommittedFiles | undefined | Problem {
    const index = readIndex(this.#git, this.#pathspecs);
    if (isProblem(index)) return index;
    const changed = new Set(status.changed);
    const staged = new Set(status.staged);
    const asIndexed: TrackedFile[] = [];
    for (const file of index) {
      const isStaged = staged.delete(file.path);
      if (file.mode === SUBMODULE) this.#nest(file.path);
      else if (file.isUnwatched) {
        if (this.#isThere(file.path)) changed.add(file.path);
      } else if (!changed.has(file.path) && this.#isWithin(file.path)) {
        if (isStaged) asIndexed.push(file);
        else if (this.#wants('clean') && this.#takes(file)) asIndexed.push(file);
      }
    }
    // what is left of them is not in the index: HEAD has it, and perhaps the disk
    for (const path of staged) if (this.#isThere(path)) changed.add(path);
    if (this.#wants('changed')) for (const path of changed) if (this.#isWithin(path)) this.#copyChanged(path);
    return this.#committed(asIndexed, status);
  }

  #committed(files: readonly TrackedFile[], { head, staged }: Status): CommittedFiles | undefined | Problem {
    const inIndexOnly = new Set(staged);
    const wanted = files.filter((file) => this.#wants(inIndexOnly.has(file.path) ? 'changed' : 'clean'));
    const converted = convertedFiles(this.#git, this.#repository, wanted, { env: this.#env, look: this.#look });
    if (isProblem(converted)) return converted;
    const kept: TrackedFile[] = [];
    for (const file of wanted) {
      if (converted.has(file.path)) this.#copy(file.path, inIndexOnly.has(file.path) ? 'changed' : 'clean', 'file');
      else kept.push(file);
    }
    if (kept.length === 0) return undefined;
    const blobs = kept.filter((file) => head === undefined || inIndexOnly.has(file.path)).map((file) => file.blob);
    return {
      held: [...(head === undefined ? [] : [head]), ...new Set(blobs)],
      files: kept.map(({ path, mode, blob }) => ({ path: this.#absolute(path), mode, blob })),
    };
  }

  /** What stands at a tracked name, or in the way of it: a folder with other files, a file where its folder was. */
  #copyChanged(path: string): void {
    if (isFolder(this.#absolute(path))) {
      if (isRepository(this.#absolute(path))) this.#nested.add(this.#absolute(path));
      else this.#copy(path, 'changed', 'tree');
      return;
    }
    this.#copy(path, 'changed', 'file');
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const above = path.slice(0, end);
      if (this.#looked.has(above)) return;
      this.#looked.add(above);
      if (isFolder(this.#absolute(above))) return;
      if (this.#isThere(above)) this.#copy(above, 'changed', 'file');
    }
  }

  #others({ untracked, folders, ignored, nested }: Others): void {
    for (const path of nested) this.#nest(path);
    for (const path of this.#wants('untracked') ? untracked : []) {
      if (this.#isWithin(path) && this.#overwrites(path)) this.#copy(path, 'untracked', 'file');
    }
    // a checkout replaces folders only by files, whose entries are in the way of it
    for (const path of this.#wants('untracked') && this.#goal === undefined ? folders : []) {
      if (this.#isWithin(path)) this.#copy(path, 'untracked', 'folder');
    }
    for (const entry of this.#wants('ignored') ? ignored : []) {
      for (const part of this.#partsOf(entry.replace(/\/$/, ''), entry.endsWith('/'))) this.#copyIgnored(part);
    }
  }

  #copyIgnored(path: string): void {
    this.#copy(path, 'ignored', isFolder(this.#absolute(path)) ? 'tree' : 'file');
  }

  /** Of an ignored folder only what is in the region. */
  #partsOf(path: string, hasMore: boolean): readonly string[] {
    const parts = this.#isWithin(path)
      ? [path]
      : [...(this.#within ?? [])].filter((one) => one.startsWith(`${path}/`) && this.#isThere(one));
    if (this.#goal === undefined) return parts;
    if (!hasMore) return parts.filter((part) => this.#overwrites(part));
    return this.#goal.below(path).filter((file) => this.#isWithin(file) && this.#isThere(file));
  }

  #nest(entry: string): void {
    const path = entry.replace(/\/$/, '');
    if (this.#isWithin(path) && isRepository(this.#absolute(path))) this.#nested.add(this.#absolute(path));
  }

  #isThere(path: string): boolean {
    try {
      return lstatSync(pathBuffer(this.#absolute(path)), { throwIfNoEntry: false }) !== undefined;
    } catch {
      return false; // below something that is no folder
    }
  }
}
