import type { Action, Environment } from '../model/request.ts';
import type { McpContract } from './mcp.ts';

/** A payload after JSON.parse; nothing in it is known to be there. */
export type Payload = Readonly<Record<string, unknown>>;

/** Who starts a hook, beyond what the payload tells. */
export interface Caller {
  readonly env: Environment;
  /** what the agent was started with, its own name first; empty = it is not in sight */
  commandLine(): readonly string[];
}

/** What an agent says that it is about to do. */
export interface HookRequest {
  /** empty = an event that there is nothing to say about */
  readonly calls: readonly Action[];
  /** as the payload has it; absent = where the hook was started */
  readonly cwd?: string | undefined;
  readonly sessionId?: string | undefined;
  /**
   * Does a dialog of the agent's own open on this event, and does a person sit there? Asked only where a rule wants a
   * question. Absent = no dialog that is known to ask.
   */
  readonly opensDialog?: () => boolean;
  /** writes other shell lines, one for each call, into what the agent runs; absent = this agent cannot */
  readonly rewrite?: (lines: readonly string[]) => unknown;
  /** what `rewrite` gives is the whole input of the only call: it may be another also where that is no shell line */
  readonly replacesInput?: true;
}

/** What the agent is told; each agent has words of its own for it. */
export type Reply =
  | { readonly kind: 'allow' }
  | { readonly kind: 'deny'; readonly reason: string }
  | { readonly kind: 'ask'; readonly reason: string }
  /** `input`: what `rewrite` gave */
  | { readonly kind: 'rewrite'; readonly input: unknown; readonly reason: string };

/** How a hook process ends. */
export interface HookOutput {
  readonly stdout: string;
  readonly stderr: string;
  readonly exit: number;
}

/** Where a hook was started, and the agent's own settings there. */
export interface SettingsContext {
  readonly env: Environment;
  readonly cwd: string;
  /** JSON with comments; undefined = not there. Throws where it cannot be read. */
  readSettings(path: string): unknown;
}

/** The contract of one agent's hook. */
export interface AgentHook {
  /** only payloads of this agent look like that; absent = none of its own are known */
  isFrom?(payload: Payload): boolean;
  /** `unknown` = not of a shape that this agent is known to send: refused */
  read(payload: Payload, caller: Caller): HookRequest | 'unknown';
  answer(reply: Reply, payload: Payload): HookOutput;
  /** what the person's settings say of a call that we let pass, where our entry keeps them from being asked; undefined = nothing against it */
  afterAllow?(payload: Payload, context: SettingsContext): HookOutput | undefined;
  /** puts a line for the person beside an answer, where there is a place that changes nothing of it; absent = in reasons alone */
  addNote?(output: HookOutput, note: string): HookOutput;
  /** MCP servers of this agent; absent = where they are registered, or how their tools are called, is not known */
  readonly mcp?: McpContract;
  /** refuses where the payload could not be read or the guard is broken: understood whatever the event is */
  refuse(reason: string): HookOutput;
}
