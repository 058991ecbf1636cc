import type { Facts } from '../../model/facts.ts';
import type { Assignment, Redirect } from '../../model/invocation.ts';
import type { ShellName } from '../../model/request.ts';
import type { Span, Word } from '../../model/word.ts';
import type { Ast } from '../parse/parse.ts';
import type { Frame } from './frame.ts';
import type { Recorder } from './recorder.ts';
import type { Variable } from './scope.ts';
import type { ScriptFiles } from './script-files.ts';
import type { Value } from './value.ts';

/** How a program word is looked up. */
export type Lookup =
  | 'shell' // functions, builtins, programs
  | 'no-functions' // after `command`
  | 'programs'; // what another program starts

/** A command about to be started: a program, a builtin or a function, with its words expanded. */
export interface ProgramStart {
  readonly argv: readonly Word[];
  readonly assignments: readonly Assignment[];
  readonly redirects: readonly Redirect[];
  readonly frame: Frame;
  readonly lookup: Lookup;
  /** its source text; absent = the words joined */
  readonly text?: string;
  readonly span?: Span;
  /** arguments that the grammar parsed as assignments: `declare x=(..)` */
  readonly declared?: ReadonlyMap<Word, Declared>;
  /** nothing is really started: the call in another language that does the same as this command */
  readonly standsFor?: string;
}

/** An assignment as an argument of `declare`, `export` and their like. */
export interface Declared {
  readonly name: string;
  readonly value: Value;
  /** all elements, where it is an array */
  readonly array?: Pick<Variable, 'value' | 'elements' | 'keys' | 'words' | 'list'>;
}

export interface CodeOptions {
  readonly shell?: ShellName;
  readonly positional?: readonly Word[];
}

/**
 * The abstract interpreter as its parts see it: expansion runs substitutions, builtins run code, code expands words.
 * Each part is a function with this as a parameter; `LineWalker` joins them.
 */
export interface Walker {
  readonly record: Recorder;
  readonly facts: Facts;
  readonly scripts: ScriptFiles;
  /** Walks statements in this frame. */
  runList(statements: Iterable<Ast.Statement>, frame: Frame): void;
  /** Walks one command of any kind. */
  runNode(node: Ast.Statement['command'] | Ast.CompoundList, frame: Frame): void;
  /** Parses text and walks it in this frame's own scope (`eval`, `source`). */
  runCode(text: string, frame: Frame, options?: CodeOptions): void;
  /** What `$(..)` prints. */
  substitute(script: Ast.ParsedScript | undefined, frame: Frame): Value;
  /** A word for `<(..)` or `>(..)`. */
  processSubstitution(part: Ast.ProcessSubstitutionPart, frame: Frame): Value;
  /** One program start. */
  start(start: ProgramStart): void;
}
