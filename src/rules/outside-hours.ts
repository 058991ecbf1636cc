import type { Condition } from '../model/policy.ts';
import type { ProblemList } from './problems.ts';

/**
 * "Outside 9 to 18" and "not Mon-Fri" in one rule hold at weekend nights alone, where an author hardly means less than the one or
 * the other.
 */
export function noticeOutsideHours(when: readonly Condition[], path: readonly PropertyKey[], list: ProblemList): void {
  if (!isNegated(when, 'time_of_day') || !isNegated(when, 'day_of_week')) return;
  list.add('doubtful', path, {
    level: 'notice',
    subject: 'time_of_day: "!.." with day_of_week: "!.."',
    expected: 'two rules, where either is enough: both must hold, so this one is only about those hours of those days',
    help: 'copy the rule, and leave `time_of_day` in one and `day_of_week` in the other',
  });
}

function isNegated(when: readonly Condition[], type: string): boolean {
  return when.some(
    (one) => one.op === 'is' && one.type === type && (one.data as { negated?: boolean }).negated === true,
  );
}
