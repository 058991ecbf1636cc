import type { Word } from '../model/word.ts';
import type { Changes, EffectRow, Effects } from './effect.ts';
import type { GitLossRow, LossRow } from './loss-row.ts';

/**
 * What an option's value or an operand means.
 * `path` is read, `link` is read and gets another name through which it can be changed (`ln`, `mount --bind`), `names` is a glob of names of files that are read (`!x` leaves some out), `send` is read and leaves for another machine, `write` is created, changed or overwritten, `into` is that, or a
 * directory which the operands go into under their own names, `fill` is a directory that gets files whose names do not stand in the words (`tar -x`, `git clone`), `member` is a name, all that comes there below it, `fetch` is an address whose last segment names a file that is written here, `delete` is removed (all of them are paths);
 * `body` and `form` are text in which a file that is sent may stand: `@file`, `name=@file`; `mount` is text in which a path gets another name: `path:name:ro`, `source=path,target=name`;
 * `setting` is `key=value` of git's configuration, `key` is a key of it, perhaps with the name of a variable behind `=`: `canonicalSetting`;
 * `command` starts a program word, `code` is source text for an interpreter, `text` is anything else.
 */
export type ValueKind =
  | 'path'
  | 'link'
  | 'names'
  | 'send'
  | 'write'
  | 'into'
  | 'fill'
  | 'member'
  | 'fetch'
  | 'delete'
  | 'body'
  | 'form'
  | 'mount'
  | 'setting'
  | 'key'
  | 'command'
  | 'code'
  | 'text';

/** Other kinds where certain options are given; the first entry whose options are all in effect holds. */
export interface GrammarCase {
  /** each string is a list of alternatives, one of which must be in effect: ['-i', '-e -f'] = -i and (-e or -f); `-i=x`: with that value */
  readonly given: readonly string[];
  readonly operands?: string;
  /** kinds of option values, by any spelling: { '-f': 'write' } (tar -c) */
  readonly values?: Readonly<Record<string, ValueKind>>;
}

/**
 * The command-line grammar of one program or subcommand; plain data from its man page.
 *
 * An option is one string: its names, all spellings of the same thing, then how it takes a value:
 *   '-f --force'              no value
 *   '-C --directory =path'    required value: next word or attached (`-Cx`, `--directory=x`)
 *   '--color [=text]'         optional value, attached only
 *   '-0 [=digits]'            optional digits, behind which other letters may follow
 *   '-fprintf =write =text'   two required values
 *   '-exec =command;'         all words up to `;` or `{} +`
 *   '--[no-]verify -n!'       `[no-]` = also `--no-verify`, which negates; `-n!` is itself the negation
 * A program without a grammar gets DEFAULT_GRAMMAR: every dash word may be an option, nothing takes a value for sure.
 */
export interface Grammar {
  /** a list, or one text with a comma and a blank or a line break between two options */
  readonly options?: readonly string[] | string;
  /** kinds in order, one of them may repeat: 'text path*', 'path* write'. Default 'path*'. */
  readonly operands?: string;
  /** kinds of the operands after `--`, where they differ: `git checkout main -- file` */
  readonly afterDashes?: string;
  readonly when?: readonly GrammarCase[];
  /** what it does beside what the kinds of its words say; absent = not known. Those of a subcommand are its own. */
  readonly effects?: Effects | readonly EffectRow[];
  /** what it does by its next words, where `effects` do not tell: subcommands and operands, `*` = any; the longest counts: { writes: 'add, stash drop' } */
  readonly byWords?: Readonly<Partial<Record<Changes, string>>>;
  /** what stands at the paths among its words and is gone, or other, when it has run, where their kinds do not tell */
  readonly losses?: readonly LossRow[];
  /** of a subcommand of git: what it destroys of what git has; absent = nothing */
  readonly gitLosses?: readonly GitLossRow[];
  readonly subcommands?: Readonly<Record<string, Grammar>>;
  /** other spellings of a subcommand: { unstage: 'restore' } */
  readonly aliases?: Readonly<Record<string, string>>;
  /** an operand that names no subcommand is a plain operand (`git reflog main`, `yarn build`) */
  readonly looseSubcommands?: boolean;
  /** subcommands may be cut to a unique prefix (npm, btrfs, ip) */
  readonly abbreviatedSubcommands?: boolean;
  /** these options are also known behind the subcommand (kubectl, npm, gh); git's and docker's are not */
  readonly optionsEverywhere?: boolean;
  /** options end at the first operand (POSIX), or at that many (ssh: 2); default: they may follow operands (GNU) */
  readonly optionsFirst?: boolean | number;
  /** behind one of these no option follows (`python -c CODE -x`) */
  readonly lastOptions?: readonly string[];
  /** long options may be cut to a unique prefix; default true where the table is complete (not `anyOption`); inherited */
  readonly abbreviations?: boolean;
  /** `-name` is one option, no clusters, `--name` is the same (find, terraform, java); inherited */
  readonly singleDash?: boolean;
  /** `--` ends nothing: an expression follows, whose words begin with a dash (find) */
  readonly optionsAfterDashes?: true;
  /** the first word is a cluster even without a dash, its values follow in order (`tar xzf FILE`) */
  readonly bundledFirst?: boolean;
  /** operands are `key=value`, the kind by key: { if: 'path', of: 'write' } (dd) */
  readonly keyValues?: Readonly<Record<string, ValueKind>>;
  /** `-20` is an option (head, tail, git log); 'once' = a second one is an operand (kill -9 -1) */
  readonly numericOptions?: boolean | 'once';
  /** a dash word that the table lacks is an option without a value instead of being reported as unknown; inherited */
  readonly anyOption?: boolean;
  /** where the table comes from: manual page and version */
  readonly source?: string;
}

export interface ParsedOption {
  /** every spelling of this option, canonical long name first where there is one: ['--force', '-f'] */
  readonly names: readonly string[];
  /** the spellings that switch it off: ['--no-verify', '-n'] */
  readonly negations: readonly string[];
  /** this word switches it off; `effective` tells which of several words wins */
  readonly negated: boolean;
  readonly value?: Word;
  readonly kind?: ValueKind;
  /** all words of an option that takes several (`find -exec rm {} ;` without the `;`) */
  readonly words?: readonly Word[];
  /** what these words are, where they differ: `--rawfile NAME FILE` */
  readonly kinds?: readonly ValueKind[];
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
  /** index of the `--` that ends options */
  readonly endOfOptions?: number;
}
