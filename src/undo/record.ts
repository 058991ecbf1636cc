import type { Repository } from '../model/loss.ts';
import type { Actor } from '../model/request.ts';
import type { FilePath } from './file-path.ts';

/** What a path was, by lstat, as far as a later look can tell that it is still the same. Times in milliseconds, with fractions. */
export interface Stat {
  readonly dev: number;
  readonly ino: number;
  readonly mode: number;
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
}

/** Where bytes are: in an object of their own, in a file that holds the small ones of a record, or in a tree that git holds. */
export type Content =
  | { readonly in: 'object'; readonly hash: string }
  | { readonly in: 'small'; readonly hash: string; readonly file: string; readonly offset: number }
  | { readonly in: 'git'; readonly repository: number; readonly blob: string };

/** One path as it was. */
export type KeptPath =
  | { readonly path: FilePath; readonly type: 'absent' }
  | { readonly path: FilePath; readonly type: 'dir'; readonly stat: Stat }
  | { readonly path: FilePath; readonly type: 'link'; readonly stat: Stat; readonly target: FilePath }
  | { readonly path: FilePath; readonly type: 'file'; readonly stat: Stat; readonly content: Content };

/** Files by what git says of them, elsewhere `other`; their bytes; commits that no other ref has. */
export interface Counts {
  readonly changed: number;
  readonly untracked: number;
  readonly ignored: number;
  readonly other: number;
  readonly bytes: number;
  readonly commits: number;
}

/** What git holds for a record. */
export interface KeptRepository {
  readonly repository: Repository;
  /** under which its refs are: `refs/safeshell/undo/SESSION/N` */
  readonly refPrefix: string;
  /** of the files that git has already; absent = none */
  readonly tree?: string;
  /** what undo/git/state.ts wrote there, JSON; absent = no ref, index or stash was to be lost */
  readonly state?: unknown;
}

/** What one start, line or call would have destroyed. */
export interface KeptRecord {
  readonly version: number;
  /** counts from 1; never given twice */
  readonly id: number;
  /** when keeping began, milliseconds since 1970 */
  readonly at: number;
  readonly command: string;
  readonly cwd: string;
  readonly actor: Actor;
  readonly session: string;
  /** the record that this undid; absent = it was kept before a command */
  readonly undoes?: number;
  readonly promises: 'all' | 'partly';
  /** sentences: what was not kept, and why */
  readonly missing: readonly string[];
  readonly counts: Counts;
  /** lines of paths.jsonl */
  readonly paths: number;
  readonly repositories: readonly KeptRepository[];
  /** files of the store that hold its bytes, below `undo/` */
  readonly files: readonly string[];
}
