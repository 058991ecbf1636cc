import { triOf } from '../model/tri.ts';
import { wordValue } from '../model/word.ts';
import { defineCondition } from './condition.ts';
import { ANYTHING, inWords, NEVER, oneOf } from './signs.ts';
import type { Subject } from './subject.ts';

/**
 * A function that pipes itself into itself, or starts itself twice in the background: `:(){ :|:& };:`, `f(){ f & f & }`. Evaluated on
 * the whole line, as no single program start contains it. The name may be any word that bash takes for a function.
 */
const SELF_PIPE =
  /(?:^|[\s;&|(){}])(?:function\s+([^\s(){};&|$<>'"`\\]+)\s*(?:\(\s*\))?|([^\s(){};&|$<>'"`\\]+)\s*\(\s*\))\s*[{(]([^})]*)[})]/g;
/** It may end. */
const DECIDES = /\b(if|case|return|exit|while|until|test)\b|\[|\$\(|&&|\|\|/;

/** A loop without an end whose body ends with a job in the background. */
const ENDLESS =
  /\b(?:while\s+(?:true|:|1|\[\[?\s+1\s+\]\]?|\(\(\s*1\s*\)\))|until\s+false|for\s*\(\(\s*;\s*;\s*\)\))\s*[;\n]?\s*do\b([^#]*?)[^&>|]&\s*\)?\s*;?\s*done\b/;

function isForkBomb(text: string): boolean {
  const [loop, body = ''] = ENDLESS.exec(text.slice(0, 4096)) ?? [];
  if (loop !== undefined && !/\b(done|wait|break|exit)\b/.test(body)) return true;
  for (const [, keyword, plain, written = ''] of text.slice(0, 4096).matchAll(SELF_PIPE)) {
    const body = written.replace(/&&|\|\|/g, ';');
    const calls = body.split(/[|&;\s]+/).filter((word) => word === (keyword ?? plain)).length;
    if (calls < 2) continue;
    if ((body.includes('|') && body.includes('&')) || (/[|&]/.test(body) && !DECIDES.test(written))) return true;
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
  summary:
    'The line defines a function that multiplies itself, or a loop without an end that starts jobs in the background.',
  primary: 'value',
  schema: (z) => z.strictObject({ value: z.boolean().default(true) }),
  lower: (args) => args,
  evaluate: ({ value }, subject) => triOf(shellTexts(subject).some(isForkBomb) === value),
  says: ({ value }) => `it ${value ? 'defines' : 'does not define'} a function that multiplies itself`,
  explain: (_data, subject) =>
    shellTexts(subject).some(isForkBomb) ? 'a function starts itself twice' : 'no function starts itself twice',
  signs: ({ value }, { program }) => {
    if (!value) return ANYTHING;
    return SHELLS.has(program) ? oneOf([inWords('(', ')', '{', '}'), inWords('&', 'done')]) : NEVER;
  },
  plain: ({ value }) => (value ? [] : undefined),
  ofLine: true,
});
