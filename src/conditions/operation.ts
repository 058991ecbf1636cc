import { OPERATION_TYPES, type Operation, type OperationEvent, type OperationType } from '../model/operation.ts';
import { type Tri, triAny, triOf } from '../model/tri.ts';
import { defineCondition } from './condition.ts';
import { JUDGED_ROLES, type JudgeData } from './judge.ts';
import type { Subject } from './subject.ts';

export const OPERATION_EVENTS = ['skill_activated'] as const satisfies readonly OperationEvent[];
export const OPERATION_SUBJECTS = ['command', 'tool'] as const;

export interface OperationData {
  /** any of them; absent = any operation */
  readonly types?: readonly OperationType[];
  /** types that may include one of `types`: the answer is `unknown`, never `no` */
  readonly possibly?: readonly OperationType[];
  /** any of them */
  readonly categories?: readonly string[];
  readonly event?: OperationEvent;
  readonly subject?: (typeof OPERATION_SUBJECTS)[number];
  /** the condition in plain English: a judge evaluates it where the operation is only possible */
  readonly sentence?: string;
  /** as the condition `judge` has it */
  readonly role?: JudgeData['role'];
}

function evaluateOperation(data: OperationData, subject: Subject): Tri {
  const found = operationAnswer(data, subject);
  if (found !== 'unknown' || data.sentence === undefined) return found;
  const said = subject.caller.judged?.({ sentence: data.sentence, role: data.role ?? 'effect' });
  return said === undefined ? found : triOf(said.applies);
}

function operationAnswer(data: OperationData, subject: Subject): Tri {
  const kind = subject.call === undefined || subject.call.line !== undefined ? 'command' : 'tool';
  if (data.subject !== undefined && data.subject !== kind) return 'no';
  const operations = subject.operations();
  if (operations === undefined) return 'unknown';
  return triAny(operations, (one) => answerFor(data, one));
}

/** An operation that is only possible answers `unknown`. */
function answerFor({ types, possibly = [], categories, event }: OperationData, one: Operation): Tri {
  if (event !== undefined && one.event !== event) return 'no';
  const isOfType = types === undefined || types.includes(one.type);
  if (!isOfType) return possibly.includes(one.type) ? 'unknown' : 'no';
  if (categories !== undefined && !categories.some((category) => one.categories.includes(category))) return 'no';
  return one.confidence === 0.3 ? 'unknown' : 'yes';
}

/** The set in one phrase: "it does write_local, read_external (web)". */
export function operationsText(operations: readonly Operation[] | undefined): string {
  if (operations === undefined) return 'what it does is not known';
  if (operations.length === 0) return 'it does nothing';
  const names = operations.map(({ type, categories, credential, confidence }) => {
    const detail = [...categories, credential, confidence === 0.3 ? 'perhaps' : undefined].filter(Boolean).join(', ');
    return detail === '' ? type : `${type} (${detail})`;
  });
  return `it does ${[...new Set(names)].join(', ')}`;
}

interface OperationArgs {
  types?: OperationType | OperationType[] | undefined;
  possibly?: OperationType | OperationType[] | undefined;
  categories?: string | string[] | undefined;
  event?: OperationEvent | undefined;
  subject?: OperationData['subject'] | undefined;
  sentence?: string | undefined;
  role?: JudgeData['role'] | undefined;
}

export const operation = defineCondition<OperationArgs, OperationData>({
  type: 'operation',
  summary:
    'What the command or the tool call does, as the classifier sees it: `operation: [write_external, execute]`. All that ' +
    'is given must hold of one operation. One that is only possible is not known.',
  primary: 'types',
  schema: (z) => {
    const type = z.enum(OPERATION_TYPES);
    return z
      .strictObject({
        types: z
          .union([type, z.array(type).min(1)])
          .optional()
          .describe('any of them'),
        possibly: z
          .union([type, z.array(type).min(1)])
          .optional()
          .describe('types behind which one of `types` may hide: then it is not known'),
        categories: z
          .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
          .optional()
          .describe('kinds of data, any of them: `web`, `email`, or a category of your own'),
        event: z.enum(OPERATION_EVENTS).optional().describe('what happens beside it'),
        subject: z.enum(OPERATION_SUBJECTS).optional().describe('only of shell commands, or only of other tools'),
        sentence: z
          .string()
          .min(1)
          .optional()
          .describe('what this stands for: a judge reads it where the operation is only possible'),
        role: z.enum(JUDGED_ROLES).optional().describe('of the sentence, as in `judge`'),
      })
      .refine((args) => Object.keys(args).length > 0, 'at least one of types, categories, event, subject');
  },
  lower: ({ types, possibly, categories, event, subject, sentence, role }) => ({
    ...(types !== undefined && { types: [types].flat() }),
    ...(possibly !== undefined && { possibly: [possibly].flat() }),
    ...(categories !== undefined && { categories: [categories].flat() }),
    ...(event !== undefined && { event }),
    ...(subject !== undefined && { subject }),
    ...(sentence !== undefined && { sentence }),
    ...(role !== undefined && { role }),
  }),
  evaluate: evaluateOperation,
  says: ({ types, categories, event, subject }) => {
    const what = [
      types === undefined ? 'anything is done' : `it does ${types.join(' or ')}`,
      ...(categories === undefined ? [] : [`with ${categories.join(' or ')}`]),
      ...(event === undefined ? [] : [`and ${event}`]),
      ...(subject === undefined ? [] : [`by a ${subject}`]),
    ];
    return what.join(' ');
  },
  explain: (_data, subject) => operationsText(subject.operations()),
  ofLine: true,
});
