export type Actor = 'ai' | 'human';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export type Environment = Readonly<Record<string, string | undefined>>;

/** The shell whose rules read a line; `unknown` = strictest reading. */
export type ShellName = 'bash' | 'sh' | 'dash' | 'zsh' | 'fish' | 'unknown';

/** What someone wants to do. */
export type Action =
  | { readonly kind: 'line'; readonly line: string; readonly shell?: ShellName }
  | { readonly kind: 'argv'; readonly argv: readonly string[] }
  | { readonly kind: 'tool'; readonly tool: string; readonly input: { readonly [key: string]: Json } };

export interface Request {
  readonly action: Action;
  /** absolute */
  readonly cwd: string;
  readonly env: Environment;
  readonly actor: Actor;
  /** local wall clock, the moment of asking */
  readonly at: LocalTime;
  readonly sessionId?: string;
  readonly session?: { readonly [key: string]: Json };
  readonly sender?: { readonly [key: string]: Json };
  /** free key/value map of the caller (seed 004) */
  readonly context?: { readonly [key: string]: Json };
}

/** Local wall time; no zone. `day` 0 = Sunday. `epochMs` orders events. */
export interface LocalTime {
  readonly epochMs: number;
  readonly minuteOfDay: number;
  readonly day: number;
}
