import type { Word } from '../model/word.ts';
import { SHELL_CODE, startOf, userOf } from './peeled.ts';
import { lookPastDynamic, prefixFamily, takeAssignments } from './prefix.ts';
import { flags, has, longs, optionValue, type Reading, readOptions } from './reading.ts';
import type { Effects, Peeled, WrapperFamily } from './wrapper.ts';

const SUDO = {
  options: [
    ...flags('ABbEHiKklNnPSsVv'),
    ...longs('askpass bell background preserve-groups login remove-timestamp reset-timestamp list non-interactive'),
    ...longs('stdin shell version validate edit set-home no-update help'),
    '-e',
    '--preserve-env [=text]',
    '-C --close-from =text',
    '-D --chdir =path',
    '-g --group =text',
    '-h --host =text',
    '-p --prompt =text',
    '-R --chroot =path',
    '-r --role =text',
    '-t --type =text',
    '-T --command-timeout =text',
    '-U --other-user =text',
    '-u --user =text',
  ],
  optionsFirst: true,
  source: 'sudo(8) 1.9.13',
};

/** -v, -K, -V and -e start nothing; -l only lists what would be allowed. */
const NO_COMMAND = ['-v', '--validate', '-K', '--remove-timestamp', '-V', '--version', '-e', '--edit', '-l', '--list'];

function sudoEffects(reading: Reading): Effects {
  const user = optionValue(reading, '--user');
  const cwd = optionValue(reading, '--chdir');
  const root = optionValue(reading, '--chroot');
  return {
    user: user === undefined ? 'root' : userOf(user),
    ...(cwd === undefined ? {} : { cwd }),
    ...(root === undefined ? {} : { elsewhere: `chroot ${root.text}` }),
    ...(optionValue(reading, '--host') === undefined ? {} : { elsewhere: 'another host' }),
  };
}

/** Without a command -s and -i start a shell that reads standard input. With one they still run just that argv. */
function shellWithout(reading: Reading, effects: Effects): readonly Peeled[] {
  if (!has(reading, '-s', '--shell', '-i', '--login')) return [];
  return [{ kind: 'stdin-code', language: SHELL_CODE, shell: 'unknown', effects }];
}

function peelSudo(argv: readonly Word[]): readonly Peeled[] {
  const reading = readOptions(SUDO, argv);
  if (has(reading, ...NO_COMMAND)) return reading.doubts;
  const { assignments, rest } = takeAssignments(reading.operands);
  const effects = { ...sudoEffects(reading), ...(assignments.length === 0 ? {} : { assignments }) };
  const started = rest.length === 0 ? shellWithout(reading, effects) : startOf(rest, effects);
  return [...started, ...reading.doubts];
}

/** `sudo -u www-data -D /srv X=1 rm x` -> `rm x` as www-data in /srv with X. */
export const SUDO_FAMILY: WrapperFamily = {
  names: ['sudo', 'sudo-rs'],
  peel: ({ argv }) => lookPastDynamic(argv, peelSudo),
};

const DOAS = { options: [...flags('Lns'), ...flags('Cu', '=text')], optionsFirst: true, source: 'doas(1) OpenDoas' };

function peelDoas(argv: readonly Word[]): readonly Peeled[] {
  const reading = readOptions(DOAS, argv);
  const user = optionValue(reading, '-u');
  const effects = { user: user === undefined ? 'root' : userOf(user) };
  const started = reading.operands.length === 0 ? shellWithout(reading, effects) : startOf(reading.operands, effects);
  // -C with a command only says what the configuration would decide, -L forgets
  return has(reading, '-C', '-L') ? reading.doubts : [...started, ...reading.doubts];
}

export const DOAS_FAMILY: WrapperFamily = { names: ['doas'], peel: ({ argv }) => lookPastDynamic(argv, peelDoas) };

export const PKEXEC_FAMILY: WrapperFamily = prefixFamily({
  names: ['pkexec'],
  shell: true,
  noneIf: ['--version', '--help'],
  options: ['--user =text', '--disable-internal-agent', '--keep-cwd', '--version', '--help'],
  effects: (reading) => {
    const user = optionValue(reading, '--user');
    return { user: user === undefined ? 'root' : userOf(user) };
  },
  source: 'pkexec(1) 122',
});
