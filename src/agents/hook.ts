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

/** The calls that an agent is about to make. */
export interface HookRequest {
  /** empty = an event without a call to judge */
  readonly calls: readonly Action[];
  /** from the payload; absent = the working directory of the hook */
  readonly cwd?: string | undefined;
  /** the shell line of a call that has ended; absent = the event is no such */
  readonly ended?: string | undefined;
  readonly sessionId?: string | undefined;
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
  /** absent = unknown where its MCP servers are registered, or how their tools are named */
  readonly mcp?: McpContract;
  /** the refusal where the payload is unreadable or the guard is broken; valid for every event */
  refuse(reason: string): HookOutput;
}
