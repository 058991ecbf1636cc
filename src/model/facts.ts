import type { Environment, LocalTime, ShellName } from './request.ts';
import type { Tri } from './tri.ts';

export interface GitFacts {
  /** working tree root, absolute */
  readonly root: string;
  /** the git directory of this working tree, absolute */
  readonly gitDir: string;
  /** null = detached HEAD; an unborn branch has its name; undefined = only git itself can resolve it */
  readonly branch: string | null | undefined;
}

/** What is changed in a working tree and would be lost with it. */
export interface GitChanges {
  /** files that differ from the last commit, in the index or on disk */
  readonly tracked: number;
  /** files and folders that git does not know, ignored ones left out */
  readonly untracked: number;
}

/** Variables that change which repository git finds. */
export const GIT_VARIABLES = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_CEILING_DIRECTORIES', 'GIT_DISCOVERY_ACROSS_FILESYSTEM'];

/** What was read of a file of code. */
export interface FileCode {
  readonly text: string;
  /** false: more follows, which was not read */
  readonly isWhole: boolean;
  /** false = no bit of its mode lets anybody execute it; absent = not known */
  readonly isExecutable?: boolean;
}

/** Where the guard keeps the programs that start it. */
export interface GuardFolders {
  readonly root: string;
  readonly shims: string;
  /** launchers of hooks */
  readonly hooks: string;
  /** in a box, where shims lie over the programs: the folder that has the whole file system once more, without shims */
  readonly bare?: string | undefined;
}

/**
 * What rules may ask of the world. Lazy: each answer is looked up at most once per evaluation.
 * Nothing here writes, starts a process without being asked for a fact that needs one, or throws.
 */
export interface Facts {
  readonly env: Environment;
  /** the caller's home directory, absolute; undefined when unset */
  readonly home: string | undefined;
  /** folders of the guard, absolute; absent = not known */
  readonly guard?: GuardFolders | undefined;
  /** temp directories, absolute and symlink-resolved: $TMPDIR, /tmp, /var/tmp, /private/tmp .. */
  readonly tmp: readonly string[];
  readonly at: LocalTime;
  /** the file system takes `RM` for `rm` */
  readonly foldsCase: boolean;
  /** null = not a repository. `env` = GIT_DIR and friends as the invocation would see them. */
  git(cwd: string, env?: Environment): GitFacts | null | 'unknown';
  /** undefined = not known. Starts git. */
  gitChanges(git: GitFacts): GitChanges | undefined;
  /** commits at HEAD that its upstream, or without one any remote-tracking branch, does not have; undefined = not known. Starts git. */
  gitAhead(git: GitFacts): number | undefined;
  exists(path: string): Tri;
  /** symlinks resolved as far as the path exists; the lexical path where nothing does */
  realpath(path: string): string;
  /**
   * Existing paths that an unquoted glob word expands to, absolute, sorted; [] = none (the shell keeps the word as it is).
   * undefined = not known: unreadable, or more than `limit`.
   */
  expandGlob(pattern: string, cwd: string, limit: number): readonly string[] | undefined;
  /**
   * Files below a folder, absolute; links are not followed. `hidden`: also those whose names, or whose folders' names, begin with a dot.
   * Of a `.git` the settings alone, and nothing of published packages. undefined = not known: unreadable, or too many.
   */
  filesBelow(folder: string, hidden: boolean): readonly string[] | undefined;
  /** content of a regular file of at most `maxBytes`, else undefined */
  readText(path: string, maxBytes: number): string | undefined;
  /** the lines of a regular file of text within its first `maxBytes`, else undefined */
  readCode(path: string, maxBytes: number): FileCode | undefined;
  /** the shell that the line is for, asked itself, refuses it for its syntax; absent = nobody can be asked. Starts a process. */
  readonly refusesSyntax?: (line: string, shell: ShellName | undefined) => Tri;
}
