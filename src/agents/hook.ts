import type { Action, Environment } from '../model/request.ts';
import type { McpContract } from './mcp.ts';

/** A parsed JSON payload; no field is validated. */
export type Payload = Readonly<Record<string, unknown>>;

/** The process that starts a hook. */
export interface Caller {
  readonly env: Environment;
  /** argv of the agent's process; empty = the process was not found */
  commandLine(): readonly string[];
}

/** A call of a shell that has ended. */
export interface EndedCall {
  readonly call: Extract<Action, { kind: 'tool' }>;
  /** what it printed; undefined = it has not failed, or the agent does not say */
  readonly output: string | undefined;
}

/** The calls that an agent is about to make. */
export interface HookRequest {
  /** empty = an event without a call to judge */
  readonly calls: readonly Action[];
  /** from the payload; absent = the working directory of the hook */
  readonly cwd?: string | undefined;
  /** absent = the event is about no call that has ended */
  readonly ended?: EndedCall | undefined;
  readonly sessionId?: string | undefined;
  /** the agent asks a person about these calls, which it has announced before; see AgentHook.dialog */
  readonly isDialog?: boolean;
  /** the file in which the agent notes results of its calls */
  readonly transcript?: string | undefined;
  /**
   * Does `ask` open a dialog of the agent that a person sees? Evaluated only where a rule requires approval.
   * Absent = no dialog is known.
   */
  readonly opensDialog?: () => boolean;
  /** replaces the shell line of each call; absent = the agent takes no replacement */
  readonly rewrite?: (lines: readonly string[]) => unknown;
  /** `rewrite` returns the whole input of the only call, so that a tool call without a shell line can be replaced as well */
  readonly replacesInput?: true;
}

/** The answer to the agent; each agent encodes it in its own format. */
export type Reply =
  | { readonly kind: 'allow' }
  | { readonly kind: 'deny'; readonly reason: string }
  | { readonly kind: 'ask'; readonly reason: string }
  /** `input`: the result of `rewrite` */
  | { readonly kind: 'rewrite'; readonly input: unknown; readonly reason: string };

/** What a hook process writes, and its exit status. */
export interface HookOutput {
  readonly stdout: string;
  readonly stderr: string;
  readonly exit: number;
}

/** The agent's settings, as seen from where its hook was started. */
export interface SettingsContext {
  readonly env: Environment;
  readonly cwd: string;
  /** JSON with comments; undefined = no such file. Throws where it cannot be read. */
  readSettings(path: string): unknown;
}

/** The answer to a dialog of the agent; without one the person answers it. */
export type DialogReply = { readonly kind: 'allow' } | { readonly kind: 'deny'; readonly reason: string };

export interface DialogSettings extends SettingsContext, Caller {
  /** whose settings may count: of the call, of its repository, and those above */
  readonly folders: readonly string[];
  /** texts of the files in a folder whose names end so; empty where there is none, undefined where one cannot be read */
  readFolder(path: string, end: string): readonly string[] | undefined;
}

/** An event for which the agent's own dialog about a call is open, or about to open. */
export interface AgentDialog {
  /** the dialog is open already and closes with our answer: waiting for a person elsewhere delays nobody */
  isOpen(payload: Payload, caller: Caller): boolean;
  /** a yes takes the line out of the agent's own sandbox, which stops more than a wall does */
  readonly leavesSandbox?: true;
  /**
   * May it ask for something else than that the line runs, or because a rule says so that a person wrote for the agent? Then only a
   * person answers. `programs`: base names of all that the line starts. What is not known may.
   */
  mayBeWanted(payload: Payload, programs: readonly string[], settings: DialogSettings): boolean;
  answer(reply: DialogReply): HookOutput;
}

/** The contract of one agent's hook. */
export interface AgentHook {
  /** is the payload of a shape that only this agent sends? absent = its payloads have no sign of their own */
  isFrom?(payload: Payload): boolean;
  /** `unknown` = not a shape that this agent is known to send; it is refused */
  read(payload: Payload, caller: Caller): HookRequest | 'unknown';
  answer(reply: Reply, payload: Payload): HookOutput;
  /** applies the person's own settings to an allowed call, where our entry in them shadows the others; undefined = no objection */
  afterAllow?(payload: Payload, context: SettingsContext): HookOutput | undefined;
  /** adds a line for the person without changing the answer; absent = only reasons of refusals can carry it */
  addNote?(output: HookOutput, note: string): HookOutput;
  /** tells the model something beside the answer to a call, without changing that; absent = as `addNote` */
  addContext?(output: HookOutput, text: string): HookOutput;
  /** tells the model something beside the output of a call that has ended; absent = no event of it takes that, or none was tried */
  tellEnd?(message: string): HookOutput;
  /** absent = it has no event for its dialogs, or none that was tried */
  readonly dialog?: AgentDialog;
  /** absent = unknown where its MCP servers are registered, or how their tools are named */
  readonly mcp?: McpContract;
  /** the refusal where the payload is unreadable or the guard is broken; valid for every event */
  refuse(reason: string): HookOutput;
}
