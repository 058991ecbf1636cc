import { startOf } from './peeled.ts';
import { lookPastDynamic, prefixFamily } from './prefix.ts';
import { flags, has, readOptions } from './reading.ts';
import type { WrapperFamily } from './wrapper.ts';

const COMMAND = { options: flags('pvV'), optionsFirst: true, source: 'bash(1) 5.2' };

/** `command -v x` prints where x is, and starts nothing. */
export const COMMAND_FAMILY: WrapperFamily = {
  names: ['command'],
  peel: ({ argv }) =>
    lookPastDynamic(argv, (words) => {
      const reading = readOptions(COMMAND, words);
      return has(reading, '-v', '-V') ? [] : [...startOf(reading.operands), ...reading.doubts];
    }),
};

/** `builtin x`, and zsh's precommand modifiers. */
export const BUILTIN_FAMILY: WrapperFamily = prefixFamily({
  names: ['builtin', 'noglob', 'nocorrect'],
  source: 'bash(1) 5.2, zshmisc(1) 5.9',
});

const JOBS = { options: flags('lnprsx'), optionsFirst: true, source: 'bash(1) 5.2' };

/** `jobs -x x %1` starts x with the numbers of processes in place of jobs. */
export const JOBS_FAMILY: WrapperFamily = {
  names: ['jobs'],
  peel: ({ argv }) => {
    const reading = readOptions(JOBS, argv);
    return has(reading, '-x') ? startOf(reading.operands) : [];
  },
};

/** `exec -a name x`: the program that runs is x, whatever it is told its name is. */
export const EXEC_FAMILY: WrapperFamily = prefixFamily({
  names: ['exec'],
  options: [...flags('cl'), '-a =text'],
  effects: (reading) => (has(reading, '-c') ? { clearsEnv: true } : {}),
  source: 'bash(1) 5.2',
});
