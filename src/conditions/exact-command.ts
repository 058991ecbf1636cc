import type { Invocation } from '../model/invocation.ts';
import type { Tri } from '../model/tri.ts';
import { wordValue } from '../model/word.ts';
import { isWithin, normalizePath } from '../util/path.ts';
import { defineCondition } from './condition.ts';
import { allOf, inWords, NEVER, oneOf } from './signs.ts';

interface Data {
  readonly argv: readonly string[];
  readonly within: string;
}

/** Started plainly: no wrapper, assignment, redirection or input could make the same words do something else. */
function isPlain({ via, assignments, redirects, inputs }: Invocation): boolean {
  return via.length + assignments.length + redirects.length + inputs.length === 0;
}

function evaluateExact({ argv, within }: Data, invocation: Invocation | undefined): Tri {
  if (invocation === undefined || !isPlain(invocation)) return 'no';
  const { cwd } = invocation;
  if (cwd === undefined) return 'unknown';
  if (!isWithin(cwd, within) || argv.length !== invocation.argv.length) return 'no';
  const values = invocation.argv.map(wordValue);
  if (values.some((value, at) => value !== undefined && value !== argv[at])) return 'no';
  return values.includes(undefined) ? 'unknown' : 'yes';
}

export const exactCommand = defineCondition<{ argv: string[]; within: string }, Data>({
  type: 'exact_command',
  summary: 'Exactly these words, started plainly in this directory or below it: what "always" at a prompt excepts.',
  schema: (z) =>
    z.strictObject({
      argv: z.array(z.string()).min(1).describe('the words of the command, compared whole'),
      within: z.string().startsWith('/').describe('absolute directory that it is started in or below'),
    }),
  lower: ({ argv, within }) => ({ argv, within: normalizePath(within) }),
  evaluate: (data, { invocation }) => evaluateExact(data, invocation),
  signs: ({ argv: [name, ...words] }, { program, isOther }) =>
    name === program || isOther ? allOf(words.map((word) => oneOf([inWords(` ${word} `)]))) : NEVER,
  says: ({ argv, within }) => `the command is exactly \`${argv.join(' ')}\`, in ${within}`,
  explain: ({ argv, within }, { invocation }) =>
    `command is \`${invocation?.argv.map(({ text }) => text).join(' ') ?? ''}\`, excepted: \`${argv.join(' ')}\` in ${within}`,
});
