import type { Environment } from '../model/request.ts';
import type { HookOutput, Payload } from './hook.ts';
import type { JsonPath } from './json-path.ts';
import type { OffSwitches } from './off-switches.ts';

/** Where an agent's settings are, and what they are to start. */
export interface SetupContext {
  readonly home: string;
  readonly env: Environment;
  /** absolute: settings of this project instead of the person's */
  readonly project: string | undefined;
  /** the person's launcher; its path does not change with versions, because some agents trust the text of a command */
  readonly launcher: string;
  /** starts it, or refuses: one line for a shell. In a project it names no path of the person's */
  readonly command: string;
  /** the same as a file of sh */
  readonly script: string;
}

export interface JsonItem {
  readonly list: JsonPath;
  readonly value: object;
  /**
   * In this list the first that fits decides: ours goes in front of all such items, and none of them may stand before it.
   * absent = every item is asked, ours is added at the end
   */
  readonly mayHide?: (item: unknown) => boolean;
}

/** One file that the hook is registered in. */
export type AgentFile =
  /** settings that people edit: ours are items of lists, all else stays as it is */
  | {
      readonly kind: 'json';
      readonly path: string;
      readonly items: readonly JsonItem[];
      /** fields that have to be there, where they are not */
      readonly fields?: Readonly<Record<string, string | number>>;
    }
  /** lines at the end of a file that people edit */
  | { readonly kind: 'lines'; readonly path: string; readonly text: string }
  /** a file that is all ours */
  | { readonly kind: 'own'; readonly path: string; readonly text: string; readonly executable?: boolean };

/** Payloads whose lines the launcher may let pass by itself. Fields of an object inside are named with it: `tool_input.x`. */
export interface GateShape {
  /** fields that mark a call of the shell, with their values */
  readonly required: Readonly<Record<string, string>>;
  readonly line: string;
  readonly directory: string;
  readonly session: string;
  /** optional fields with a text */
  readonly strings: readonly string[];
  /** optional fields with a number, true, false or null */
  readonly scalars: readonly string[];
}

/** A call that an agent might send, for trying its hook out. */
export interface Sample {
  readonly payload: Payload;
  /** what it sets for its hook, where that is needed to read it */
  readonly env?: Environment;
}

export interface SampleCall {
  readonly line: string;
  readonly cwd: string;
  readonly session: string;
}

/** How one agent is made to ask. */
export interface AgentSetup {
  /** signs that a person uses it here: paths below the home directory, programs beside those of `process` */
  readonly found: { readonly paths: readonly string[]; readonly programs?: readonly string[] };
  files(context: SetupContext): readonly AgentFile[];
  /** what the launcher says where Node does not answer; absent = what the hook says where it cannot judge */
  readonly refuse?: (reason: string) => HookOutput;
  readonly gate?: GateShape;
  /** absent = `doctor --fire` cannot try it */
  readonly sample?: (call: SampleCall) => Sample;
  /**
   * How it starts what is registered; absent = as a line of sh. `file`: the file itself. `plugin`: as a module in its own
   * process, with JavaScript that does the same for a `sample`: `call`, with the module `plugin`; throws where that refuses
   */
  readonly starts?: 'program' | 'file' | { readonly plugin: string };
  readonly offSwitches?: OffSwitches;
  /** versions before do not obey all that we write. `program` tells its version; `before`: what they do, after their name */
  readonly oldest?: { readonly program: string; readonly version: string; readonly before: string };
  /** settings of a project cannot hold it */
  readonly onlyUser?: boolean;
  /** what is left for the person to do, one sentence */
  readonly next?: string;
}

/** Seconds that an agent is to wait; Node answers within one, or gives up after four. */
export const TIMEOUT_SECONDS = 10;
