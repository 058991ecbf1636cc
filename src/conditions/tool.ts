import type { Pattern, ToolTest } from '../model/policy.ts';
import { type Tri, triAny, triOf } from '../model/tri.ts';
import { matches } from '../patterns/match.ts';
import { defineCondition } from './condition.ts';

/** Is the tool called so, under any of its names? Names compare whole and with case; a pattern is searched. */
export function namesTool(tests: readonly ToolTest[] | 'any', names: readonly string[]): Tri {
  if (tests === 'any') return 'yes';
  return triAny(tests, (test) =>
    triAny(names, (name) => (typeof test === 'string' ? triOf(test === name) : matches(test, name))),
  );
}

/** The names of a test as an author reads them. */
export function toolsText(tests: readonly ToolTest[] | 'any'): string {
  if (tests === 'any') return 'any tool';
  return tests.map((test) => (typeof test === 'string' ? `\`${test}\`` : `/${test.written}/`)).join(' or ');
}

interface ToolArgs {
  names?: string | string[] | undefined;
  matches?: string | string[] | undefined;
}

export const tool = defineCondition<ToolArgs, { names: readonly (string | Pattern)[] }>({
  type: 'tool',
  summary:
    "An agent's tool call, by the name of its tool: `tool: [Write, Edit]`. `shell` is the shell tool of any agent. " +
    'A rule with it is about tool calls, not about commands.',
  primary: 'names',
  schema: (z) =>
    z
      .strictObject({
        names: z
          .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
          .optional()
          .describe('whole names, or globs: `mcp__github__*`'),
        matches: z
          .union([z.string(), z.array(z.string()).min(1)])
          .optional()
          .describe('regular expressions, searched in the name; beside `names`: either'),
      })
      .refine((args) => (args.names ?? args.matches) !== undefined, 'at least one of names, matches'),
  lower: ({ names = [], matches: written = [] }, lowering) => ({
    names: [
      ...[written].flat().map((one) => lowering.regex(one)),
      ...[names].flat().map((one) => (/[*?[]/.test(one) ? lowering.glob(one, 'text') : one)),
    ],
  }),
  evaluate: ({ names }, { call }) => (call === undefined ? 'no' : namesTool(names, call.names)),
  says: ({ names }) => `the tool is ${toolsText(names)}`,
  explain: (_data, { call }) => (call === undefined ? 'no tool call' : `the tool is \`${call.tool}\``),
  ofLine: true,
  ofCall: true,
});
