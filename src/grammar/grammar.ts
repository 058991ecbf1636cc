import type { Word } from '../model/word.ts';

/**
 * What an option's value or an operand means.
 * `path` is read, `write` is created, changed or overwritten, `delete` is removed (all three are paths);
 * `command` starts a program word, `code` is source text for an interpreter, `text` is anything else.
 */
export type ValueKind = 'path' | 'write' | 'delete' | 'command' | 'code' | 'text';

/**
 * The command-line grammar of one program or subcommand; plain data from its man page.
 *
 * An option is one string: its names, all spellings of the same thing, then how it takes a value:
 *   '-f --force'              no value
 *   '-C --directory =path'    required value: next word or attached (`-Cx`, `--directory=x`)
 *   '--color [=text]'         optional value, attached only
 *   '--[no-]verify -n!'       `[no-]` = also `--no-verify`, which negates; `-n!` is itself the negation
 * A program without a grammar gets DEFAULT_GRAMMAR: every dash word may be an option, nothing takes a value for sure.
 */
export interface Grammar {
  readonly options?: readonly string[];
  /** kinds in order, one of them may repeat: 'text path*', 'path* write'. Default 'path*'. */
  readonly operands?: string;
  readonly subcommands?: Readonly<Record<string, Grammar>>;
  /** other spellings of a subcommand: { unstage: 'restore' } */
  readonly aliases?: Readonly<Record<string, string>>;
  /** options end at the first operand (POSIX); default: they may follow operands (GNU) */
  readonly optionsFirst?: boolean;
  /** long options may be cut to a unique prefix; default true */
  readonly abbreviations?: boolean;
  /** `-name` is one option, no clusters (find, terraform, java) */
  readonly singleDash?: boolean;
  /** operands are `key=value`, the kind by key: { if: 'path', of: 'write' } (dd) */
  readonly keyValues?: Readonly<Record<string, ValueKind>>;
  /** `-20` is an option (head, tail, git log) */
  readonly numericOptions?: boolean;
  /** an option the table lacks is possible (plugins, versions); default true: it is reported in `unknownOptions` */
  readonly source?: string;
}

export interface ParsedOption {
  /** every spelling of this option, canonical long name first where there is one: ['--force', '-f'] */
  readonly names: readonly string[];
  /** `--no-x` was the last word on it */
  readonly negated: boolean;
  readonly value?: Word;
  readonly kind?: ValueKind;
  /** index in argv of the word it stands in */
  readonly index: number;
}

export interface ParsedOperand {
  readonly word: Word;
  readonly kind: ValueKind;
  readonly index: number;
  /** the `key` of a `key=value` operand; `word` is then the value alone */
  readonly key?: string;
}

export interface ParsedCommand {
  /** ['stash', 'drop']; empty where the command has none or none was given */
  readonly subcommand: readonly string[];
  /** the word where a subcommand stands is dynamic, an alias or not in the grammar */
  readonly unknownSubcommand?: Word;
  /** in order of appearance, all occurrences; globals before the subcommand included */
  readonly options: readonly ParsedOption[];
  /** dash words that the grammar does not know; a cluster with one unknown letter is listed whole */
  readonly unknownOptions: readonly Word[];
  readonly operands: readonly ParsedOperand[];
  /** indexes of dynamic words that may be options, operands or several of both */
  readonly dynamic: readonly number[];
}
