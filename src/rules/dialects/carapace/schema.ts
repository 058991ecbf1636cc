import * as z from 'zod';
import { FIRST_USES } from '../../../conditions/first-use.ts';
import { OPERATION_EVENTS, OPERATION_SUBJECTS } from '../../../conditions/operation.ts';
import { OPERATION_TYPES } from '../../../model/operation.ts';

const type = z.enum(OPERATION_TYPES);
const word = z.string().min(1);
/** A sentence, or what is typed: that is checked by itself. */
const reading = z.union([z.string().trim().min(1), z.record(z.string(), z.unknown())]);
const isGiven = (value: object) => Object.keys(value).length > 0;
const types = z.union([type, z.array(type).min(1)]).optional();
/** `ops` is short for `operations`. */
const isSaidOnce = ({ operations, ops }: { operations?: unknown; ops?: unknown }) =>
  operations === undefined || ops === undefined;
const SAID_TWICE = '`operations` alone: `ops` says the same';

export const typedTriggerSchema = z
  .strictObject({
    operations: types,
    ops: types,
    categories: z.union([word, z.array(word).min(1)]).optional(),
    event: z.enum(OPERATION_EVENTS).optional(),
  })
  .refine(isGiven, 'at least one of operations, categories, event')
  .refine(isSaidOnce, SAID_TWICE);

export const typedEffectSchema = z
  .strictObject({
    operations: types,
    ops: types,
    categories: z.union([word, z.array(word).min(1)]).optional(),
    subject: z.enum(OPERATION_SUBJECTS).optional(),
    first_use: z.enum(FIRST_USES).optional(),
  })
  .refine(isGiven, 'at least one of operations, categories, subject, first_use')
  .refine(isSaidOnce, SAID_TWICE);

export const ruleSchema = z.strictObject({
  id: z.string().trim().min(1),
  trigger: reading,
  effect: reading,
  mode: z.enum(['approve', 'block']).default('approve'),
  description: z.string().nullish(),
});

export const fileSchema = z.strictObject({
  dialect: z.literal('carapace').optional(),
  version: z.union([z.number(), z.string()]).optional(),
  rules: z.array(z.unknown()),
});

export type RuleDocument = z.infer<typeof ruleSchema>;
export type TypedTrigger = z.infer<typeof typedTriggerSchema>;
export type TypedEffect = z.infer<typeof typedEffectSchema>;
