import type { Repository } from '../../model/loss.ts';
import type { Environment } from '../../model/request.ts';
import type { BytePath } from '../byte-path.ts';

/** `clean`: tracked, and as the index and HEAD have it. */
export type WorktreePart = 'changed' | 'clean' | 'untracked' | 'ignored';

export interface WorktreeRegion {
  /** absolute; absent = all of the working tree */
  readonly within?: readonly string[];
  readonly parts: readonly WorktreePart[];
}

export interface WorktreeLimits {
  readonly timeoutMs: number;
  /** more paths than this are a problem */
  readonly maxFiles: number;
}

/** What git cannot tell, or not in time: a short phrase, lower case. */
export interface Problem {
  readonly problem: string;
}

export interface WorktreeFiles {
  /** Must be copied as they are. */
  readonly copied: readonly CopiedPath[];
  /** What git has byte for byte. Absent = nothing of it. */
  readonly committed?: CommittedFiles;
  /** Working trees of submodules and of other repositories, absolute: not looked into. */
  readonly nested: readonly BytePath[];
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
  /** objects to be held (`KeepRequest.held`) for as long as the record stands: trees or commits that have the blobs */
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
export declare function worktreeFiles(
  repository: Repository,
  region: WorktreeRegion,
  env: Environment,
  limits: WorktreeLimits,
): WorktreeFiles | Problem;

/** The content of blobs, in the order asked for; a whole is read at once, so ask in parts of some megabytes. */
export declare function readBlobs(
  repository: Repository,
  blobs: readonly string[],
  env: Environment,
  limits: { readonly timeoutMs: number; readonly maxBytes: number },
): readonly Buffer[] | Problem;
