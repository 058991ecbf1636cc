import type { Pattern } from '../model/policy.ts';
import type { SessionEvent } from '../model/session.ts';
import { triOf } from '../model/tri.ts';
import { isAsking } from '../model/verdict.ts';
import { matches } from '../patterns/match.ts';
import { defineCondition } from './condition.ts';
import type { Subject } from './subject.ts';

interface EarlierArgs {
  rule?: string | string[] | undefined;
  deletes?: true | undefined;
  ran?: boolean | undefined;
  within_seconds: number;
  min_count?: number | undefined;
}

interface EarlierData {
  readonly rules?: readonly Pattern[];
  readonly deletes?: true;
  /** absent = it does not matter */
  readonly ran?: boolean;
  readonly withinMs: number;
  readonly minCount: number;
}

function countOf(data: EarlierData, { caller }: Subject, now: number): number {
  const recent = caller.session.events.filter(({ epochMs }) => now - epochMs <= data.withinMs);
  return data.ran === false
    ? unsettled(data, recent, caller.call?.())
    : recent.filter((event) => isMeant(data, event)).length;
}

/** How many refused calls are no earlier try of this one, and were not approved since. */
function unsettled(data: EarlierData, events: readonly SessionEvent[], own: string | undefined): number {
  const settled = new Set([own]);
  const refused = [...events].reverse().filter((event) => {
    if (isApproved(event)) settled.add(event.call);
    return isMeant(data, event) && (event.call === undefined || !settled.has(event.call));
  });
  return refused.length;
}

/** Rules asked, and a person agreed. */
function isApproved({ verdict, ran }: SessionEvent): boolean {
  return ran && isAsking(verdict);
}

function isMeant({ rules, deletes, ran }: EarlierData, event: SessionEvent): boolean {
  if (ran !== undefined && event.ran !== ran) return false;
  if (deletes && !event.deletes) return false;
  return rules === undefined || (event.rules ?? []).some((id) => rules.some((rule) => matches(rule, id) === 'yes'));
}

/** Unlike `history` it asks for what the guard has looked at anyway: other calls are not recorded, and gates stay open. */
export const earlier = defineCondition<EarlierArgs, EarlierData>({
  type: 'earlier',
  summary:
    'Earlier calls of this session that a rule matched, or that deleted files: at least so many, no older than so many seconds. ' +
    'Other calls are not recorded for its sake. The present call is not counted, and with `ran: false` neither are earlier ' +
    'tries of it, nor refused calls that a person has approved since.',
  schema: (z) =>
    z
      .strictObject({
        rule: z
          .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
          .optional()
          .describe('rules that matched, by glob on PACK/NAME: `secrets/*`'),
        deletes: z.literal(true).optional().describe('it deleted files, by its words'),
        ran: z.boolean().optional().describe('true: it was let run; false: it was not; absent: either'),
        within_seconds: z.number().nonnegative().describe('how far back, in seconds'),
        min_count: z.number().int().positive().optional().describe('default 1'),
      })
      .refine(({ rule, deletes }) => (rule ?? deletes) !== undefined, 'at least one of rule, deletes'),
  lower: ({ rule, deletes, ran, within_seconds, min_count }, lowering) => ({
    withinMs: within_seconds * 1000,
    minCount: min_count ?? 1,
    ...(rule !== undefined && { rules: [rule].flat().map((one) => lowering.glob(one, 'text')) }),
    ...(deletes && { deletes }),
    ...(ran !== undefined && { ran }),
  }),
  evaluate: (data, subject, { at }) => triOf(countOf(data, subject, at.epochMs) >= data.minCount),
  says: ({ minCount, withinMs, ran, deletes }) => {
    const what = deletes ? 'deleted files' : 'one of the named rules matched';
    const how = ran === undefined ? '' : ran ? ' and that ran' : ' and that did not run';
    return `at least ${minCount} ${minCount === 1 ? 'call' : 'calls'} where ${what}${how}, within ${withinMs / 1000} s before`;
  },
  explain: (data, subject, { at }) =>
    `${countOf(data, subject, at.epochMs)} such within ${data.withinMs / 1000} s, needed: ${data.minCount}`,
  remembers: 'matches',
  ofLine: true,
  ofWorld: true,
});
