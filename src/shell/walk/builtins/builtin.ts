import type { Frame, Machine, Start } from '../../state/machine.ts';

/** A builtin that is being run: its start is recorded already. */
export interface Call {
  readonly start: Start;
  readonly index: number;
  readonly frame: Frame;
  readonly machine: Machine;
}

/** What a builtin does to the shell that runs it. */
export type Builtin = (call: Call) => void;
