import type { Environment } from '../model/request.ts';
import type { Asking } from './asking.ts';
import type { HookOutput, Payload } from './hook.ts';
import type { JsonPath } from './json-path.ts';

/** Where an agent's settings are, and the command that they register. */
export interface SetupContext {
  readonly home: string;
  readonly env: Environment;
  /** absolute: settings of this project instead of the person's */
  readonly project: string | undefined;
  /** the person's launcher; the same path for every version, because some agents store which command text was trusted */
  readonly launcher: string;
  /** a shell line that starts the launcher, or refuses; for a project without any path of the person */
  readonly command: string;
  /** the same, for an event beside which a dialog of the agent is open: it may take minutes */
  readonly atDialog: string;
  /** a shell line for an event after a call, which is never refused: it ends with 0 whatever is missing */
  readonly afterCall: string;
  /** the same as `command`, as an sh script */
  readonly script: string;
}

export interface JsonItem {
  readonly list: JsonPath;
  readonly value: object;
  /**
   * For lists where the first matching item wins: ours is inserted before the first item for which this is true.
   * absent = the agent runs every item; ours is appended
   */
  readonly mayHide?: (item: unknown) => boolean;
}

/** One file that the hook is registered in. */
export type AgentFile =
  /** settings that people edit: items of lists are added, all else stays untouched */
  | {
      readonly kind: 'json';
      readonly path: string;
      readonly items: readonly JsonItem[];
      /** required fields, added where they are missing */
      readonly fields?: Readonly<Record<string, string | number>>;
    }
  /** lines appended to a file that people edit */
  | { readonly kind: 'lines'; readonly path: string; readonly text: string }
  /** a file that safeshell owns whole */
  | { readonly kind: 'own'; readonly path: string; readonly text: string; readonly executable?: boolean };

/** Payloads that the launcher's sh gate may answer without Node. Nested fields are dotted: `tool_input.x`. */
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

/** A synthetic payload for `doctor --fire`. */
export interface Sample {
  readonly payload: Payload;
  /** variables that the agent sets for its hook, where `read` needs them */
  readonly env?: Environment;
}

export interface SampleCall {
  readonly line: string;
  readonly cwd: string;
  readonly session: string;
}

/** How the hook of one agent is registered. */
export interface AgentSetup {
  /** signs that a person uses it here: paths below the home directory, programs beside those of `process` */
  readonly found: { readonly paths: readonly string[]; readonly programs?: readonly string[] };
  files(context: SetupContext): readonly AgentFile[];
  /** how long the agent waits for our hook where its settings cannot say it, at least; absent = TIMEOUT_SECONDS */
  readonly timeoutSeconds?: number;
  /** the launcher's refusal where Node does not answer; absent = `hook.refuse` */
  readonly refuse?: (reason: string) => HookOutput;
  readonly gate?: GateShape;
  /** absent = `doctor --fire` cannot try it */
  readonly sample?: (call: SampleCall) => Sample;
  /**
   * How the agent starts what is registered; absent = a shell line. `file`: executes the file. `plugin`: imports a module into
   * its own process; the JavaScript does the same for `doctor --fire`, given `plugin` and the sample as `call`, and throws on a refusal
   */
  readonly starts?: 'program' | 'file' | { readonly plugin: string };
  /** absent = it starts every hook in the files that `files` names, as far as is known */
  readonly asking?: Asking;
  /** the first version that obeys everything we write. `program --version` prints it; `before`: what older ones do, as a predicate */
  readonly oldest?: { readonly program: string; readonly version: string; readonly before: string };
  /** cannot be registered in a project's settings */
  readonly onlyUser?: boolean;
  /** a manual step that remains after installing, one sentence */
  readonly next?: string;
}

/** The timeout that agents get for our hook. A call waits for its turn on a busy machine, and most agents run what no hook has answered. */
export const TIMEOUT_SECONDS = 120;
/** The same for agents whose documentation names none, and that take none. */
export const UNKNOWN_TIMEOUT_SECONDS = 10;
/** The same where our hook waits beside the agent's own open dialog, as long as that may be answered elsewhere. */
export const DIALOG_TIMEOUT_SECONDS = 3600;
