import type { Caller } from '../../agents/hook.ts';
import type { Installed } from './own-server.ts';
import type { HookWorld } from './world.ts';

/** Where a call is made. `dialog`: it is about a dialog of the agent that is open, or about to open */
export interface CalledFrom {
  readonly cwd: string;
  readonly sessionId: string | undefined;
  readonly dialog?: { readonly transcript: string | undefined };
}

/** The machine that a hook runs on. Everything may throw: then the call is refused. */
export interface HookMachine extends Caller {
  /** where the hook was started */
  readonly cwd: string;
  /** settings of an agent's own; see SettingsContext */
  readSettings(path: string): unknown;
  /** see OwnServerContext */
  installed(): Installed | undefined;
  /** records a payload that could not be judged; never throws */
  recordBroken?(problem: string): void;
  /** a call of this session has ended; never throws */
  noteEnd?(line: string, sessionId: string): void;
  world(call: CalledFrom): HookWorld;
}
