import type { Module } from '../model/policy.ts';
import { VERDICTS } from '../model/verdict.ts';

/** One line on what was loaded: `team.yaml (claudecube): 6 rules: 3 deny, 3 allow; otherwise escalate`. */
export function moduleSummary({ file, dialect, rules, unmatched, shellTool }: Module): string {
  const counts = VERDICTS.map((verdict) => [verdict, rules.filter(({ action }) => action === verdict).length] as const);
  const parts = counts.filter(([, count]) => count > 0).map(([verdict, count]) => `${count} ${verdict}`);
  const rest = shellTool === undefined ? '' : `; otherwise ${unmatched}`;
  const total = `${rules.length} ${rules.length === 1 ? 'rule' : 'rules'}`;
  return `${file} (${dialect}): ${[total, parts.join(', ')].filter(Boolean).join(': ')}${rest}`;
}
