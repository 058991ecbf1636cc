import type { Pattern } from '../model/policy.ts';
import type { Json } from '../model/request.ts';
import type { Caller } from '../model/session.ts';
import { type Tri, triOf } from '../model/tri.ts';
import { matches } from '../patterns/match.ts';
import { defineCondition } from './condition.ts';
import {
  type Comparison,
  type ComparisonArgs,
  compare,
  comparisonShape,
  comparisonText,
  lowerComparison,
  textsOf,
} from './value.ts';

const COUNT_OF_TOOL = 'tool_count.';

/** A value that the caller gave for the session, else one that the guard counts. */
function sessionAt({ session }: Caller, key: string): Json | undefined {
  if (Object.hasOwn(session.attributes, key)) return session.attributes[key];
  const { total, tools } = session.counts;
  if (key === 'total_calls') return total;
  if (key === 'tool_counts') return tools;
  if (!key.startsWith(COUNT_OF_TOOL)) return undefined;
  const name = key.slice(COUNT_OF_TOOL.length);
  return Object.hasOwn(tools, name) ? tools[name] : 0;
}

export interface SessionData {
  readonly key: string;
  readonly comparison: Comparison;
}

export const sessionValue = defineCondition<{ key: string } & ComparisonArgs, SessionData>({
  type: 'session',
  summary:
    'A value of the session: what the caller says of it (`user_role`), or what is counted: `total_calls`, `tool_count.NAME` ' +
    '(calls that were let run). All comparisons that are given must hold; a missing value holds none.',
  schema: (z) =>
    z
      .strictObject({ key: z.string().min(1).describe('name of the value'), ...comparisonShape(z) })
      .refine((args) => Object.keys(args).length > 1, 'at least one of eq, gt, gte, lt, lte'),
  lower: ({ key, ...args }) => ({ key, comparison: lowerComparison(args) }),
  evaluate: ({ key, comparison }, { caller }) => triOf(compare(sessionAt(caller, key), comparison)),
  says: ({ key, comparison }) => `session value \`${key}\` ${comparisonText(comparison)}`,
  explain: ({ key }, { caller }) => {
    const value = sessionAt(caller, key);
    return `session value \`${key}\` is ${value === undefined ? 'not known' : `\`${JSON.stringify(value)}\``}`;
  },
  remembers: true,
  ofLine: true,
  ofWorld: true,
});

export interface SenderData {
  readonly key: string;
  readonly equals: readonly string[];
  readonly pattern?: Pattern;
}

function evaluateSender({ key, equals, pattern }: SenderData, { sender: given = {} }: Caller): Tri {
  const [text] = (Object.hasOwn(given, key) ? textsOf(given[key], 'plain') : undefined) ?? [];
  if (text === undefined) return 'no';
  if (equals.includes(text)) return 'yes';
  return pattern === undefined ? 'no' : matches(pattern, text);
}

interface SenderArgs {
  name?: string | string[] | undefined;
  matches?: string | undefined;
}

export const sender = defineCondition<SenderArgs, SenderData>({
  type: 'sender',
  summary: 'Who made the call, as the caller names it. No sender: no.',
  primary: 'name',
  schema: (z) =>
    z
      .strictObject({
        name: z
          .union([z.string(), z.array(z.string()).min(1)])
          .optional()
          .describe('whole names, any of them'),
        matches: z.string().optional().describe('regular expression, searched in the name'),
      })
      .refine((args) => (args.name ?? args.matches) !== undefined, 'at least one of name, matches'),
  lower: ({ name, matches: written }, lowering) => ({
    key: 'name',
    equals: name === undefined ? [] : [name].flat(),
    ...(written !== undefined && { pattern: lowering.regex(written) }),
  }),
  evaluate: (data, { caller }) => evaluateSender(data, caller),
  says: ({ key, equals, pattern }) => {
    const tests = [...equals.map((one) => `is \`${one}\``), ...(pattern ? [`matches /${pattern.written}/`] : [])];
    return `the sender's ${key} ${tests.join(' or ')}`;
  },
  explain: ({ key }, { caller }) => `sender's ${key} is \`${JSON.stringify(caller.sender?.[key] ?? null)}\``,
  ofLine: true,
  ofWorld: true,
});

export interface ContextData {
  readonly key: string;
  /** texts, any of them */
  readonly values: readonly string[];
  /** none of them; a missing key is none of them */
  readonly negated: boolean;
}

function evaluateContext({ key, values, negated }: ContextData, { context }: Caller): boolean {
  const texts = (Object.hasOwn(context, key) ? textsOf(context[key], 'python') : undefined) ?? [];
  return texts.some((text) => values.includes(text)) !== negated;
}

type Scalar = string | number | boolean;

/** `admin`, `!admin`, or a list of plain values. */
export function readExpected(value: Scalar | readonly Scalar[]): Omit<ContextData, 'key'> {
  const negated = typeof value === 'string' && value.startsWith('!');
  const plain = negated ? [value.slice(1)] : [value].flat();
  return { values: plain.flatMap((one) => textsOf(one, 'python') ?? []), negated };
}

export const callerContext = defineCondition<{ key: string; value: Scalar | Scalar[] }, ContextData>({
  type: 'context',
  summary:
    'A value of the free context that the caller gives with a call, by its text. `!text` holds for every other value and for a missing one.',
  schema: (z) => {
    const scalar = z.union([z.string(), z.number(), z.boolean()]);
    return z.strictObject({
      key: z.string().min(1).describe('name of the value'),
      value: z.union([scalar, z.array(scalar).min(1)]).describe('text, `!text`, or a list: any of them'),
    });
  },
  lower: ({ key, value }) => ({ key, ...readExpected(value) }),
  evaluate: (data, { caller }) => triOf(evaluateContext(data, caller)),
  says: ({ key, values, negated }) =>
    `context value \`${key}\` is ${negated ? 'anything but' : 'one of'} ${values.map((one) => `\`${one}\``).join(', ')}`,
  explain: ({ key }, { caller }) => {
    const value = Object.hasOwn(caller.context, key) ? caller.context[key] : undefined;
    return `context value \`${key}\` is ${value === undefined ? 'not given' : `\`${JSON.stringify(value)}\``}`;
  },
  ofLine: true,
  ofWorld: true,
});
