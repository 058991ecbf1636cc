/** Half-open range of UTF-16 offsets in the text that was analysed. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Why a word's value is not known. */
export type UnknownReason =
  | 'variable' // a parameter whose value is not known here
  | 'command-output' // $(..), `..`, <(..): what it prints is not known
  | 'arithmetic'
  | 'glob' // the shell expands it against the disk
  | 'stdin' // comes from a pipe or from whoever runs the line (xargs, read)
  | 'file' // read from a file that the line did not write (`< x`)
  | 'remote' // expands on another machine
  | 'brace-limit' // a brace expansion over the cap
  | 'expansion'; // an expansion that is not modelled

/**
 * One argument of a program start.
 * - `known`: exactly one argument with this value.
 * - `glob`: an unquoted pattern; becomes any number of existing paths that match it, or stays as it is.
 *   `pattern` is shell glob syntax in which characters that were quoted are backslash-escaped.
 * - `unknown`: starts with `prefix` and ends with `suffix` where `fields` is `one`;
 *   `any` = splits into any number of arguments, nothing is known of their borders but
 *   that the first starts with `prefix` and the last ends with `suffix`.
 */
export type Word = KnownWord | GlobWord | UnknownWord;

interface Spelled {
  /** as written in the line; for a resolved argv the value itself */
  readonly text: string;
  readonly span?: Span;
  /** how the value came about, for explain: `$X is "rm" (assigned at 0)` */
  readonly origin?: string;
  /** a path that the line makes anew under a random name, or one below it: `$(mktemp -d)/x` */
  readonly temporary?: true;
}

export interface KnownWord extends Spelled {
  readonly kind: 'known';
  readonly value: string;
}

export interface GlobWord extends Spelled {
  readonly kind: 'glob';
  readonly pattern: string;
}

export interface UnknownWord extends Spelled {
  readonly kind: 'unknown';
  readonly prefix: string;
  readonly suffix: string;
  readonly fields: 'one' | 'any';
  readonly reason: UnknownReason;
  /** a directory that the value, a path, is surely below: `$(mktemp -d)` is below the temp directory */
  readonly within?: string;
  /** shell patterns: the last segment of the value, a path, matches one of them in upper or lower case */
  readonly names?: readonly string[];
  /** texts that the value may be: those of the branches that set it, and what the name of a variable says; it may be others */
  readonly alternatives?: readonly string[];
  /** the text that it is unless the shell refuses the builtin that sets it */
  readonly likely?: string;
}

export function knownWord(value: string, text = value): KnownWord {
  return { kind: 'known', value, text };
}

/** The word's value where it is certain, else undefined. */
export function wordValue(word: Word | undefined): string | undefined {
  return word?.kind === 'known' ? word.value : undefined;
}
