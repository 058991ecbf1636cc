import { type Tri, triOf } from '../model/tri.ts';
import { defineCondition } from './condition.ts';
import type { Subject } from './subject.ts';

export const JUDGED_ROLES = ['trigger', 'effect'] as const;

export interface JudgeData {
  readonly sentence: string;
  /** `trigger` = about all that the session has done; `effect` = about the present operation */
  readonly role: (typeof JUDGED_ROLES)[number];
}

const SPEAKS_OF_READING =
  /\b(read|view|open|see|look|list|search|access|inspect|print|show|display|contents?)(s|es|ed|ing)?\b|\b(every|any|no)thing\b|\b(all|any|every|each) (operation|command|action|tool|call|activity|use)/i;

/**
 * The answer of a judge; without one `unknown`, so that the rule asks a person. Plain reading of local files answers `no` where the
 * sentence does not mention reading; a trigger is about the whole session, which is not visible here, so it stays `unknown`.
 */
function evaluateJudge({ sentence, role }: JudgeData, subject: Subject): Tri {
  const said = subject.caller.judged?.({ sentence, role });
  if (said !== undefined) return triOf(said.applies);
  if (role === 'trigger' || SPEAKS_OF_READING.test(sentence)) return 'unknown';
  const operations = subject.operations() ?? [];
  const isPlainReading =
    operations.length > 0 &&
    operations.every(({ type, confidence, event }) => type === 'read_local' && confidence === 1 && event === undefined);
  return isPlainReading ? 'no' : 'unknown';
}

export const judge = defineCondition<{ sentence: string; role?: JudgeData['role'] | undefined }, JudgeData>({
  type: 'judge',
  summary:
    'A sentence in plain English that has to be understood. Without a judge the answer is not known, so that a rule asks; ' +
    'plain reading of local files goes on where the sentence does not speak of it.',
  primary: 'sentence',
  schema: (z) =>
    z.strictObject({
      sentence: z.string().min(1).describe('what must be true'),
      role: z
        .enum(JUDGED_ROLES)
        .optional()
        .describe('`effect` (default): of this operation; `trigger`: of the session'),
    }),
  lower: ({ sentence, role = 'effect' }) => ({ sentence, role }),
  evaluate: evaluateJudge,
  explain: ({ sentence, role }, { caller }) => {
    const said = caller.judged?.({ sentence, role });
    if (said === undefined) return `nobody is there to judge: ${sentence}`;
    return `the judge says ${said.applies ? 'yes' : 'no'}: ${said.reason}`;
  },
  ofLine: true,
});
