import type { Analysis, Unsure } from './invocation.ts';
import type { Rule } from './policy.ts';
import type { Tri } from './tri.ts';
import type { Verdict } from './verdict.ts';

/** How one condition of one rule came out, in the order of evaluation. */
export interface ConditionTrace {
  /** one phrase that reads after "because": "branch is `main`" */
  readonly explain: string;
  readonly result: Tri;
  readonly children?: readonly ConditionTrace[];
}

/** How one rule came out on one subject. The last entry of `conditions` ended it where it did not match. */
export interface RuleTrace {
  readonly rule: Rule;
  readonly module: string;
  /** index into Analysis.invocations; undefined = the line as a whole */
  readonly invocation?: number;
  readonly matched: boolean;
  /** `yes`, or `unknown` where the rule matched because an answer could not be known */
  readonly certainty: Tri;
  /** the verdict this match asks for; `onUnknown` applied */
  readonly verdict: Verdict;
  readonly conditions: readonly ConditionTrace[];
}

export interface Decision {
  readonly verdict: Verdict;
  /** undefined = no rule matched, or the line was not understood (see `unsure`) */
  readonly decider?: RuleTrace;
  /** every rule that was evaluated, matches first */
  readonly trace: readonly RuleTrace[];
  readonly analysis: Analysis;
  /** what was not understood and by itself asks for approval */
  readonly unsure: readonly Unsure[];
  /** for `redirect`: what runs instead; itself decided. Words are resolved values. */
  readonly replacement?: { readonly argv: readonly string[] };
  /** the sentence for a person, placeholders filled */
  readonly message?: string;
}
