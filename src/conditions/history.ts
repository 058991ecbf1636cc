import type { Pattern, ToolTest } from '../model/policy.ts';
import type { SessionEvent } from '../model/session.ts';
import { type Tri, triOf } from '../model/tri.ts';
import { VERDICTS, type Verdict } from '../model/verdict.ts';
import { defineCondition, type Lowering } from './condition.ts';
import type { Subject } from './subject.ts';
import { namesTool, toolsText } from './tool.ts';
import {
  type Comparison,
  type ComparisonArgs,
  compare,
  comparisonShape,
  comparisonText,
  lowerComparison,
} from './value.ts';

export interface HistoryData {
  readonly tools?: readonly ToolTest[] | 'any';
  readonly programs?: readonly string[];
  readonly withinMs: number;
  readonly minCount: number;
  /** absent = calls that ran, whatever the verdict */
  readonly verdicts?: readonly Verdict[];
}

/** Events that match, and those that may: a pattern over their tool's name exceeded its limits. */
function countEvents(data: HistoryData, { caller }: Subject, now: number): { yes: number; maybe: number } {
  const count = { yes: 0, maybe: 0 };
  const { events } = caller.session;
  for (let i = events.length - 1; i >= 0; i--) {
    const event = events[i] as SessionEvent;
    if (now - event.epochMs > data.withinMs) continue;
    if (data.verdicts === undefined ? !event.ran : !data.verdicts.includes(event.verdict)) continue;
    const answer = isAbout(data, event);
    if (answer === 'yes') count.yes++;
    else if (answer === 'unknown') count.maybe++;
  }
  return count;
}

function isAbout({ tools, programs }: HistoryData, event: SessionEvent): Tri {
  if (programs !== undefined && !programs.some((program) => event.programs.includes(program))) return 'no';
  if (tools === undefined) return 'yes';
  return namesTool(tools, event.tools);
}

interface HistoryArgs {
  tool?: string | string[] | undefined;
  program?: string | string[] | undefined;
  within_seconds: number;
  min_count?: number | undefined;
  verdict?: Verdict | Verdict[] | undefined;
}

function lowerTools(tool: string | string[], lowering: Lowering): readonly (string | Pattern)[] {
  return [tool].flat().map((one) => (/[*?[]/.test(one) ? lowering.glob(one, 'text') : one));
}

export const history = defineCondition<HistoryArgs, HistoryData>({
  type: 'history',
  summary:
    'Earlier calls of this session: at least so many, no older than so many seconds (the last second included). ' +
    'Without `verdict` those count that were let run. The present call is not counted.',
  schema: (z) => {
    const names = (what: string) =>
      z
        .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
        .optional()
        .describe(what);
    return z
      .strictObject({
        tool: names('tools by whole name or glob; `shell` is the shell of any agent'),
        program: names('programs that a command started, by base name, whatever their words'),
        within_seconds: z.number().nonnegative().describe('how far back, in seconds'),
        min_count: z.number().int().positive().optional().describe('default 1'),
        verdict: z
          .union([z.enum(VERDICTS), z.array(z.enum(VERDICTS)).min(1)])
          .optional()
          .describe('what was decided on the earlier calls, whether they ran or not'),
      })
      .refine(({ tool, program }) => (tool ?? program) !== undefined, 'at least one of tool, program');
  },
  lower: ({ tool, program, within_seconds, min_count, verdict }, lowering) => ({
    withinMs: within_seconds * 1000,
    minCount: min_count ?? 1,
    ...(tool !== undefined && { tools: lowerTools(tool, lowering) }),
    ...(program !== undefined && { programs: [program].flat() }),
    ...(verdict !== undefined && { verdicts: [verdict].flat() }),
  }),
  evaluate: (data, subject, { at }) => {
    const { yes, maybe } = countEvents(data, subject, at.epochMs);
    if (yes >= data.minCount) return 'yes';
    return yes + maybe >= data.minCount ? 'unknown' : 'no';
  },
  says: ({ tools, programs, withinMs, minCount, verdicts }) => {
    const what = [
      ...(tools === undefined ? [] : [`of ${toolsText(tools)}`]),
      ...(programs === undefined ? [] : [`that started ${programs.join(' or ')}`]),
      verdicts === undefined ? 'that ran' : `decided as ${verdicts.join(' or ')}`,
    ];
    return `at least ${minCount} ${minCount === 1 ? 'call' : 'calls'} ${what.join(', ')}, within ${withinMs / 1000} s before`;
  },
  explain: (data, subject, { at }) => {
    const { yes } = countEvents(data, subject, at.epochMs);
    return `${yes} such ${yes === 1 ? 'call' : 'calls'} within ${data.withinMs / 1000} s, needed: ${data.minCount}`;
  },
  remembers: true,
  ofLine: true,
  ofWorld: true,
});

interface CounterData {
  readonly tool?: string;
  readonly comparison: Comparison;
}

function counted({ tool }: CounterData, { caller }: Subject): number {
  const { total, tools } = caller.session.counts;
  if (tool === undefined) return total;
  return Object.hasOwn(tools, tool) ? (tools[tool] as number) : 0;
}

export const counter = defineCondition<{ tool?: string | undefined } & ComparisonArgs, CounterData>({
  type: 'counter',
  summary:
    'How many calls of this session were let run so far, of one tool or of all. The present call is not counted.',
  schema: (z) =>
    z
      .strictObject({
        tool: z.string().min(1).optional().describe('whole name of a tool; `shell` is the shell of any agent'),
        ...comparisonShape(z),
      })
      .refine((args) => Object.keys(args).some((key) => key !== 'tool'), 'at least one of eq, gt, gte, lt, lte'),
  lower: ({ tool, ...args }) => ({ comparison: lowerComparison(args), ...(tool !== undefined && { tool }) }),
  evaluate: (data, subject) => triOf(compare(counted(data, subject), data.comparison)),
  says: ({ tool, comparison }) =>
    `calls ${tool === undefined ? '' : `of \`${tool}\` `}that ran ${comparisonText(comparison)}`,
  explain: (data, subject) => `${counted(data, subject)} ${data.tool ?? 'calls'} so far`,
  remembers: true,
  ofLine: true,
  ofWorld: true,
});
