import type { Invocation } from '../model/invocation.ts';
import type { Tri } from '../model/tri.ts';
import { wordValue } from '../model/word.ts';
import { isWithin, normalizePath } from '../util/path.ts';
import { defineCondition } from './condition.ts';
import { allOf, inWords, NEVER, oneOf } from './signs.ts';

interface Data {
  readonly argv: readonly string[];
  /** what comes before and after the star of the word behind them; absent = no word is there */
  readonly last?: readonly [before: string, after: string];
  readonly within: string;
}

interface Args {
  argv: readonly string[];
  last?: string | undefined;
  within: string;
}

/** Started plainly: no wrapper, assignment, redirection or input could make the same words do something else. */
function isPlain({ via, assignments, redirects, inputs }: Invocation): boolean {
  return via.length + assignments.length + redirects.length + inputs.length === 0;
}

/** The same without a rule. */
export function isExactly(written: Args, invocation: Invocation | undefined): Tri {
  return evaluateExact(lower(written), invocation);
}

function lower({ argv, last, within }: Args): Data {
  const [before = '', after = ''] = last?.split('*') ?? [];
  return { argv, ...(last !== undefined && { last: [before, after] as const }), within: normalizePath(within) };
}

function evaluateExact({ argv, last, within }: Data, invocation: Invocation | undefined): Tri {
  if (invocation === undefined || !isPlain(invocation)) return 'no';
  const { cwd } = invocation;
  if (cwd === undefined) return 'unknown';
  const values = invocation.argv.map(wordValue);
  if (!isWithin(cwd, within) || values.length !== argv.length + (last === undefined ? 0 : 1)) return 'no';
  const isOther = (value: string | undefined, at: number) =>
    value !== undefined && (at < argv.length ? value !== argv[at] : !isLike(value, last));
  if (values.some(isOther)) return 'no';
  return values.includes(undefined) ? 'unknown' : 'yes';
}

/** A star is a plain name: an option, another folder, `..` or two branches (`a:b`, `a..b`) would mean something else. */
function isLike(word: string, last: Data['last']): boolean {
  const [before = '', after = ''] = last ?? [];
  if (!word.startsWith(before) || !word.endsWith(after)) return false;
  const name = word.slice(before.length, word.length - after.length);
  return word.length > before.length + after.length && /^[\da-z][\w.-]*$/i.test(name) && !word.includes('..');
}

function inText({ argv, last }: Data): string {
  return [...argv, ...(last === undefined ? [] : [last.join('*')])].join(' ');
}

export const exactCommand = defineCondition<Args, Data>({
  type: 'exact_command',
  summary: 'Exactly these words, started plainly in this directory or below it: what "always" at a prompt excepts.',
  schema: (z) =>
    z.strictObject({
      argv: z.array(z.string()).min(1).describe('the words of the command, compared whole'),
      last: z
        .string()
        .regex(/^(?:[^*]+\*[^*]*|\*[^*]+)$/, 'one `*` with something beside it')
        .optional()
        .describe('one more word: `feature/*`, where `*` is a plain name of letters, digits, `_`, `-` and `.`'),
      within: z.string().startsWith('/').describe('absolute directory that it is started in or below'),
    }),
  lower,
  evaluate: (data, { invocation }) => evaluateExact(data, invocation),
  signs: ({ argv: [name, ...words] }, { program, isOther }) =>
    name === program || isOther ? allOf(words.map((word) => oneOf([inWords(` ${word} `)]))) : NEVER,
  says: (data) => `the command is exactly \`${inText(data)}\`, in ${data.within}`,
  explain: (data, { invocation }) =>
    `command is \`${invocation?.argv.map(({ text }) => text).join(' ') ?? ''}\`, excepted: \`${inText(data)}\` in ${data.within}`,
});
