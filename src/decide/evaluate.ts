import { conditionFamily } from '../conditions/index.ts';
import type { Subject } from '../conditions/subject.ts';
import type { ConditionTrace } from '../model/decision.ts';
import type { Facts } from '../model/facts.ts';
import type { Condition } from '../model/policy.ts';
import { type Tri, triNot } from '../model/tri.ts';

export interface EvaluateOptions {
  /** also say what was found, for people */
  readonly detail: boolean;
}

/** One condition of a rule, with all that is inside it. A condition type that this version lacks is unknown. */
export function evaluateCondition(
  condition: Condition,
  subject: Subject,
  facts: Facts,
  options: EvaluateOptions,
): ConditionTrace {
  if (condition.op === 'is') return evaluateLeaf(condition, subject, facts, options);
  if (condition.op === 'not') {
    const child = evaluateCondition(condition.of, subject, facts, options);
    return { condition, result: triNot(child.result), children: [child] };
  }
  const ends: Tri = condition.op === 'all' ? 'no' : 'yes';
  const children: ConditionTrace[] = [];
  let result: Tri = triNot(ends);
  for (const one of condition.of) {
    const child = evaluateCondition(one, subject, facts, options);
    children.push(child);
    if (child.result === ends) return { condition, result: ends, children };
    if (child.result === 'unknown') result = 'unknown';
  }
  return { condition, result, children };
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

/** Can the condition be asked of a whole line, where no single program start is at hand? */
export function isOfLine(condition: Condition): boolean {
  if (condition.op === 'is') return conditionFamily(condition.type)?.ofLine ?? false;
  return condition.op === 'not' ? isOfLine(condition.of) : condition.of.every(isOfLine);
}
