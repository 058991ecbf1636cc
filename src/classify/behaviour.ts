import type { Access } from '../grammar/accesses.ts';
import type { Grammar, ParsedCommand } from '../grammar/grammar.ts';
import type { Invocation } from '../model/invocation.ts';
import type { Confidence, Operation, OperationType } from '../model/operation.ts';

/** One program start as the tables see it. */
export interface Call {
  readonly program: string;
  readonly invocation: Invocation;
  readonly grammar: Grammar;
  readonly parsed: ParsedCommand;
  /** subcommands by their full names, then operands; undefined where a word is not known */
  readonly words: readonly (string | undefined)[];
  /** its standard input is a pipe, a file or a here-document */
  readonly fed: boolean;
}

/** What a program does beside touching the paths in its arguments. */
export interface Behaviour {
  readonly operations: readonly Operation[];
  /** paths among its arguments; absent = those that its option grammar tells */
  readonly paths?: readonly Access[];
}

/**
 * What it does, for which words, and where the name of a credential stands.
 *
 * Types are separated by blanks: `read_external:web write_local?`; behind `:` a category, `?` = likely, `??` = possible.
 * `read_local` is also what a program does of which nothing else is found: a writer that is given no path writes none.
 *
 * Patterns are separated by a comma and a blank or a line break. In a pattern, words match the first words behind the program:
 *   'stash list'      these two; 'get-*' a word that begins so, '*' any word, '** list' at any position
 *   'tag -d|--delete' with one of these options in effect; '-X|--method=get|head' with one of these values
 *   '<'               its standard input is a pipe, a file or a here-document
 *   '$'               no further word
 * The pattern with most to say wins: 'branch -d' over 'branch *' over 'branch' over '**' (whatever the words).
 *
 * Credential: `next` = the word behind the matched ones, `this` = the last of them, `-s|--name` = an option's value, `=text` =
 * that text; the first that is there. Without any of them the program's name stands for it.
 */
export type Row = readonly [types: string, patterns: string, credential?: string];

/** Programs that are described together; names are separated by blanks. */
export interface ProgramFamily {
  readonly rows?: Readonly<Record<string, readonly Row[]>>;
  /** for programs whose arguments rows cannot describe; evaluated before the rows, undefined = use the rows */
  readonly special?: Readonly<Record<string, (call: Call) => Behaviour | undefined>>;
  /** the paths among the words, where the option grammar alone cannot tell */
  readonly paths?: Readonly<Record<string, (call: Call) => readonly Access[]>>;
  /** for programs that the grammar room has no table of */
  readonly grammars?: Readonly<Record<string, Grammar>>;
  /** words of programs without any grammar are paths; otherwise they are text */
  readonly onFiles?: boolean;
}

/** A type as tables write it, taken apart. */
export interface TypeSpec {
  readonly type: OperationType;
  readonly categories: readonly string[];
  readonly confidence: Confidence;
}

const CONFIDENCES: readonly Confidence[] = [1, 0.7, 0.3];

export function parseTypes(text: string): readonly TypeSpec[] {
  return text
    .split(' ')
    .filter((part) => part !== '')
    .map((part) => {
      const written = part.replace(/(?<!\?)\?+$/, '');
      const [type = '', ...categories] = written.split(':');
      const confidence = CONFIDENCES[part.length - written.length] ?? 0.3;
      return { type: type as OperationType, categories, confidence };
    });
}
