import type { Wrapper } from '../../model/invocation.ts';
import type { Leaving } from './exits.ts';
import type { Feed, Sink } from './feed.ts';
import type { Region } from './file-versions.ts';
import type { Scope, Variable } from './scope.ts';
import type { Source } from './source.ts';

/** The grammar by which text is read. `posix` has no brace expansion, no `$'..'`, no `&>`. */
export type Dialect = 'bash' | 'posix' | 'zsh';

/**
 * The context of a command: everything it inherits. Immutable. A class, because spreading an object that was itself
 * made by spreading takes ten times as long.
 */
export class Frame {
  readonly scope: Scope;
  readonly stdin: Feed;
  /** undefined = the output is not read by any command of the line */
  readonly stdout: Sink | undefined;
  readonly via: readonly Wrapper[];
  readonly depth: number;
  readonly nesting: number;
  /** the text that positions of the tree index */
  readonly text: string;
  /** positions of the tree are offsets in the line itself */
  readonly spans: boolean;
  readonly dialect: Dialect;
  /** the shell is fish, whose code is read in the syntax of zsh */
  readonly isFish: boolean;
  /**
   * variables of unknown value count as unset, and `$(..)` as empty, without running it again: a second reading of a
   * word
   */
  readonly assumeUnset: boolean;
  /** the text is from a file that existed before the line */
  readonly inFile: boolean;
  /** what has to run for the command to be reached */
  readonly region: Region | undefined;
  /** inside a file: it waits for an argument or an answer that nobody gave */
  readonly mayNotRun: boolean;
  /** variables that have no value here, or had none where the line began, by the tests around */
  readonly empty: readonly string[];
  /** the file that the text is from; undefined = it is the line's own */
  readonly source: Source | undefined;
  /** product of the turns of all loops around this command */
  readonly turns: number;
  /** a loop is around it: what is read here may be other text at the next turn */
  readonly inLoop: boolean;
  /** inside a function: the values that its `local` names had before */
  readonly locals: Map<string, Variable | undefined> | undefined;
  /** the loop and the function that `break`, `continue` and `return` leave; undefined = none */
  readonly leaving: Leaving | undefined;
  /** names of the functions that are being called: bounds recursion */
  readonly calls: readonly string[];

  constructor(all: Fields) {
    this.scope = all.scope;
    this.stdin = all.stdin;
    this.stdout = all.stdout;
    this.via = all.via;
    this.depth = all.depth;
    this.nesting = all.nesting;
    this.text = all.text;
    this.spans = all.spans;
    this.dialect = all.dialect;
    this.isFish = all.isFish;
    this.assumeUnset = all.assumeUnset;
    this.inFile = all.inFile;
    this.region = all.region;
    this.mayNotRun = all.mayNotRun;
    this.empty = all.empty;
    this.source = all.source;
    this.turns = all.turns;
    this.inLoop = all.inLoop;
    this.locals = all.locals;
    this.leaving = all.leaving;
    this.calls = all.calls;
  }

  with(changes: Partial<Fields>): Frame {
    return Object.assign(new Frame(this), changes);
  }
}

type Fields = Omit<Frame, 'with'>;
