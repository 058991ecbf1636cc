import { conditionFamily } from '../conditions/index.ts';
import { tildeForm } from '../conditions/path/candidates.ts';
import type { Subject } from '../conditions/subject.ts';
import type { ConditionTrace, RuleEnd, RuleTrace } from '../model/decision.ts';
import type { Facts } from '../model/facts.ts';
import type { Invocation } from '../model/invocation.ts';
import type { Condition, Pattern, Rule, RuleFileHeader } from '../model/policy.ts';
import type { Actor } from '../model/request.ts';
import { type Tri, triAny } from '../model/tri.ts';
import { isRestrictive } from '../model/verdict.ts';
import { matches } from '../patterns/match.ts';
import { type EvaluationContext, evaluateCondition } from './evaluate.ts';

/** A rule that may match the subject, by the program or the tools that it names. */
export interface Candidate {
  readonly rule: Rule;
  readonly module: RuleFileHeader;
  /** `unknown` where the program itself is dynamic and may be the one that the rule names */
  readonly named: Tri;
  /** the program whose option grammar reads the arguments, where the real one is not known */
  readonly program?: string;
}

/** What candidates are evaluated on: the same for all rules of one program start. */
export interface MatchContext extends EvaluationContext {
  readonly actor: Actor;
  readonly invocation: number | undefined;
}

/** Result so far of evaluating one rule. */
interface MatchState {
  certainty: Tri;
  conditions: ConditionTrace[];
  readonly trigger: Tri | undefined;
}

/** Evaluates one rule on one subject: trigger, actor, directory, conditions, exceptions; the first `no` ends it. */
export function matchRule(candidate: Candidate, context: MatchContext): RuleTrace {
  const state: MatchState = {
    certainty: candidate.named,
    conditions: [],
    trigger: triggerAnswer(candidate.rule, context),
  };
  return traceOf(candidate, context, endOf(candidate, context, state), state);
}

/** The rule is about what is typed and the start stands in a file, or the other way round. */
export function isOutOfScope({ inFiles }: Rule, invocation: Invocation | undefined): boolean {
  return inFiles !== undefined && (inFiles === 'only') !== (invocation?.inFile === true);
}

function endOf(candidate: Candidate, context: MatchContext, state: MatchState): RuleEnd {
  const { rule } = candidate;
  const { subject, facts } = context;
  if (isDisabled(candidate, subject)) return 'disabled';
  // inside a file nothing is claimed about a program that is not known
  if (subject.invocation?.inFile && subject.invocation.program === undefined) return 'condition';
  if (subject.invocation?.mayNotRun && isRestrictive(rule.action)) return 'condition';
  if (state.trigger !== undefined) {
    const active = state.trigger === 'no' && isSuspected(rule, subject) ? 'unknown' : state.trigger;
    if (active === 'no') return 'inactive';
    if (active === 'unknown') state.certainty = 'unknown';
  }
  if (rule.actor !== undefined && rule.actor !== context.actor) return 'actor';
  if (isOutOfScope(rule, subject.invocation)) return 'file';
  const directory = directoryAnswer(rule, subject, facts);
  if (directory === 'no') return 'directory';
  if (directory === 'unknown') state.certainty = 'unknown';
  const isRestricting = isRestrictive(rule.action);
  for (const condition of rule.when) {
    const result = evaluateAndTrace(condition, context, state);
    if (result === 'no') return 'condition';
    if (result === 'unknown') state.certainty = 'unknown';
    if (result === 'some' && !isRestricting) return 'condition';
  }
  if (state.certainty === 'unknown' && !countsUnknown(rule, state, subject)) return 'condition';
  for (const condition of rule.unless) {
    if (evaluateAndTrace(condition, context, state) === 'yes') return 'exception';
  }
  return rule.enforce === false ? 'watched' : 'matched';
}

/** Does `unknown` count as a match? Never for starts inside a script file: any file has words that are not known. */
function countsUnknown({ onUnknown, action }: Rule, { conditions }: MatchState, subject: Subject): boolean {
  if (subject.invocation?.inFile || !isRestrictive(onUnknown ?? action)) return false;
  return onUnknown !== undefined || !lacksEvidence(conditions, subject);
}

/**
 * The first condition about the words of the command has the subject of the rule. Where only unknown words could fulfil it,
 * the rule does not match: `git $X` could be any subcommand, and is no reset for that.
 */
function lacksEvidence(traces: readonly ConditionTrace[], subject: Subject): boolean {
  for (const trace of traces) {
    const evidence = evidenceIn([trace], subject);
    if (evidence.length > 0) return trace.result === 'unknown' && !evidence.includes(true);
  }
  return false;
}

/** For each evaluated condition about words: does a known word fulfil it? Conditions inside `not` are left out. */
function evidenceIn(traces: readonly ConditionTrace[], subject: Subject): readonly boolean[] {
  return traces.flatMap(({ condition, children = [] }) => {
    if (condition.op === 'not') return [];
    if (condition.op !== 'is') return evidenceIn(children, subject);
    return conditionFamily(condition.type)?.hasEvidence?.(condition.data, subject) ?? [];
  });
}

function evaluateAndTrace(condition: Condition, context: MatchContext, state: MatchState): ConditionTrace['result'] {
  const trace = evaluateCondition(condition, context);
  // most rules end at the first condition; pushing to an empty array would allocate room for many
  if (state.conditions.length === 0) state.conditions = [trace];
  else state.conditions.push(trace);
  return trace.result;
}

/** Evaluates the trigger on this call, which may activate the rule for itself; undefined = it needs no trigger any more. */
function triggerAnswer({ activation, id }: Rule, context: MatchContext): Tri | undefined {
  if (activation?.kind !== 'latched' || context.subject.caller.session.activated.includes(id)) return undefined;
  const { result } = evaluateCondition(activation.trigger, context);
  return result === 'some' ? 'yes' : result;
}

function isSuspected({ id }: Rule, { caller }: Subject): boolean {
  return caller.session.suspected.includes(id);
}

/** A person has switched the rule off for this session; only some rule languages have such switches. */
function isDisabled({ rule, module }: Candidate, { caller }: Subject): boolean {
  return module.hasSwitches === true && caller.session.disabled.includes(rule.id);
}

function directoryAnswer(rule: Rule, { cwd }: Subject, facts: Facts): Tri {
  if (rule.directory === undefined) return 'yes';
  if (cwd === undefined) return 'unknown';
  return triAny(rule.directory, (pattern) => isIn(pattern, cwd, facts));
}

function isIn(pattern: Pattern, cwd: string, facts: Facts): Tri {
  if (!/^~(\/|$)/.test(pattern.written)) return matches(pattern, cwd);
  if (facts.home === undefined) return 'unknown';
  const below = tildeForm(cwd, facts);
  return below === undefined ? 'no' : matches(pattern, below);
}

function traceOf(
  { rule, module }: Candidate,
  { subject, invocation }: MatchContext,
  end: RuleEnd,
  { certainty, conditions, trigger }: MatchState,
): RuleTrace {
  const verdict = certainty === 'unknown' ? (rule.onUnknown ?? rule.action) : rule.action;
  // built for each rule and start: object spreads took ten times as long as the rest of this function
  const { name } = module;
  const trace: Writable<RuleTrace> =
    invocation === undefined
      ? { rule, module: name, end, certainty, verdict, conditions }
      : { rule, module: name, end, certainty, verdict, conditions, invocation };
  if (subject.call !== undefined) trace.tool = subject.call.tool;
  if (trigger !== undefined) trace.trigger = trigger;
  return trace;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };
