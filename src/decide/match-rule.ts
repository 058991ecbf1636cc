import { tildeForm } from '../conditions/path/candidates.ts';
import type { Subject } from '../conditions/subject.ts';
import type { ConditionTrace, RuleEnd, RuleTrace } from '../model/decision.ts';
import type { Facts } from '../model/facts.ts';
import type { ModuleHead, Pattern, Rule } from '../model/policy.ts';
import type { Actor } from '../model/request.ts';
import type { Tri } from '../model/tri.ts';
import { isRestrictive } from '../model/verdict.ts';
import { matches } from '../patterns/match.ts';
import { type EvaluateOptions, evaluateCondition } from './evaluate.ts';

/** A rule that may be about what is looked at. */
export interface Asked {
  readonly rule: Rule;
  readonly module: ModuleHead;
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

/** Evaluates one rule on one subject: trigger, actor, directory, conditions, exceptions; the first `no` ends it. */
export function matchRule(asked: Asked, look: Look): RuleTrace {
  const { rule, named } = asked;
  const { subject, facts, options } = look;
  const conditions: ConditionTrace[] = [];
  let certainty = named;
  const trigger = triggerAnswer(rule, look);
  const ended = (end: RuleEnd): RuleTrace => traceOf(asked, look, { end, certainty, conditions, trigger });

  if (isDisabled(asked, subject)) return ended('disabled');
  if (trigger !== undefined) {
    const awake = trigger === 'no' && isSuspected(rule, subject) ? 'unknown' : trigger;
    if (awake === 'no') return ended('asleep');
    if (awake === 'unknown') certainty = 'unknown';
  }
  if (rule.actor !== undefined && rule.actor !== look.actor) return ended('actor');
  const directory = directoryAnswer(rule, subject, facts);
  if (directory === 'no') return ended('directory');
  if (directory === 'unknown') certainty = 'unknown';
  const isRestricting = isRestrictive(rule.action);
  for (const condition of rule.when) {
    const trace = evaluateCondition(condition, subject, facts, options);
    conditions.push(trace);
    if (trace.result === 'no') return ended('condition');
    if (trace.result === 'unknown') certainty = 'unknown';
    if (trace.result === 'some' && !isRestricting) return ended('condition');
  }
  if (certainty === 'unknown' && !isRestrictive(rule.onUnknown ?? rule.action)) return ended('condition');
  for (const condition of rule.unless) {
    const trace = evaluateCondition(condition, subject, facts, options);
    conditions.push(trace);
    if (trace.result === 'yes') return ended('exception');
  }
  return ended('matched');
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
  let result: Tri = 'no';
  for (const pattern of rule.directory) {
    const one = isIn(pattern, cwd, facts);
    if (one === 'yes') return 'yes';
    if (one === 'unknown') result = 'unknown';
  }
  return result;
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
  { end, certainty, conditions, trigger }: Ending,
): RuleTrace {
  const verdict = certainty === 'unknown' ? (rule.onUnknown ?? rule.action) : rule.action;
  // one per rule and command: a spread takes ten times as long as all the rest
  const trace: Writable<RuleTrace> = { rule, module: module.name, end, certainty, verdict, conditions };
  if (invocation !== undefined) trace.invocation = invocation;
  if (subject.call !== undefined) trace.tool = subject.call.tool;
  if (trigger !== undefined) trace.trigger = trigger;
  return trace;
}

interface Ending extends Pick<RuleTrace, 'end' | 'certainty' | 'conditions'> {
  readonly trigger: Tri | undefined;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };
