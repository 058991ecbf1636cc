import type { Frame } from '../../state/frame.ts';
import type { ProgramStart, Walker } from '../../state/walker.ts';

/** A builtin that is being run: its start is recorded already. */
export interface Call {
  readonly start: ProgramStart;
  readonly index: number;
  readonly frame: Frame;
  readonly walker: Walker;
}

/** What a builtin does to the shell that runs it. */
export type Builtin = (call: Call) => void;
