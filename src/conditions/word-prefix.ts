import type { Invocation } from '../model/invocation.ts';
import type { Answer } from '../model/tri.ts';
import { wordValue } from '../model/word.ts';
import { fullName } from '../util/full-name.ts';
import { defineCondition } from './condition.ts';
import { anyOfText } from './listed.ts';
import { allOf, inWords, NEVER, oneOf } from './signs.ts';

interface Args {
  words: (string | string[])[];
}

interface Data {
  /** for each word what it may be; never empty */
  readonly words: readonly (readonly string[])[];
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The program by its very word is `yes`; by its base name alone, `/bin/git` for `git`, `some`. */
function programAnswer(names: readonly string[], { argv: [word], program }: Invocation): Answer {
  const written = wordValue(word);
  if (written !== undefined && names.includes(written)) return 'yes';
  if (program === undefined) return 'unknown';
  return names.some((name) => fullName(baseName(name)) === program) ? 'some' : 'no';
}

function evaluatePrefix({ words: [names = [], ...rest] }: Data, invocation: Invocation | undefined): Answer {
  if (invocation === undefined) return 'no';
  let answer = programAnswer(names, invocation);
  if (answer === 'no') return 'no';
  for (const [at, alternatives] of rest.entries()) {
    const word = invocation.argv[at + 1];
    if (word === undefined) return 'no';
    if (word.kind === 'unknown' && word.fields === 'any') return 'unknown';
    const value = wordValue(word);
    if (value === undefined) answer = 'unknown';
    else if (!alternatives.includes(value)) return 'no';
  }
  return answer;
}

export const wordPrefix = defineCondition<Args, Data>({
  type: 'word_prefix',
  summary:
    'The command begins with these words, each compared whole: `[git, [push, fetch]]`. A program that is called by its path is ' +
    'the same to what restricts, and another one to what allows.',
  primary: 'words',
  schema: (z) =>
    z.strictObject({
      words: z
        .array(z.union([z.string(), z.array(z.string()).min(1)]))
        .min(1)
        .describe('the program and what follows; a list = any of its words'),
    }),
  lower: ({ words }) => ({ words: words.map((one) => [one].flat()) }),
  evaluate: (data, { invocation }) => evaluatePrefix(data, invocation),
  hasEvidence: ({ words: [, ...rest] }, { invocation }) =>
    rest.length === 0 ||
    rest.some((alternatives, at) => alternatives.includes(wordValue(invocation?.argv[at + 1]) ?? '')),
  signs: ({ words: [names = [], ...rest] }, { program, isOther }) =>
    isOther || names.some((name) => fullName(baseName(name)) === program)
      ? allOf(rest.map((words) => oneOf(words.map((word) => inWords(` ${word} `)))))
      : NEVER,
  says: ({ words }) => `the command begins with ${words.map((one) => anyOfText(one)).join(', then ')}`,
  explain: (_data, { invocation }) => `the words are \`${invocation?.argv.map(({ text }) => text).join(' ') ?? ''}\``,
});
