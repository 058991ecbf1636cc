import type { Condition, Policy, Rule, RuleFile } from '../model/policy.ts';
import { VERDICTS } from '../model/verdict.ts';
import { plural } from './plural.ts';

/** Of all files together. */
export function countRules({ modules }: Policy): number {
  return modules.reduce((sum, { rules }) => sum + rules.length, 0);
}

/** One line on what was loaded: `team.yaml (claudecube): 6 rules: 3 deny, 3 allow; otherwise escalate`. */
export function moduleSummary({ file, dialect, rules, unmatched, shellTool }: RuleFile): string {
  const counts = VERDICTS.map((verdict) => [verdict, rules.filter(({ action }) => action === verdict).length] as const);
  const parts = counts.filter(([, count]) => count > 0).map(([verdict, count]) => `${count} ${verdict}`);
  const rest = shellTool === undefined ? '' : `; otherwise ${unmatched}`;
  const total = plural(rules.length, 'rule');
  const judged = rules.filter(needsJudge).length;
  const judge = judged === 0 ? '' : `; ${judged} of them ${judged === 1 ? 'needs' : 'need'} a judge`;
  return `${file} (${dialect}): ${[total, parts.join(', ')].filter(Boolean).join(': ')}${judge}${rest}`;
}

function needsJudge({ activation, when, unless }: Rule): boolean {
  const trigger = activation?.kind === 'latched' ? [activation.trigger] : [];
  return [...trigger, ...when, ...unless].some(isJudged);
}

function isJudged(condition: Condition): boolean {
  if (condition.op === 'is') return condition.type === 'judge';
  return condition.op === 'not' ? isJudged(condition.of) : condition.of.some(isJudged);
}
