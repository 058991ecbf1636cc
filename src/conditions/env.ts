import { type Tri, triOf } from '../model/tri.ts';
import { shellGlobMatches } from '../util/shell-glob.ts';
import { defineCondition } from './condition.ts';
import type { Subject } from './subject.ts';

function isDynamic(subject: Subject, name: string): boolean {
  const last = subject.invocation?.assignments.findLast((assignment) => assignment.name === name);
  return last !== undefined && last.value.kind !== 'known';
}

/** An environment variable equals a value. Unset is not "". */
export const envEquals = defineCondition<
  { name?: string | undefined; variable?: string | undefined; value: string },
  { name: string; value: string }
>({
  type: 'env_equals',
  schema: (z) =>
    z
      .strictObject({
        name: z.string().min(1).optional().describe('name of the environment variable'),
        variable: z.string().min(1).optional().describe('the same as `name`'),
        value: z.string().describe('compared whole; an unset variable equals nothing'),
      })
      .refine((args) => (args.name === undefined) !== (args.variable === undefined), 'exactly one of name, variable'),
  lower: ({ name, variable, value }) => ({ name: name ?? variable ?? '', value }),
  evaluate: ({ name, value }, subject): Tri =>
    isDynamic(subject, name) ? 'unknown' : triOf(subject.environment()[name] === value),
  explain: ({ name }, subject) => {
    const value = subject.environment()[name];
    return value === undefined ? `${name} is not set` : `${name} is \`${value}\``;
  },
  ofLine: true,
  ofWorld: true,
});

/** The line assigns or exports a variable for this command: `PATH=. make`, `export LD_PRELOAD=x; ls`. */
export const assigns = defineCondition<{ names: string | string[] }, { names: readonly string[] }>({
  type: 'assigns',
  primary: 'names',
  schema: (z) =>
    z.strictObject({
      names: z.union([z.string(), z.array(z.string()).min(1)]).describe('variable names or globs: GIT_CONFIG_*'),
    }),
  lower: ({ names }) => ({ names: typeof names === 'string' ? [names] : names }),
  evaluate: ({ names }, subject) =>
    triOf(
      subject.invocation?.assignments.some((one) => names.some((name) => shellGlobMatches(name, one.name))) ?? false,
    ),
  explain: (_data, subject) =>
    `the line sets ${subject.invocation?.assignments.map((one) => one.name).join(', ') || 'no variable'}`,
});
