import { leadOf } from '../grammar/words.ts';
import { wordValue } from '../model/word.ts';
import type { ProofStart } from './context.ts';
import { isHarmlessName } from './environment.ts';

/** What the table of a program cannot say of its words. */
const SPECIAL: Readonly<Record<string, (start: ProofStart) => string | undefined>> = {
  // a word without a plus sets the clock
  date: ({ subject }) =>
    subject.parsed().operands.every(({ word }) => leadOf(word).startsWith('+'))
      ? undefined
      : '`date` may set the clock',
  read: variablesSet,
  export: variablesSet,
  local: variablesSet,
  readonly: variablesSet,
  printf: ({ invocation: { argv } }) =>
    wordValue(argv[1])?.startsWith('-v') ? '`printf -v` sets a variable' : undefined,
  // `set -a` exports, `set -- x` changes what `$1` is
  set: ({ invocation: { argv } }) =>
    argv.slice(1).every((word) => /^(?:[-+][eux]*o?|errexit|nounset|pipefail|xtrace)$/.test(wordValue(word) ?? ''))
      ? undefined
      : '`set` changes the shell',
};

/** Names that a builtin gives values to. */
function variablesSet({ invocation: { argv }, program }: ProofStart): string | undefined {
  for (const word of argv.slice(1)) {
    const name = /^[A-Za-z_]\w*/.exec(leadOf(word))?.[0];
    const isOption = wordValue(word)?.startsWith('-') === true;
    if (!isOption && (name === undefined || !isHarmlessName(name))) return `\`${program}\` sets \`${word.text}\``;
  }
  return undefined;
}

export function specialObstacle(start: ProofStart): string | undefined {
  return Object.hasOwn(SPECIAL, start.program) ? SPECIAL[start.program]?.(start) : undefined;
}
