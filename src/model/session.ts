import type { Judgement } from './judge.ts';
import type { JsonObject } from './request.ts';
import type { Verdict } from './verdict.ts';

/** One decided call of a session. */
export interface SessionEvent {
  /** what the call is known by: its tool; for a shell command what each rule language calls the shell */
  readonly tools: readonly string[];
  /** base names of the programs that a command starts */
  readonly programs: readonly string[];
  readonly verdict: Verdict;
  /** it was let run, by rules or by a person */
  readonly ran: boolean;
  /** ids of the rules that matched; absent = none */
  readonly rules?: readonly string[];
  /** files are deleted, by its words; absent = not that is known */
  readonly deletes?: true;
  /** the same for each try of the same operation; only where a rule matched */
  readonly call?: string;
  readonly epochMs: number;
}

/** What a session has done so far: a value; `commit` makes the next one. Plain JSON. */
export interface Session {
  readonly id: string;
  /** as the caller last set them */
  readonly attributes: JsonObject;
  /** oldest first; the oldest are forgotten, see commit */
  readonly events: readonly SessionEvent[];
  /** calls that were let run */
  readonly counts: { readonly total: number; readonly tools: Readonly<Record<string, number>> };
  /** ids of rules whose trigger has held, even while they are switched off */
  readonly activated: readonly string[];
  /** ids of rules whose trigger may have held: the answer was `unknown` */
  readonly suspected: readonly string[];
  /** ids of rules that a person switched off for this session */
  readonly disabled: readonly string[];
  /** signatures of operations that a person approved */
  readonly approved: readonly string[];
  /** names of credentials whose use a person approved */
  readonly approvedCredentials: readonly string[];
  /** signatures of operations in approved plans: they run without a question */
  readonly planned: readonly string[];
  /** a plan that waits for its answer */
  readonly pendingPlan?: readonly PendingStep[];
}

export interface PendingStep {
  readonly signature: string;
  readonly credentials: readonly string[];
  /** signatures of the programs that the step starts, by which a shim, which sees only them, lets them run */
  readonly starts?: readonly string[];
  /** for the person who answers later; free of secrets */
  readonly what?: string;
}

/** The lists of a session that only ever gain and lose names. */
export const SESSION_LISTS = [
  'activated',
  'suspected',
  'disabled',
  'approved',
  'approvedCredentials',
  'planned',
] as const satisfies readonly (keyof Session)[];

export type SessionNames = { readonly [List in (typeof SESSION_LISTS)[number]]?: readonly string[] };

/** What makes the next session of one: plain JSON, kept as one line. Applied in the order of the fields. */
export interface SessionChange {
  /** nothing is left of what went before */
  readonly reset?: true;
  readonly event?: SessionEvent;
  readonly attributes?: JsonObject;
  readonly add?: SessionNames;
  readonly remove?: SessionNames;
  /** null = none waits any more */
  readonly pendingPlan?: readonly PendingStep[] | null;
}

export function newSession(id: string): Session {
  return {
    id,
    attributes: {},
    events: [],
    counts: { total: 0, tools: {} },
    activated: [],
    suspected: [],
    disabled: [],
    approved: [],
    approvedCredentials: [],
    planned: [],
  };
}

/** Who asks, and what went before. */
export interface Caller {
  readonly session: Session;
  /** the present call, as events name theirs */
  readonly call?: () => string;
  readonly sender: JsonObject | undefined;
  readonly context: JsonObject;
  /** answers of the judge; absent = it was not asked */
  readonly judged?: Judgement | undefined;
}
