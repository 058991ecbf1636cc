import type { Problem } from '../model/errors.ts';
import type { Actor, Environment, JsonObject, ShellName } from '../model/request.ts';
import type { Session } from '../model/session.ts';
import type { DecisionJson } from '../text/decision-json.ts';

/** Whose rules, and who asks. */
export interface GuardOptions {
  /**
   * Rule files and texts of rule files, in any of the languages, that count beside the packs, as a person's own. Where neither
   * these nor `packs` are given: what is in force where a request is made (packs, managed, user, project), as for every
   * other door.
   */
  readonly rules?: readonly (string | RuleText)[];
  /**
   * Which packs count: those of these names alone, or none (`false`, `[]`), which needs `rules`. Absent: all that count without
   * being asked for.
   */
  readonly packs?: false | readonly string[];
  /** where requests are made that do not say so; default: the process's own */
  readonly cwd?: string;
  /** default: the process's own */
  readonly env?: Environment;
  /** default `ai`: rules for agents count */
  readonly actor?: Actor;
}

export interface RuleText {
  readonly text: string;
  /** what problems call it, and `NAME` in `NAME/RULE`; default `rules` */
  readonly name?: string;
}

/** A shell line (a plain text is one), the words of one program start, or a tool call. */
export type GuardRequest = string | LineRequest | ArgvRequest | CallRequest;

export interface Circumstances {
  readonly cwd?: string;
  readonly env?: Environment;
  readonly actor?: Actor;
  /** default: now */
  readonly at?: Date;
  /** who made the call: `{ name: 'orders-agent' }` */
  readonly sender?: Readonly<Record<string, unknown>>;
  /** free key/value map that rules may ask */
  readonly context?: Readonly<Record<string, unknown>>;
  /** what you say of the session: `{ user_role: 'intern' }` */
  readonly session?: Readonly<Record<string, unknown>>;
}

export interface LineRequest extends Circumstances {
  readonly line: string;
  /** whose rules read it; default: the strictest reading */
  readonly shell?: ShellName;
}

export interface ArgvRequest extends Circumstances {
  /** at least one word */
  readonly argv: readonly string[];
}

export interface CallRequest extends Circumstances {
  readonly tool: string;
  /** as the model gave it: what JSON can say of it counts */
  readonly input: Readonly<Record<string, unknown>>;
  /** the shell line that it runs, where the tool is your shell under another name than `Bash`, `exec` or `shell` */
  readonly line?: string;
  readonly shell?: ShellName;
}

/** What `safeshell check --json` prints. */
export interface GuardDecision extends Omit<DecisionJson, 'trace'> {
  /** what the tool is to be handed in place of its input, where a rule masks that; else null. See `redact` for what it prints. */
  readonly redacted_input: JsonObject | null;
}

/** What `safeshell explain --json` prints, and the same in words. */
export interface Explanation extends Required<DecisionJson>, GuardDecision {
  readonly text: string;
}

export interface Guard {
  /** Says what the rules say; starts, asks and writes nothing. Throws a GuardError where there are no valid rules. */
  check(request: GuardRequest): GuardDecision;
  /**
   * As `check`. Sentences of rules that no table can read, where the decision hangs on them, are put to the judge that
   * config.yaml names.
   */
  checkAsync(request: GuardRequest): Promise<GuardDecision>;
  /** Why: every program start, every rule that was asked, and what each condition found. Throws as `check` does. */
  explain(request: GuardRequest): Explanation;
  /** A session: rules on chains of calls, on counts, and those that wake up need one. `state`: where it goes on from. */
  session(state?: SessionState): GuardSession;
  /**
   * Reads the files again. Rules with errors throw a GuardError, and those from before stay in force. Rules that are in force
   * by their place on disk are always the present ones, also without it.
   */
  reload(): void;
  /** `decision`: after each, before the caller has it. Returns what ends it. What a listener throws, `check` throws. */
  on(event: 'decision', listener: (decision: GuardDecision, request: GuardRequest) => void): () => void;
}

/** Plain JSON; treat what is in it as ours. */
export type SessionState = Session;

/** One conversation of an agent. */
export interface GuardSession {
  readonly id: string;
  /**
   * As the guard's, with what went before; then remembers the call: as done where it may run (also in another form: `redirect`,
   * `redact`), as not done where it is denied. A question is open until `settle` says how it ended.
   */
  check(request: GuardRequest): GuardDecision;
  /** As the guard's, with what went before; then remembers the call, as `check` does. */
  checkAsync(request: GuardRequest): Promise<GuardDecision>;
  /** How a question ended that you asked of a person. False: the decision is no open question of this session. */
  settle(decision: GuardDecision, ran: boolean): boolean;
  /** As `check` would say it now; remembers nothing. */
  explain(request: GuardRequest): Explanation;
  /** Judges steps in order, each with the effects of the earlier ones; then waits for `answer` where one is needed. */
  plan(steps: readonly GuardRequest[]): PlanReview;
  /**
   * A person's answer to the plan: `all`, `deny`, or numbers of steps from 1. Approved steps run without a question from then
   * on. False: no plan waits, or it has no such step.
   */
  answer(answer: 'all' | 'deny' | readonly number[]): boolean;
  /** `/disable ID`, `/enable ID`, `/reset`, `/approve 1-3`, `/deny`: a person's words. False: not understood, or not possible. */
  say(words: string): boolean;
  /** To keep, and to go on from later. */
  readonly state: SessionState;
}

export interface PlanReview {
  readonly steps: readonly PlannedStep[];
  /** false: nothing stops any step */
  readonly needs_approval: boolean;
}

export interface PlannedStep extends GuardDecision {
  /** it does not run without an answer, or, where the verdict is `deny`, not at all */
  readonly gated: boolean;
  /** the rules that say so */
  readonly gates: readonly string[];
}

/** There are no valid rules to judge by. */
export class GuardError extends Error {
  readonly problems: readonly Problem[];

  constructor(message: string, problems: readonly Problem[]) {
    super(message);
    this.name = 'GuardError';
    this.problems = problems;
  }
}
