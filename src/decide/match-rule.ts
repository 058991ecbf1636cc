import { conditionFamily } from '../conditions/index.ts';
import { tildeForm } from '../conditions/path/candidates.ts';
import type { Subject } from '../conditions/subject.ts';
import type { ConditionTrace, RuleEnd, RuleTrace } from '../model/decision.ts';
import type { Facts } from '../model/facts.ts';
import type { Condition, Pattern, Rule, RuleFileHeader } from '../model/policy.ts';
import type { Actor } from '../model/request.ts';
import { type Tri, triAny } from '../model/tri.ts';
import { isRestrictive } from '../model/verdict.ts';
import { matches } from '../patterns/match.ts';
import { type EvaluateOptions, evaluateCondition } from './evaluate.ts';

/** A rule that may be about what is looked at. */
export interface Asked {
  readonly rule: Rule;
  readonly module: RuleFileHeader;
  /** `unknown` where the program itself is dynamic and may be the one that the rule names */
  readonly named: Tri;
}

/** What it is asked of: the same for all rules of one program start. */
export interface Look {
  readonly subject: Subject;
  readonly facts: Facts;
  readonly actor: Actor;
  readonly invocation: number | undefined;
  readonly options: EvaluateOptions;
}

/** How far the evaluation of one rule has come. */
interface Course {
  certainty: Tri;
  conditions: ConditionTrace[];
  readonly trigger: Tri | undefined;
}

/** Evaluates one rule on one subject: trigger, actor, directory, conditions, exceptions; the first `no` ends it. */
export function matchRule(asked: Asked, look: Look): RuleTrace {
  const course: Course = { certainty: asked.named, conditions: [], trigger: triggerAnswer(asked.rule, look) };
  return traceOf(asked, look, endOf(asked, look, course), course);
}

function endOf(asked: Asked, look: Look, course: Course): RuleEnd {
  const { rule } = asked;
  const { subject, facts } = look;
  if (isDisabled(asked, subject)) return 'disabled';
  if (course.trigger !== undefined) {
    const awake = course.trigger === 'no' && isSuspected(rule, subject) ? 'unknown' : course.trigger;
    if (awake === 'no') return 'asleep';
    if (awake === 'unknown') course.certainty = 'unknown';
  }
  if (rule.actor !== undefined && rule.actor !== look.actor) return 'actor';
  const directory = directoryAnswer(rule, subject, facts);
  if (directory === 'no') return 'directory';
  if (directory === 'unknown') course.certainty = 'unknown';
  const isRestricting = isRestrictive(rule.action);
  for (const condition of rule.when) {
    const result = asks(condition, look, course);
    if (result === 'no') return 'condition';
    if (result === 'unknown') course.certainty = 'unknown';
    if (result === 'some' && !isRestricting) return 'condition';
  }
  if (course.certainty === 'unknown' && !countsUnknown(rule, course, subject)) return 'condition';
  for (const condition of rule.unless) {
    if (asks(condition, look, course) === 'yes') return 'exception';
  }
  return 'matched';
}

/** Is an answer that is not known as good as a match? A file that is only run may hold anything: there it never is. */
function countsUnknown({ onUnknown, action }: Rule, { conditions }: Course, subject: Subject): boolean {
  if (subject.invocation?.inFile || !isRestrictive(onUnknown ?? action)) return false;
  return onUnknown !== undefined || !lacksEvidence(conditions, subject);
}

/**
 * What a rule is about says the first of its conditions that asks for words. Where only words that are not known may fulfil
 * it, nothing speaks for the rule: `git $X` is no reset because it could be one.
 */
function lacksEvidence(traces: readonly ConditionTrace[], subject: Subject): boolean {
  for (const trace of traces) {
    const evidence = evidenceIn([trace], subject);
    if (evidence.length > 0) return trace.result === 'unknown' && !evidence.includes(true);
  }
  return false;
}

/** Of each condition that asks for words and was evaluated: is any of them there? What must not hold is left out. */
function evidenceIn(traces: readonly ConditionTrace[], subject: Subject): readonly boolean[] {
  return traces.flatMap(({ condition, children = [] }) => {
    if (condition.op === 'not') return [];
    if (condition.op !== 'is') return evidenceIn(children, subject);
    return conditionFamily(condition.type)?.hasEvidence?.(condition.data, subject) ?? [];
  });
}

function asks(condition: Condition, { subject, facts, options }: Look, course: Course): ConditionTrace['result'] {
  const trace = evaluateCondition(condition, subject, facts, options);
  // most rules end at the first; a list that grows makes room for many
  if (course.conditions.length === 0) course.conditions = [trace];
  else course.conditions.push(trace);
  return trace.result;
}

/** Of the operation at hand, which counts for its own check; undefined = the rule is awake without it. */
function triggerAnswer({ activation, id }: Rule, { subject, facts, options }: Look): Tri | undefined {
  if (activation?.kind !== 'latched' || subject.caller.session.activated.includes(id)) return undefined;
  const { result } = evaluateCondition(activation.trigger, subject, facts, options);
  return result === 'some' ? 'yes' : result;
}

function isSuspected({ id }: Rule, { caller }: Subject): boolean {
  return caller.session.suspected.includes(id);
}

/** Only in the language whose rules are made to be switched off. */
function isDisabled({ rule, module }: Asked, { caller }: Subject): boolean {
  return module.dialect === 'carapace' && caller.session.disabled.includes(rule.id);
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
  { rule, module }: Asked,
  { subject, invocation }: Look,
  end: RuleEnd,
  { certainty, conditions, trigger }: Course,
): RuleTrace {
  const verdict = certainty === 'unknown' ? (rule.onUnknown ?? rule.action) : rule.action;
  // one per rule and command: a spread takes ten times as long as all the rest
  const trace: Writable<RuleTrace> = { rule, module: module.name, end, certainty, verdict, conditions };
  if (invocation !== undefined) trace.invocation = invocation;
  if (subject.call !== undefined) trace.tool = subject.call.tool;
  if (trigger !== undefined) trace.trigger = trigger;
  return trace;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };
