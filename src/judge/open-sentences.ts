import { escalationOf } from '../decide/escalation.ts';
import { type ConditionTrace, type Decision, hasMatched, type RuleTrace } from '../model/decision.ts';
import type { JudgedSentence } from '../model/judge.ts';
import type { Condition } from '../model/policy.ts';

/** A sentence that a decision could not do without, and did without. */
export interface OpenSentence extends JudgedSentence {
  /** id of its rule */
  readonly rule: string;
}

/**
 * The sentences that nobody has read yet and that the decision hangs on, each once. None where a rule denies in any case: no
 * answer would change that.
 */
export function openSentences(decision: Decision): readonly OpenSentence[] {
  const { trace, verdict } = decision;
  if (verdict === 'deny') return [];
  const escalation = escalationOf(decision);
  if (escalation !== undefined) {
    return [{ ...escalation, rule: decision.decider?.rule.id ?? decision.byDefault ?? '' }];
  }
  const found = trace.filter((one) => hasMatched(one) && one.certainty === 'unknown').flatMap(ofRule);
  return [...new Map(found.map((one) => [JSON.stringify([one.rule, one.role, one.sentence]), one])).values()];
}

function ofRule({ rule, trigger, conditions }: RuleTrace): readonly OpenSentence[] {
  const { activation } = rule;
  const triggers = trigger === 'unknown' && activation?.kind === 'latched' ? leaves(activation.trigger) : [];
  return [...triggers, ...conditions.flatMap(openIn)].map((one) => ({ rule: rule.id, ...one }));
}

function openIn({ condition, result, children }: ConditionTrace): readonly JudgedSentence[] {
  if (result !== 'unknown') return [];
  return children === undefined ? leaves(condition) : children.flatMap(openIn);
}

/** Read by nobody, or read as operations that are only possible here. */
function sentenceOf({ type, data }: Condition & { op: 'is' }): JudgedSentence | undefined {
  if (type === 'judge') return data as JudgedSentence;
  if (type !== 'operation') return undefined;
  const { sentence, role = 'effect' } = data as { sentence?: string; role?: JudgedSentence['role'] };
  return sentence === undefined ? undefined : { sentence, role };
}

function leaves(condition: Condition): readonly JudgedSentence[] {
  if (condition.op === 'is') return [sentenceOf(condition) ?? []].flat();
  return condition.op === 'not' ? leaves(condition.of) : condition.of.flatMap(leaves);
}
