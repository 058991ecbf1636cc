import type { Wrapper } from '../../model/invocation.ts';
import type { Leaving } from './exits.ts';
import type { Feed, Sink } from './feed.ts';
import type { Scope, Variable } from './scope.ts';

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
