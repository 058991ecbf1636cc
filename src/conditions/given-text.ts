import type { Analysis, Invocation } from '../model/invocation.ts';
import type { Pattern } from '../model/policy.ts';
import { triAny } from '../model/tri.ts';
import { type Word, wordValue } from '../model/word.ts';
import { matches } from '../patterns/match.ts';
import { defineCondition } from './condition.ts';

/** Programs that print what their words or their input say. */
const PRINTS = new Set(['echo', 'printf', 'cat', 'tee']);

function textOf(word: Word): string {
  return word.kind === 'unknown' ? word.prefix : (wordValue(word) ?? word.text);
}

/** Its own words, and what it is given to write: here-documents, and what `echo` and its like print into it. */
export function givenTexts(
  invocation: Invocation,
  analysis: Analysis,
  seen = new Set<Invocation>(),
): readonly string[] {
  if (seen.has(invocation)) return [];
  seen.add(invocation);
  const given = invocation.inputs.flatMap((input): readonly string[] => {
    if (input.kind === 'text') return [textOf(input.word)];
    const from = 'from' in input && input.kind !== 'command-substitution' ? input.from : [];
    return from.flatMap((index) => {
      const feeder = analysis.invocations[index];
      return feeder && PRINTS.has(feeder.program ?? '') ? givenTexts(feeder, analysis, seen) : [];
    });
  });
  return [...invocation.argv.slice(1).map(textOf), ...given];
}

export const givenText = defineCondition<{ pattern: string }, { pattern: Pattern }>({
  type: 'given_text',
  summary:
    'Regex, search semantics, over its words and over the text that a here-document, or `echo` and its like, give to it: what `echo x >> file` and `tee file` write.',
  primary: 'pattern',
  schema: (z) => z.strictObject({ pattern: z.string().describe('regular expression, searched in each text') }),
  lower: ({ pattern }, lowering) => ({ pattern: lowering.regex(pattern) }),
  evaluate: ({ pattern }, { analysis, invocation }) =>
    invocation === undefined ? 'no' : triAny(givenTexts(invocation, analysis), (text) => matches(pattern, text)),
  says: ({ pattern }) => `its words, or the text that it is given, match /${pattern.written}/`,
  explain: ({ pattern }, { invocation }) =>
    `words and given text of \`${invocation?.text ?? ''}\` against /${pattern.written}/`,
});
