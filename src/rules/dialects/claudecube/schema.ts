import * as z from 'zod';

const ACTIONS = ['deny', 'allow', 'escalate'] as const;

const pattern = z.object({
  pattern: z.string(),
  type: z.enum(['regex', 'glob', 'literal']).default('literal'),
});

/** Unknown keys are dropped, as its own loader does; ours says so. */
export const ruleSchema = z.object({
  name: z.string(),
  action: z.enum(ACTIONS),
  tool: z.string(),
  match: z.record(z.string(), z.array(pattern)).optional(),
  reason: z.string().optional(),
});

export const defaultsSchema = z.object({
  unmatched: z.enum(ACTIONS).default('escalate'),
  max_budget_per_agent: z.number().positive().optional(),
  max_turns_per_agent: z.number().int().positive().optional(),
});

export const fileSchema = z.object({
  version: z.string(),
  defaults: defaultsSchema,
  rules: z.array(z.unknown()),
});

/** Keys of ours that a file may have beside its language's own. */
export const OWN_KEYS = ['dialect', 'description'];

export type RuleDocument = z.infer<typeof ruleSchema>;
export type PatternDocument = z.infer<typeof pattern>;
