import type { FoundPath } from '../model/found-path.ts';
import type { Assignment, Redirect, UnsureCode } from '../model/invocation.ts';
import type { ShellName } from '../model/request.ts';
import type { Word } from '../model/word.ts';

/** A program start as a wrapper sees it. argv[0] is the wrapper; never empty. */
export interface WrapperCall {
  readonly argv: readonly Word[];
  readonly assignments: readonly Assignment[];
  readonly redirects: readonly Redirect[];
  readonly stdin?: KnownInput;
}

/** What a program reads on standard input: this text, or paths of which this is known. */
export type KnownInput = { readonly text: string } | { readonly paths: FoundPath };

/** How what is started differs from a plain start in this place. */
export interface Effects {
  /** user that it runs as; '' = some other, unknown user */
  readonly user?: string;
  /** another machine, container or root: `ssh host`, `docker run image`, `chroot dir` */
  readonly elsewhere?: string;
  readonly clearsEnv?: boolean;
  readonly unsets?: readonly string[];
  readonly assignments?: readonly Assignment[];
  /** working directory, relative to the wrapper's own */
  readonly cwd?: Word;
  /** what it reads on standard input, where the wrapper writes that (awk's `print | "sh"`) */
  readonly stdin?: Word;
  /** its standard input is not the wrapper's (`xargs`, `nohup`) */
  readonly ownStdin?: boolean;
}

interface AnyPeeled {
  readonly effects?: Effects;
  /** nothing is really started: `argv` is the command that would do the same as what is named here */
  readonly standsFor?: string;
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
        /** text that a shell may read, or some other program: where it is no shell code, it is no doubt */
        readonly mayBeOther?: true;
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
    | { readonly kind: 'unsure'; readonly code: UnsureCode; readonly detail: string }
  );

/**
 * The first arguments with which a program starts something, each with how one of the words behind it then begins: `['']`
 * = however that is. With an option as its first argument it may always.
 */
export type StartingArguments = Readonly<Record<string, readonly string[]>>;

/** One program (or family) that starts other programs: one file, one line in index.ts, one case file. */
export interface WrapperFamily {
  readonly names: readonly string[];
  /** absent = it starts something with any arguments */
  readonly onlyWith?: StartingArguments;
  peel(start: WrapperCall): readonly Peeled[];
}
