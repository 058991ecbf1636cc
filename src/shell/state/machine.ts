import type { Facts } from '../../model/facts.ts';
import type { Assignment, Redirect, Wrapper } from '../../model/invocation.ts';
import type { ShellName } from '../../model/request.ts';
import type { Span, Word } from '../../model/word.ts';
import type { Ast } from '../parse/parse.ts';
import type { Leaving } from './exits.ts';
import type { Feed, Sink } from './feed.ts';
import type { Recorder } from './recorder.ts';
import type { Scope, Variable } from './scope.ts';
import type { Value } from './value.ts';

/** By which rules text is read. `posix` knows no braces, no `$'..'`, no `&>`. */
export type Dialect = 'bash' | 'posix' | 'zsh';

/**
 * Where a command stands: everything it inherits. A change is a copy. A class, because to spread what was itself made by
 * spreading takes ten times as long.
 */
export class Frame {
  readonly scope: Scope;
  readonly stdin: Feed;
  /** undefined = what the line prints is nobody's input */
  readonly stdout: Sink | undefined;
  readonly via: readonly Wrapper[];
  readonly depth: number;
  readonly nesting: number;
  /** the text that positions of the tree index */
  readonly text: string;
  /** positions are offsets in the line that was asked about */
  readonly spans: boolean;
  readonly dialect: Dialect;
  /** `${x:-a}` is `a` and `$x` is empty where nothing is known of x; `$(..)` prints nothing, and is not run again */
  readonly assumeUnset: boolean;
  /** the text is that of a file which was there before the line */
  readonly inFile: boolean;
  /** how many turns of loops run this command */
  readonly turns: number;
  /** inside a function: what the names that it declares as its own stood for before */
  readonly locals: Map<string, Variable | undefined> | undefined;
  /** what `break`, `continue` and `return` leave here; undefined = nothing */
  readonly leaving: Leaving | undefined;
  /** names of functions that are being called, so that recursion ends */
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
    this.assumeUnset = all.assumeUnset;
    this.inFile = all.inFile;
    this.turns = all.turns;
    this.locals = all.locals;
    this.leaving = all.leaving;
    this.calls = all.calls;
  }

  with(changes: Partial<Fields>): Frame {
    return Object.assign(new Frame(this), changes);
  }
}

type Fields = Omit<Frame, 'with'>;

/** How a program word is looked up. */
export type Lookup =
  | 'shell' // functions, builtins, programs
  | 'no-functions' // after `command`
  | 'programs'; // what another program starts

export interface Start {
  readonly argv: readonly Word[];
  readonly assignments: readonly Assignment[];
  readonly redirects: readonly Redirect[];
  readonly frame: Frame;
  readonly lookup: Lookup;
  /** the piece of text it came from; absent = its words */
  readonly text?: string;
  readonly span?: Span;
  /** `declare x=(..)`: assignments that the grammar sees among the arguments */
  readonly declared?: ReadonlyMap<Word, Declared>;
  /** what this start stands for: a call in another language, a module of python */
  readonly standsFor?: string;
}

/** An assignment as an argument of `declare`, `export` and their like. */
export interface Declared {
  readonly name: string;
  readonly value: Value;
  /** of an array: all of it */
  readonly array?: Pick<Variable, 'value' | 'elements' | 'keys' | 'words' | 'list'>;
}

export interface CodeOptions {
  readonly shell?: ShellName;
  readonly positional?: readonly Word[];
}

/** The parts of the analysis that need each other: expansion runs substitutions, builtins run code. */
export interface Machine {
  readonly record: Recorder;
  readonly facts: Facts;
  /** Walks statements in this frame. */
  runList(statements: readonly Ast.Statement[], frame: Frame): void;
  /** Walks one command of any kind. */
  runNode(node: Ast.Statement['command'] | Ast.CompoundList, frame: Frame): void;
  /** Parses text and walks it in this frame's own scope (`eval`, `source`). */
  runCode(text: string, frame: Frame, options?: CodeOptions): void;
  /** What `$(..)` prints. */
  substitute(script: Ast.ParsedScript | undefined, frame: Frame): Value;
  /** A word for `<(..)` or `>(..)`. */
  processSubstitution(part: Ast.ProcessSubstitutionPart, frame: Frame): Value;
  /** One program start. */
  start(start: Start): void;
}
