import type { Invocation } from '../model/invocation.ts';
import { triOf } from '../model/tri.ts';
import { defineCondition } from './condition.ts';
import { anyOfText } from './listed.ts';
import { ANYTHING, NEVER } from './signs.ts';

function names(invocation: Invocation | undefined): readonly string[] {
  return invocation?.via.map((wrapper) => wrapper.name) ?? [];
}

export const via = defineCondition<{ wrappers: string | string[] }, { wrappers: readonly string[] }>({
  type: 'via',
  summary: 'Found through one of these wrappers: `via: sudo`.',
  primary: 'wrappers',
  schema: (z) =>
    z.strictObject({
      wrappers: z.union([z.string(), z.array(z.string()).min(1)]).describe('base names of wrapper programs'),
    }),
  lower: ({ wrappers }) => ({ wrappers: typeof wrappers === 'string' ? [wrappers] : wrappers }),
  evaluate: ({ wrappers }, { invocation }) => triOf(names(invocation).some((name) => wrappers.includes(name))),
  signs: () => NEVER,
  says: ({ wrappers }) => `it is started through ${anyOfText(wrappers)}`,
  explain: (_data, { invocation }) => `started through ${names(invocation).join(', ') || 'nothing else'}`,
});

export const runsAs = defineCondition<{ user: string }, { user: string }>({
  type: 'runs_as',
  summary: 'Runs as this user, as far as a wrapper changes it; an unknown user counts as any.',
  primary: 'user',
  schema: (z) => z.strictObject({ user: z.string().min(1).describe('user name, as a wrapper such as sudo sets it') }),
  lower: (args) => args,
  evaluate: ({ user }, { invocation }) => {
    const last = invocation?.via.findLast((wrapper) => wrapper.user !== undefined)?.user;
    return last === '' ? 'unknown' : triOf(last === user);
  },
  signs: () => NEVER,
  plain: () => [],
  says: ({ user }) => `it runs as the user \`${user}\``,
  explain: (_data, { invocation }) => {
    const last = invocation?.via.findLast((wrapper) => wrapper.user !== undefined)?.user;
    return last === undefined ? 'runs as the caller' : `runs as ${last || 'another user'}`;
  },
});

export const elsewhere = defineCondition<{ value: boolean }, { value: boolean }>({
  type: 'elsewhere',
  summary: 'Runs on another machine, in a container or under another root: its paths are not ours.',
  primary: 'value',
  schema: (z) => z.strictObject({ value: z.boolean().default(true) }),
  lower: (args) => args,
  evaluate: ({ value }, { invocation }) =>
    triOf((invocation?.via.some((wrapper) => wrapper.elsewhere !== undefined) ?? false) === value),
  signs: ({ value }) => (value ? NEVER : ANYTHING),
  plain: ({ value }) => (value ? [] : undefined),
  says: ({ value }) => (value ? 'it runs on another machine or in a container' : 'it runs on this machine'),
  explain: (_data, { invocation }) => {
    const place = invocation?.via.findLast((wrapper) => wrapper.elsewhere !== undefined)?.elsewhere;
    return place === undefined ? 'runs here' : `runs on ${place}`;
  },
});
