import * as z from 'zod';
import { OPERATION_EVENTS } from '../conditions/operation.ts';
import { OPERATION_TYPES } from '../model/operation.ts';
import { DIALECT_NAMES } from '../model/policy.ts';
import { VERDICTS } from '../model/verdict.ts';
import { factsSchema, localTimeSchema } from '../rules/facts-schema.ts';
import { KEPT_KINDS } from './compare-losses.ts';
import { operationsSchema } from './compare-operations.ts';

const json = z.json();
const attributes = z.record(z.string(), json);

/** What a step is said to do, in place of what the classifier would say. */
const operation = z.looseObject({
  type: z.enum(OPERATION_TYPES),
  categories: z.array(z.string()).optional(),
  credential: z.string().optional(),
  event: z.enum(OPERATION_EVENTS).optional(),
  resource: z.string().optional(),
});

const request = z.strictObject({
  command: z.string().optional(),
  argv: z.array(z.string()).min(1).optional(),
  tool: z.string().optional(),
  input: attributes.optional(),
  cwd: z.string().startsWith('/').optional(),
  env: z.record(z.string(), z.string()).optional(),
  actor: z.enum(['ai', 'human']).optional(),
  facts: factsSchema.optional(),
  session: z.union([z.string(), z.strictObject({ id: z.string(), attributes: attributes.optional() })]).optional(),
  sender: attributes.optional(),
  context: attributes.optional(),
  at: localTimeSchema.optional(),
  operations: z.array(operation).optional(),
  user: z.string().optional(),
});

const step = request.extend({
  reload: z.string().optional(),
  control: z.string().optional(),
  plan: z.array(request).optional(),
});

const ANSWERS = [...VERDICTS, 'ok', 'error', 'reloaded', 'rejected', 'auto_approved', 'approval_required'] as const;
const answer = z.enum(ANSWERS);

const expectation = z.union([
  answer,
  z.array(answer).min(1),
  z.strictObject({
    verdict: z.union([answer, z.array(answer).min(1)]).optional(),
    rule: z.string().nullable().optional(),
    rules: z.array(z.string()).optional(),
    absent: z.union([z.string(), z.array(z.string())]).optional(),
    redacted: z.boolean().optional(),
    confined: z.boolean().optional(),
    watched: z.enum(VERDICTS).nullable().optional(),
    present: z.union([z.string(), z.array(z.string())]).optional(),
    plan: z.record(z.string(), z.array(z.string())).optional(),
    status: z.record(z.string(), z.string()).optional(),
    operations: operationsSchema.optional(),
    invocations: z.array(z.array(z.string().nullable())).optional(),
    exact: z.boolean().optional(),
    or_unsure: z.boolean().optional(),
    auto_approve: z.union([z.boolean(), z.enum(['project', 'never'])]).optional(),
    undoable: z.array(z.enum(KEPT_KINDS)).optional(),
  }),
]);

/** One case of `safeshell test`. Source: docs/cases.md. */
export const caseSchema = z.strictObject({
  id: z.string(),
  rules: z.union([z.string(), z.array(z.string())]).optional(),
  dialect: z.enum(DIALECT_NAMES).optional(),
  load: z.literal('error').optional(),
  steps: z.array(step),
  expect: z.union([z.array(expectation), expectation]).optional(),
  why: z.string().optional(),
  tags: z.array(z.string()).optional(),
  source: z.unknown().optional(),
  assumed_reading: z.unknown().optional(),
  todo: z.string().optional().describe('a known gap: the case must fail, and says why'),
});

export type CaseDocument = z.infer<typeof caseSchema>;
export type CaseStep = z.infer<typeof step>;
/** A step that is a request, not an event. */
export type PlannedStep = z.infer<typeof request>;
export type Expectation = z.infer<typeof expectation>;
