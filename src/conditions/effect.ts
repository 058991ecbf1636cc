import { EFFECTS, type Effect, type Effects } from '../grammar/effect.ts';
import { effectsOf } from '../grammar/effect-of.ts';
import { exactGrammarOf } from '../grammar/index.ts';
import { triOf } from '../model/tri.ts';
import { defineCondition } from './condition.ts';
import { anyOfText } from './listed.ts';
import type { Subject } from './subject.ts';

function effectsHere({ invocation, parsed }: Subject): Effects | undefined {
  const grammar = invocation?.program === undefined ? undefined : exactGrammarOf(invocation.program);
  return grammar && effectsOf(grammar, parsed());
}

/** What the grammar of a program says that a call does, beside what its words say of paths. */
export const effect = defineCondition<{ effects: Effect | Effect[] }, { effects: readonly Effect[] }>({
  type: 'effect',
  summary:
    'What the option grammar of the program says that such a call does: `python3 --version` prints, `python3 x.py` runs code. Not known of programs without a grammar.',
  primary: 'effects',
  schema: (z) => z.strictObject({ effects: z.union([z.enum(EFFECTS), z.array(z.enum(EFFECTS)).min(1)]) }),
  lower: ({ effects }) => ({ effects: [effects].flat() }),
  evaluate: ({ effects }, subject) => {
    const found = effectsHere(subject);
    if (found === undefined) return 'unknown';
    const words = found.split(' ');
    const isLikely = words.some((word) => word.endsWith('?') && effects.some((one) => word === `${one}?`));
    return isLikely ? 'unknown' : triOf(effects.some((one) => words.includes(one)));
  },
  says: ({ effects }) => `what it does is ${anyOfText(effects)}`,
  explain: (_data, subject) => `effect: ${effectsHere(subject) ?? 'not known'}`,
});
