import type { Span, Word } from './word.ts';

export interface Assignment {
  readonly name: string;
  readonly value: Word;
  readonly append?: boolean;
  /** it stands in the guard's own code for start-up files, which keeps the shims in PATH */
  readonly ofGuard?: true;
  readonly span?: Span;
}

/** `op` as written: `>`, `>>`, `>|`, `<`, `<>`, `&>`, `&>>`, `>&`, `<&`. Here-documents and here-strings are `Input`s. */
export interface Redirect {
  readonly op: string;
  readonly fd?: number | string;
  readonly target: Word;
  readonly span?: Span;
}

/** Where bytes that an invocation reads, runs or takes as arguments come from. Indexes point into Analysis.invocations. */
export type Input =
  | { readonly kind: 'pipe'; readonly from: readonly number[] }
  | { readonly kind: 'process-substitution'; readonly from: readonly number[] }
  | { readonly kind: 'command-substitution'; readonly from: readonly number[] }
  | { readonly kind: 'text'; readonly word: Word } // here-document, here-string
  | { readonly kind: 'file'; readonly path: Word }; // < file

/** One layer that was peeled to find an invocation: `sudo`, `xargs`, `sh -c`, `ssh host`. */
export interface Wrapper {
  /** base name of the wrapper program: `sudo`, `env`, `bash`, `find` */
  readonly name: string;
  /** index of the wrapper's own start in Analysis.invocations */
  readonly invocation: number;
  /** user that the command runs as, where the wrapper changes it; '' = changed to an unknown user */
  readonly user?: string;
  /** another machine, container or root directory: paths and programs are not ours */
  readonly elsewhere?: string;
  /** the environment is emptied before assignments are applied (`env -i`) */
  readonly clearsEnv?: boolean;
}

/** Who looks the program up: an external program, a shell builtin, or a function or alias defined in the line. */
export type InvocationRole = 'program' | 'builtin' | 'function';

/** One program start found in a request. */
export interface Invocation {
  /** argv[0] is the program word as it stands after quote removal and expansion; never empty */
  readonly argv: readonly Word[];
  /** base name of argv[0] (`/bin/rm`, `\rm`, `command rm` are `rm`); undefined when not known */
  readonly program: string | undefined;
  readonly role: InvocationRole;
  /** the piece of the line this came from, as written; for an argv its words, quoted and joined */
  readonly text: string;
  readonly span?: Span;
  /** absolute and normalised; undefined after a `cd` that cannot be followed */
  readonly cwd: string | undefined;
  /** prefix assignments and what the line exported before, latest last; does not hold the caller's environment */
  readonly assignments: readonly Assignment[];
  readonly redirects: readonly Redirect[];
  readonly inputs: readonly Input[];
  /** wrappers it was found through, outermost first */
  readonly via: readonly Wrapper[];
  /** nesting of shells, substitutions and wrappers; 0 at the top of the line */
  readonly depth: number;
  /** the code that this start hands to an interpreter of another language, where it is known */
  readonly code?: { readonly language: string; readonly text: string };
  /** found in a file that was there before the line and that the line only runs: a rule must match it for certain */
  readonly inFile?: true;
  /** inside a file: it runs only for an argument or an answer that nobody gave */
  readonly mayNotRun?: true;
  /** it stands in the guard's own code for start-up files, which changes files of the guard */
  readonly ofGuard?: true;
  /** the file that the line runs in which this start stands; `line` counts from 1, absent = not known */
  readonly source?: { readonly file: string; readonly line?: number };
  /** set when this is an operation that an interpreter one-liner performs (`shutil.rmtree` as `rm -rf`), not a real start */
  readonly standsFor?: string;
}

/** Why part of a line is not understood. Anything listed here makes the guard ask. */
export type DoubtCode =
  | 'syntax-error' // what precedes it still runs
  | 'refused-syntax' // the shell itself refuses the line: nothing to ask, its syntax has to be fixed
  | 'parser-doubt' // the audit found text the tree does not account for
  | 'too-long'
  | 'too-deep'
  | 'too-many'
  | 'not-text' // NUL byte, lone surrogate
  | 'hidden-code' // code that only exists at run time reaches a shell (`base64 -d | sh`, `eval "$x"`)
  | 'evaluated-data' // arithmetic, subscripts, ${x@P}: bash evaluates the text of a value
  | 'unknown-option'; // a wrapper's option grammar does not know the option

export interface Doubt {
  readonly code: DoubtCode;
  /** one short phrase, lower case: what exactly is not known */
  readonly detail: string;
  readonly span?: Span;
}

/** What a line, an argv or a tool call would start. `invocations` in the order they were found. */
export interface Analysis {
  readonly text: string;
  readonly invocations: readonly Invocation[];
  readonly unsure: readonly Doubt[];
  /** files that the line runs of which only the beginning was read, absolute; absent = none */
  readonly partlyRead?: readonly string[];
}
