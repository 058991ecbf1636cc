import * as z from 'zod';
import { SEVERITIES, type Verdict } from '../../../model/verdict.ts';

/** The language's words for verdicts, and ours. */
export const VERDICT_WORDS: Readonly<Record<string, Verdict>> = {
  block: 'deny',
  approve: 'require_approval',
  redact: 'redact',
  allow: 'allow',
};

/** Words count in any case. */
const verdict = word(Object.keys(VERDICT_WORDS));
const scalar = z.union([z.string(), z.number(), z.boolean()]);
const text = z.string().nullish();
const tool = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]);

function word<const Word extends string>(words: readonly Word[]) {
  return z.preprocess((value) => (typeof value === 'string' ? value.toLowerCase() : value), z.enum(words));
}

const argument = z.union([
  scalar,
  z.strictObject({
    regex: z.string().optional(),
    contains: scalar.optional(),
    eq: scalar.optional(),
    not_contains: scalar.optional(),
    predicate: z.enum(['regex', 'contains', 'eq', 'not_contains']).optional(),
    value: scalar.optional(),
  }),
]);

const sessionValue = z.union([
  scalar,
  z.strictObject({
    eq: scalar.optional(),
    gt: z.number().optional(),
    gte: z.number().optional(),
    lt: z.number().optional(),
    lte: z.number().optional(),
  }),
]);

export const chainSchema = z.array(
  z.strictObject({
    tool,
    within_seconds: z.number().nonnegative(),
    min_count: z.number().int().positive().optional(),
    verdict: verdict.optional(),
  }),
);

/** Without unknown keys: what they mean depends on the rule's verdict. */
export const whenSchema = z.object({
  tool: tool.optional(),
  args_match: z.record(z.string(), argument).optional(),
  args: z.record(z.string(), argument).optional(),
  session: z.record(z.string(), sessionValue).optional(),
  sender: z.union([z.string().min(1), z.record(z.string(), scalar)]).optional(),
  chain: chainSchema.optional(),
  context: z.record(z.string(), z.union([scalar, z.array(scalar).min(1)])).optional(),
});

/** `verdict` says the same as `then`; `chain` may also stand beside `when`. */
export const ruleSchema = z.strictObject({
  id: z.string().min(1),
  description: text,
  when: z.unknown().optional(),
  // biome-ignore lint/suspicious/noThenProperty: the language's own word
  then: verdict.optional(),
  verdict: verdict.optional(),
  severity: word(SEVERITIES).optional(),
  message: text,
  enabled: z.boolean().optional(),
  priority: z.number().int().optional(),
  approval_strategy: z.enum(['once', 'per_session', 'per_rule', 'per_tool']).optional(),
  chain: chainSchema.optional(),
  redact: z.strictObject({ input: z.boolean().optional() }).optional(),
});

export const fileSchema = z.strictObject({
  dialect: z.literal('policyshield').optional(),
  shield_name: z.string().optional(),
  description: text,
  version: z.union([z.number(), z.string()]).optional(),
  default_verdict: verdict.optional(),
  pii_patterns: z.array(z.strictObject({ name: z.string().min(1), pattern: z.string().min(1) })).optional(),
  rules: z.array(z.unknown()).optional(),
});

/** Parts of the language that we do not have: better refused than without effect. */
export const UNSUPPORTED_KEYS = [
  'extends',
  'include',
  'taint_chain',
  'honeypots',
  'output_rules',
  'rate_limits',
  'sanitizer',
];

export type FileDocument = z.infer<typeof fileSchema>;
export type RuleDocument = z.infer<typeof ruleSchema>;
export type WhenDocument = z.infer<typeof whenSchema>;
export type ArgumentDocument = z.infer<typeof argument>;
