import { createSubject } from '../conditions/subject.ts';
import type { Decision, RuleTrace } from '../model/decision.ts';
import type { Facts } from '../model/facts.ts';
import type { Analysis, Invocation } from '../model/invocation.ts';
import type { Policy, RuleIndex } from '../model/policy.ts';
import type { Actor, Environment } from '../model/request.ts';
import { SEVERITIES, stricter, strictness } from '../model/verdict.ts';
import { isOfLine } from './evaluate.ts';
import { unsureVerdict } from './failure.ts';
import { matchRule } from './match-rule.ts';
import { candidatesFor, indexOf } from './rule-index.ts';

export interface DecideInput {
  readonly policy: Policy | RuleIndex;
  readonly analysis: Analysis;
  readonly actor: Actor;
  readonly cwd: string;
  readonly env: Environment;
  readonly facts: Facts;
  /** fill in what each condition found, for people */
  readonly detail?: boolean;
}

/** Policy x analysis x facts -> decision with its trace. Pure; deterministic; the only evaluator there is. */
export function decide(input: DecideInput): Decision {
  const { analysis } = input;
  const index = indexOf(input.policy);
  const trace: RuleTrace[] = [];
  for (const [at, invocation] of analysis.invocations.entries()) judgeInvocation(input, index, at, invocation, trace);
  if (index.unscoped.length > 0 && !isWholeLine(analysis)) judgeLine(input, index, trace);
  const decider = strictest(trace.filter((one) => one.end === 'matched' && !abstains(one, index)));
  const matched = decider?.verdict ?? 'allow';
  const verdict = analysis.unsure.map(unsureVerdict).reduce(stricter, matched);
  return {
    verdict,
    ...(decider !== undefined && verdict === matched && { decider }),
    trace,
    analysis,
    unsure: analysis.unsure,
  };
}

function judgeInvocation(
  input: DecideInput,
  index: RuleIndex,
  at: number,
  invocation: Invocation,
  trace: RuleTrace[],
): void {
  const candidates = candidatesFor(index, invocation);
  if (candidates.length === 0) return;
  const { analysis, actor, cwd, env, facts } = input;
  const options = { detail: input.detail ?? false };
  const real = createSubject({ analysis, invocation, cwd, env });
  for (const { rule, module, named, program } of candidates) {
    const subject = program === undefined ? real : createSubject({ analysis, invocation, cwd, env, program });
    trace.push(matchRule({ rule, module, subject, facts, actor, named, invocation: at, options }));
  }
}

/** Rules without `commands` also see the line as a whole, for text that spans several starts. */
function judgeLine(input: DecideInput, index: RuleIndex, trace: RuleTrace[]): void {
  const { analysis, actor, cwd, env, facts } = input;
  const subject = createSubject({ analysis, cwd, env });
  const options = { detail: input.detail ?? false };
  for (const { rule, module } of index.unscoped) {
    if (![...rule.when, ...rule.unless].every(isOfLine)) continue;
    trace.push(matchRule({ rule, module, subject, facts, actor, named: 'yes', invocation: undefined, options }));
  }
}

/** The only start in the line is the line: judging it twice would only say everything twice. */
function isWholeLine({ invocations, text }: Analysis): boolean {
  return invocations.length === 1 && invocations[0]?.text.trim() === text.trim();
}

/** A project's allow has no say beside other files: repositories may only tighten. */
function abstains(trace: RuleTrace, { modules }: RuleIndex): boolean {
  return trace.verdict === 'allow' && modules.find((one) => one.name === trace.module)?.tier === 'project';
}

/** Strictest verdict, then highest severity, then certain before uncertain, then order of evaluation. */
function strictest(matched: readonly RuleTrace[]): RuleTrace | undefined {
  let best: RuleTrace | undefined;
  for (const one of matched) if (best === undefined || order(one) > order(best)) best = one;
  return best;
}

function order({ verdict, rule, certainty }: RuleTrace): number {
  return (
    strictness(verdict) * 100 +
    (SEVERITIES.length - SEVERITIES.indexOf(rule.severity)) * 10 +
    (certainty === 'yes' ? 1 : 0)
  );
}
