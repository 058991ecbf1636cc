import { conditionFamily } from '../conditions/index.ts';
import type { Subject } from '../conditions/subject.ts';
import type { ConditionTrace } from '../model/decision.ts';
import type { Facts } from '../model/facts.ts';
import type { Condition } from '../model/policy.ts';
import { type Answer, answerNot } from '../model/tri.ts';

export interface EvaluateOptions {
  /** also explain what each condition found, for people */
  readonly detail: boolean;
}

/** Evaluates one condition of a rule with all that is nested in it. A type that this version lacks answers `unknown`. */
export function evaluateCondition(
  condition: Condition,
  subject: Subject,
  facts: Facts,
  options: EvaluateOptions,
): ConditionTrace {
  if (condition.op === 'is') return evaluateLeaf(condition, subject, facts, options);
  if (condition.op === 'not') {
    const child = evaluateCondition(condition.of, subject, facts, options);
    return { condition, result: answerNot(child.result), children: [child] };
  }
  return evaluateGroup(condition, condition.of, subject, facts, options);
}

/** Answers by how strongly each decides a group; the first of each list ends its evaluation. */
const STRENGTH = { all: ['no', 'unknown', 'some', 'yes'], any: ['yes', 'some', 'unknown', 'no'] } as const;

function evaluateGroup(
  condition: Extract<Condition, { op: 'all' | 'any' }>,
  of: readonly Condition[],
  subject: Subject,
  facts: Facts,
  options: EvaluateOptions,
): ConditionTrace {
  const order: readonly Answer[] = STRENGTH[condition.op];
  const children: ConditionTrace[] = [];
  let result = order.length - 1;
  for (const one of of) {
    const child = evaluateCondition(one, subject, facts, options);
    children.push(child);
    result = Math.min(result, order.indexOf(child.result));
    if (result === 0) break;
  }
  return { condition, result: order[result] as Answer, children };
}

function evaluateLeaf(
  condition: Extract<Condition, { op: 'is' }>,
  subject: Subject,
  facts: Facts,
  options: EvaluateOptions,
): ConditionTrace {
  const family = conditionFamily(condition.type);
  if (family === undefined) return { condition, result: 'unknown' };
  const result = family.evaluate(condition.data, subject, facts);
  return options.detail
    ? { condition, result, detail: family.explain(condition.data, subject, facts) }
    : { condition, result };
}

/** Can the condition be evaluated on a whole line, without a program start? */
export function isOfLine(condition: Condition): boolean {
  if (condition.op === 'is') return conditionFamily(condition.type)?.ofLine ?? false;
  return condition.op === 'not' ? isOfLine(condition.of) : condition.of.every(isOfLine);
}
