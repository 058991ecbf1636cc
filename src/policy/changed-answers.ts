import { verdictWord } from '../model/decision.ts';
import type { Policy } from '../model/policy.ts';
import type { Verdict } from '../model/verdict.ts';
import type { RuleEntry } from './catalogue.ts';
import { decideExample } from './examples.ts';
import { examplesOf } from './rule-examples.ts';

interface Answer {
  readonly verdict: Verdict;
  /** who decides; undefined = no rule */
  readonly rule: string | undefined;
}

/** An example of a rule with its decisions before and after a change. */
export interface ChangedAnswer {
  readonly command: string;
  readonly before: Answer;
  readonly after: Answer;
}

const MOST_LINES = 6;

/** Of the first rules their first examples that are answered otherwise, in the made-up world of examples. */
export function changedAnswers(rules: readonly RuleEntry[], before: Policy, after: Policy): readonly ChangedAnswer[] {
  const each = Math.max(1, Math.floor(MOST_LINES / rules.length));
  return rules.slice(0, MOST_LINES).flatMap((entry) => {
    const { actor = 'ai' } = entry.rule;
    const answer = (command: string, policy: Policy): Answer => {
      const decision = decideExample(command, actor, policy);
      return { verdict: verdictWord(decision), rule: decision.decider?.rule.id };
    };
    return examplesOf(entry)
      .match.map((command) => ({ command, before: answer(command, before), after: answer(command, after) }))
      .filter((one) => one.before.verdict !== one.after.verdict || one.before.rule !== one.after.rule)
      .slice(0, each);
  });
}
