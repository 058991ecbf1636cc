import type { FilesAbove } from '../model/files-above.ts';
import type { Word } from '../model/word.ts';
import type { Peeled, StartingArguments } from '../wrappers/wrapper.ts';

/** Files as the line left them: what it wrote itself comes before what is on disk. Paths are absolute. */
export interface RunnerFiles {
  /**
   * The text, up to LIMITS.scriptBytes; each file is read once. undefined = there is none, it is no text, what the line wrote to it
   * is not known, or the line runs more files than are looked at.
   */
  read(path: string): string | undefined;
  exists(path: string): boolean;
  /** existing paths that a glob expands to, absolute and sorted; none where that is not known */
  matching(glob: string, folder: string): readonly string[];
}

/** The start of a program that runs what stands in files which its words do not name: `make`, `npm test`. */
export interface RunnerCall {
  /** argv[0] is the program; never empty */
  readonly argv: readonly Word[];
  /** absolute; undefined = not known */
  readonly cwd: string | undefined;
  /** the value of a variable as the program gets it, with HOLE for what is not known; undefined = unset */
  variable(name: string): string | undefined;
  /** its value where the line gave it another one than the caller has */
  changed(name: string): string | undefined;
  readonly files: RunnerFiles;
  /** the script that PATH finds under this name in a folder of the project; undefined = none there */
  inProject(name: string): string | undefined;
}

/**
 * One thing that a file makes the program start or run, with its place. `line` is where the code, or the entry that names the
 * command, begins, counted from 1. A start that the file makes is `argv` or `code`; one more file in another language is
 * `script-file`, which is read in turn.
 */
export type RunnerFinding = Peeled & { readonly file: string; readonly line?: number };

/**
 * Programs that run texts from files. A way to run files is one file here and one line in index.ts. Only certain matches count in
 * what is found, and its doubts are dropped, unless the line itself wrote the file: a runner reports what it knows, and nothing
 * for the rest.
 */
export interface Runner {
  readonly programs: readonly string[];
  /** absent = it may run files with any arguments; `{}` = only with an option first. The gates pass other calls without Node.js. */
  readonly onlyWith?: StartingArguments;
  /** first arguments with which it runs none, where `onlyWith` is absent */
  readonly never?: readonly string[];
  /** the files that it runs can only stand here, so that the gates pass it where there are none */
  readonly codeIn?: 'hooks' | 'file' | FilesAbove;
  /** it runs files only where the line sets HOME or the like, so that the gates, which read plain lines, pass it */
  readonly needsChangedHome?: true;
  run(call: RunnerCall): readonly RunnerFinding[];
}
