export type Actor = 'ai' | 'human';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export type Environment = Readonly<Record<string, string | undefined>>;

/** The shell whose rules read a line; `unknown` = strictest reading. */
export type ShellName = 'bash' | 'sh' | 'dash' | 'zsh' | 'fish' | 'powershell' | 'unknown';

export type JsonObject = { readonly [key: string]: Json };

/** A tool call of an agent. */
export interface ToolCall {
  readonly tool: string;
  readonly input: JsonObject;
  /** the shell line that it runs: the tool is the agent's shell, under whatever name */
  readonly line?: string;
  /** its server declares that it destroys (`destructiveHint`) */
  readonly isDestructive?: true;
}

/** What someone wants to do. */
export type Action =
  | { readonly kind: 'line'; readonly line: string; readonly shell?: ShellName }
  /** `isShell`: a tool started it as its shell, so rules about tool calls see the line that it is handed */
  | { readonly kind: 'argv'; readonly argv: readonly string[]; readonly isShell?: true }
  | ({ readonly kind: 'tool'; readonly shell?: ShellName } & ToolCall);

export interface Request {
  readonly action: Action;
  /** absolute */
  readonly cwd: string;
  readonly env: Environment;
  readonly actor: Actor;
  /** local wall clock, the moment of asking */
  readonly at: LocalTime;
  readonly sessionId?: string;
  /** attributes of the session, set by the caller: its role, its risk */
  readonly session?: JsonObject;
  readonly sender?: JsonObject;
  /** free key/value map of the caller */
  readonly context?: JsonObject;
}

/** Local wall time; no zone. `day` 0 = Sunday. `epochMs` orders events. */
export interface LocalTime {
  readonly epochMs: number;
  readonly minuteOfDay: number;
  readonly day: number;
}
