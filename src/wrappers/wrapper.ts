import type { FoundPath } from '../model/found-path.ts';
import type { Assignment, DoubtCode, Redirect } from '../model/invocation.ts';
import type { ShellName } from '../model/request.ts';
import type { Word } from '../model/word.ts';

/** The start of a wrapper. argv[0] is the wrapper; never empty. */
export interface WrapperCall {
  readonly argv: readonly Word[];
  readonly assignments: readonly Assignment[];
  readonly redirects: readonly Redirect[];
  readonly stdin?: KnownInput;
}

/** Known standard input, or the file of items that is named: a text, or a list of paths with what holds for each. */
export type KnownInput = { readonly text: string; readonly ofFile?: true } | { readonly paths: FoundPath };

/** What the wrapper changes for the program that it starts. */
export interface Effects {
  /** user it runs as; '' = another user, unknown */
  readonly user?: string;
  /** another machine, container or root: `ssh host`, `docker run image`, `chroot dir` */
  readonly elsewhere?: string;
  readonly clearsEnv?: boolean;
  readonly unsets?: readonly string[];
  readonly assignments?: readonly Assignment[];
  /** working directory, relative to the wrapper's own */
  readonly cwd?: Word;
  /** its standard input, where the wrapper writes it (awk's `print | "sh"`) */
  readonly stdin?: Word;
  /** it does not inherit the wrapper's standard input (`xargs`, `nohup`) */
  readonly ownStdin?: boolean;
}

interface AnyPeeled {
  readonly effects?: Effects;
  /** nothing is really started: `argv` is a command with the same effect as the call named here */
  readonly standsFor?: string;
  /** the line of the code that the reader was given, from 1; absent = not known */
  readonly line?: number;
}

/** One thing that a wrapper starts. A wrapper may start several (`find -exec a ; -exec b ;`) or none (`sudo -v`). */
export type Peeled = AnyPeeled &
  (
    | { readonly kind: 'argv'; readonly argv: readonly Word[] }
    /** source text in a shell's or another language; `positional` = $0, $1, .. of a shell */
    | {
        readonly kind: 'code';
        readonly language: string;
        readonly code: Word;
        readonly shell?: ShellName;
        readonly positional?: readonly Word[];
      }
    /** runs what it reads from standard input */
    | {
        readonly kind: 'stdin-code';
        readonly language: string;
        readonly shell?: ShellName;
        readonly positional?: readonly Word[];
      }
    | {
        readonly kind: 'script-file';
        readonly language: string;
        readonly path: Word;
        readonly shell?: ShellName;
        readonly positional?: readonly Word[];
      }
    | {
        /** typed for whatever runs in a terminal: a shell, an editor, another language */
        readonly kind: 'typed';
        /** the terminal or buffer, which joins it to what the line typed there before */
        readonly into: string;
        readonly what: TypedText;
        /** it is a buffer, which holds this, or what it held and this */
        readonly holds?: 'this' | 'more';
      }
    | { readonly kind: 'doubt'; readonly code: DoubtCode; readonly detail: string }
  );

/** A text; what a buffer holds; what a file holds, or standard input (`-`); or something that nobody knows. */
export type TypedText = { readonly text: Word } | { readonly from: string } | { readonly file: Word } | 'unknown';

/**
 * When a program may start another one: by its first argument, the beginnings of words of which one has to follow
 * (`['']` = any, or none). With an option as its first argument it always may.
 */
export type StartingArguments = Readonly<Record<string, readonly string[]>>;

/**
 * Programs that start other programs and read their arguments alike. A wrapper of a common shape is one line in a table
 * (plain.ts, launchers.ts, interpreters.ts ..); any other is a file, listed in index.ts. Its rows in
 * test/tables/wrappers are what tests it.
 */
export interface WrapperFamily {
  readonly names: readonly string[];
  /** absent = it may start something with any arguments */
  readonly onlyWith?: StartingArguments;
  peel(start: WrapperCall): readonly Peeled[];
}
