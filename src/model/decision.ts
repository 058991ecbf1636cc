import type { Confinement } from './confinement.ts';
import type { Analysis, Doubt } from './invocation.ts';
import type { Operation } from './operation.ts';
import type { Condition, Rule } from './policy.ts';
import type { Proof } from './proof.ts';
import type { Redaction } from './redaction.ts';
import type { Answer, Tri } from './tri.ts';
import type { Losses } from './undo.ts';
import { isAsking, type Permission, strictness, type Verdict } from './verdict.ts';

/** The result of one condition of one rule, in the order of evaluation. */
export interface ConditionTrace {
  readonly condition: Condition;
  readonly result: Answer;
  /** what was found, for people: "branch is `main`"; only when details were asked for */
  readonly detail?: string;
  readonly children?: readonly ConditionTrace[];
}

/** Where the evaluation of a rule ended, in the order of evaluation. `watched`: it matched, and is not enforced. */
export type RuleEnd =
  | 'matched'
  | 'watched'
  | 'disabled'
  | 'inactive'
  | 'actor'
  | 'file'
  | 'directory'
  | 'condition'
  | 'exception';

/** The result of one rule on one subject. */
export interface RuleTrace {
  readonly rule: Rule;
  readonly module: string;
  /** index into Analysis.invocations; undefined = the line as a whole */
  readonly invocation?: number;
  /** the tool of the call, under the name that the rule matched */
  readonly tool?: string;
  readonly end: RuleEnd;
  /** `unknown`: the rule matched on an answer that is not known */
  readonly certainty: Tri;
  /** the verdict of this match; `onUnknown` applied */
  readonly verdict: Verdict;
  /** how the trigger of an inactive rule came out on this operation; absent = the rule has none, or is activated already */
  readonly trigger?: Tri;
  /** the last one ended the rule where it did not match */
  readonly conditions: readonly ConditionTrace[];
}

/** What runs instead of an invocation. */
export interface Replacement {
  readonly argv: readonly string[];
  /** index into Analysis.invocations */
  readonly invocation: number;
}

/** What the rules would say if all were enforced; the fields are those of a decision. */
export interface Watched {
  readonly verdict: Verdict;
  readonly decider?: RuleTrace;
  readonly byDefault?: string;
  readonly unsure: readonly Doubt[];
}

export interface Decision {
  /** whether it runs */
  readonly verdict: Permission;
  /** how it runs, whatever the verdict is; absent = as it is */
  readonly redaction?: Redaction;
  /** the same: absent = it may write wherever it may */
  readonly confinement?: Confinement;
  /** the match that decided; undefined = no rule matched, or the line was not understood (see `unsure`) */
  readonly decider?: RuleTrace;
  /** the module whose default applies, as no rule matched */
  readonly byDefault?: string;
  /** rules that are not enforced would have made it stricter, so; absent = they change nothing */
  readonly watched?: Watched;
  /** every rule that was evaluated, in order of evaluation */
  readonly trace: readonly RuleTrace[];
  readonly analysis: Analysis;
  /** what was not understood and by itself asks for approval */
  readonly unsure: readonly Doubt[];
  readonly replacement?: Replacement;
  /** what the request does; only where a rule asked */
  readonly operations?: readonly Operation[];
  /** see operationSignature; only in sessions that remember operations */
  readonly signature?: string;
  /** names the call among those of its session; only where a rule matched */
  readonly call?: string;
  /** rules ask, but the operation is part of an approved plan */
  readonly planned?: boolean;
  /** what it would destroy; only where somebody is asked or told */
  readonly losses?: Losses;
  /** the deciding rule's message with its placeholders filled */
  readonly message?: string;
  /** whether nobody need be asked about it; only where that was asked for, see World.autoApprove */
  readonly proof?: Proof;
}

/** The decision in the one word that rules, cases, `--json` and the record use. */
export function verdictWord({
  verdict,
  redaction,
  confinement,
}: Pick<Decision, 'verdict' | 'redaction' | 'confinement'>): Verdict {
  if (verdict !== 'allow') return verdict;
  if (redaction !== undefined) return 'redact';
  return confinement === undefined ? 'allow' : 'confine';
}

/** It matched, be it enforced or not. */
export function hasMatched({ end }: Pick<RuleTrace, 'end'>): boolean {
  return end === 'matched' || end === 'watched';
}

/** All that matched, as if all rules were enforced. */
export function matchesOf({ trace }: Pick<Decision, 'trace'>): readonly RuleTrace[] {
  return trace.filter(hasMatched).map((one) => ({ ...one, end: 'matched' }));
}

/** The strictest of them, where it is stricter than this verdict. */
export function watchedBeyond(verdict: Verdict, all: readonly (Watched | undefined)[]): Watched | undefined {
  return all.reduce<Watched | undefined>(
    (most, one) => (one && strictness(one.verdict) > strictness(most?.verdict ?? verdict) ? one : most),
    undefined,
  );
}

/** The matches that ask a person; each of them needs an approval before the request may run. */
export function askingMatches({ trace }: Pick<Decision, 'trace'>): readonly RuleTrace[] {
  return trace.filter(({ end, verdict }) => end === 'matched' && isAsking(verdict));
}
