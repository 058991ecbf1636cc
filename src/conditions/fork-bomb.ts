import { triOf } from '../model/tri.ts';
import { wordValue } from '../model/word.ts';
import { defineCondition } from './condition.ts';
import { ANYTHING, inWords, NEVER, oneOf } from './signs.ts';
import type { Subject } from './subject.ts';

/**
 * A function that pipes itself into itself in the background: `:(){ :|:& };:`. Evaluated on the whole line, as no
 * single program start contains it. The name may be any word that bash takes for a function.
 */
const SELF_PIPE = /(?:^|[\s;&|(){}])(?:function\s+)?([^\s(){};&|$<>'"`\\]+)\s*\(\s*\)\s*\{([^}]*)\}/g;

function isForkBomb(text: string): boolean {
  for (const [, name = '', body = ''] of text.slice(0, 4096).matchAll(SELF_PIPE)) {
    const calls = body.split(/[|&;\s]+/).filter((word) => word === name).length;
    if (calls >= 2 && body.includes('|') && body.includes('&')) return true;
  }
  return false;
}

/** What a shell reads as code: the line itself, or the words that a start hands to a shell. */
function shellTexts({ invocation, text }: Subject): readonly string[] {
  if (invocation === undefined) return text === undefined ? [] : [text];
  if (!SHELLS.has(invocation.program ?? '')) return [];
  return invocation.argv.flatMap((word) => wordValue(word) ?? []);
}

const SHELLS = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'mksh', 'ash', 'eval', 'ssh', 'su']);

export const definesForkBomb = defineCondition<{ value: boolean }, { value: boolean }>({
  type: 'defines_fork_bomb',
  summary: 'The line defines a function that multiplies itself.',
  primary: 'value',
  schema: (z) => z.strictObject({ value: z.boolean().default(true) }),
  lower: (args) => args,
  evaluate: ({ value }, subject) => triOf(shellTexts(subject).some(isForkBomb) === value),
  says: ({ value }) => `it ${value ? 'defines' : 'does not define'} a function that multiplies itself`,
  explain: (_data, subject) =>
    shellTexts(subject).some(isForkBomb) ? 'a function starts itself twice' : 'no function starts itself twice',
  signs: ({ value }, { program }) => {
    if (!value) return ANYTHING;
    return SHELLS.has(program) ? oneOf([inWords('(', ')', '{', '}')]) : NEVER;
  },
  plain: ({ value }) => (value ? [] : undefined),
  ofLine: true,
});
