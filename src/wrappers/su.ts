import type { Word } from '../model/word.ts';
import { knownWord, wordValue } from '../model/word.ts';
import { SHELL_CODE, shellCode, startOf, userOf } from './peeled.ts';
import { prefixFamily } from './prefix.ts';
import { flags, longs, optionValue, type Reading, readAll, readOptions } from './reading.ts';
import type { Effects, Peeled, WrapperFamily } from './wrapper.ts';

const SU = {
  options: [
    ...flags('flmpPhV'),
    ...longs('fast login preserve-environment pty help version'),
    '-c --command --session-command =code',
    ...flags('gGsw', '=text'),
    ...longs('group supp-group shell whitelist-environment', '=text'),
    '-u --user =text', // runuser alone has it; su refuses to start with it
  ],
  source: 'su(1), runuser(1) util-linux 2.38',
};

/** `su [-] [user [words for the shell]]`: `su u x.sh` is `sh x.sh` as u. */
function suOperands(reading: Reading): { readonly user: string; readonly words: readonly Word[] } {
  const operands = wordValue(reading.operands[0]) === '-' ? reading.operands.slice(1) : reading.operands;
  const named = operands[0];
  return { user: named === undefined ? 'root' : userOf(named), words: operands.slice(1) };
}

/** su's options may follow its operands, up to `--`. */
function readPermuted(argv: readonly Word[]): Reading {
  const { doubts } = readOptions(SU, argv);
  return { ...readAll(SU, argv), doubts };
}

function peelSu(argv: readonly Word[]): readonly Peeled[] {
  const reading = readPermuted(argv);
  const { user, words } = suOperands(reading);
  const effects: Effects = { user };
  const code = optionValue(reading, '--command');
  if (code !== undefined) {
    const run = shellCode(code, effects, 'unknown');
    return [{ ...run, ...(words.length === 0 ? {} : { positional: words }) } as Peeled, ...reading.doubts];
  }
  if (words.length > 0) return [...startOf([knownWord('sh'), ...words], effects), ...reading.doubts];
  return [{ kind: 'stdin-code', language: SHELL_CODE, shell: 'unknown', effects }, ...reading.doubts];
}

export const SU_FAMILY: WrapperFamily = { names: ['su'], peel: ({ argv }) => peelSu(argv) };

/** `runuser -u name command`; without -u it is su. */
export const RUNUSER_FAMILY: WrapperFamily = {
  names: ['runuser'],
  peel: ({ argv }) => {
    const reading = readOptions({ ...SU, optionsFirst: true }, argv);
    const user = optionValue(reading, '--user');
    if (user === undefined) return peelSu(argv);
    return [...startOf(reading.operands, { user: userOf(user) }), ...reading.doubts];
  },
};

function userFromOperand(reading: Reading): Effects {
  return { user: userOf(reading.operands[0]).split(':')[0] ?? '' };
}

export const GOSU_FAMILY: WrapperFamily = prefixFamily({
  names: ['gosu', 'su-exec', 'setuidgid', 'envuidgid'],
  skip: 1,
  effects: userFromOperand,
  source: 'gosu and su-exec README; setuidgid(8) daemontools',
});

/** `sg group [-c] 'code'`: the word after the group is shell code even without -c. */
export const SG_FAMILY: WrapperFamily = {
  names: ['sg', 'newgrp'],
  peel: ({ argv }) => {
    const given = argv.findIndex((word) => ['-c', '--command'].includes(wordValue(word) ?? ''));
    const words = argv.slice(1).filter((word) => wordValue(word) !== '-');
    const code = given > 0 ? argv[given + 1] : words[1];
    return code === undefined ? [{ kind: 'stdin-code', language: SHELL_CODE, shell: 'unknown' }] : [shellCode(code)];
  },
};
