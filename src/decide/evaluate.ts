import { conditionFamily } from '../conditions/index.ts';
import type { Subject } from '../conditions/subject.ts';
import type { ConditionTrace } from '../model/decision.ts';
import type { Facts } from '../model/facts.ts';
import type { Condition } from '../model/policy.ts';
import { type Answer, answerNot } from '../model/tri.ts';

export interface EvaluationContext {
  readonly subject: Subject;
  readonly facts: Facts;
  /** also explain what each condition found, for people */
  readonly detail: boolean;
}

/** Evaluates one condition of a rule with all that is nested in it. A type that this version lacks answers `unknown`. */
export function evaluateCondition(condition: Condition, context: EvaluationContext): ConditionTrace {
  if (condition.op === 'is') return evaluateLeaf(condition, context);
  if (condition.op === 'not') {
    const child = evaluateCondition(condition.of, context);
    return { condition, result: answerNot(child.result), children: [child] };
  }
  return evaluateGroup(condition, context);
}

/** Answers by how strongly each decides a group; the first of each list ends its evaluation. */
const STRENGTH = { all: ['no', 'unknown', 'some', 'yes'], any: ['yes', 'some', 'unknown', 'no'] } as const;

type Group = Extract<Condition, { op: 'all' | 'any' }>;
type Leaf = Extract<Condition, { op: 'is' }>;

function evaluateGroup(condition: Group, context: EvaluationContext): ConditionTrace {
  const order: readonly Answer[] = STRENGTH[condition.op];
  let children: ConditionTrace[] | undefined;
  let result = order.length - 1;
  for (const one of condition.of) {
    const child = evaluateCondition(one, context);
    // most groups end at the first; pushing to an empty array would allocate room for many
    if (children === undefined) children = [child];
    else children.push(child);
    result = Math.min(result, order.indexOf(child.result));
    if (result === 0) break;
  }
  return { condition, result: order[result] as Answer, children: children ?? [] };
}

function evaluateLeaf(condition: Leaf, { subject, facts, detail }: EvaluationContext): ConditionTrace {
  const family = conditionFamily(condition.type);
  if (family === undefined) return { condition, result: 'unknown' };
  const result = family.evaluate(condition.data, subject, facts);
  return detail ? { condition, result, detail: family.explain(condition.data, subject, facts) } : { condition, result };
}

/** Can the condition be evaluated on a whole line, without a program start? */
export function isOfLine(condition: Condition): boolean {
  if (condition.op === 'is') return conditionFamily(condition.type)?.ofLine ?? false;
  return condition.op === 'not' ? isOfLine(condition.of) : condition.of.every(isOfLine);
}
