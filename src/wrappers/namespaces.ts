import type { Word } from '../model/word.ts';
import { wordValue } from '../model/word.ts';
import { SHELL_CODE, shellCode, startOf, startOrShell, userOf } from './peeled.ts';
import { assignmentsOf } from './plain.ts';
import { afterDashes, type PrefixSpec, prefixFamily } from './prefix.ts';
import { flags, has, longs, optionValue, optionValues, type Reading, readBehind, readOptions } from './reading.ts';
import type { Effects, Peeled, WrapperFamily } from './wrapper.ts';

/** `/` as another root is our own. */
function rootEffect(root: Word | undefined): Effects {
  return root === undefined || wordValue(root) === '/' ? {} : { elsewhere: `root ${root.text}` };
}

function cwdEffect(cwd: Word | undefined): Effects {
  return cwd === undefined ? {} : { cwd };
}

function userEffect(user: Word | undefined): Effects {
  return user === undefined ? {} : { user: userOf(user).split(':')[0] ?? '' };
}

const CHROOT = {
  options: [...longs('groups userspec', '=text'), '--skip-chdir', ...flags('n'), ...flags('gGu', '=text')],
  optionsFirst: true,
  source: 'chroot(1) coreutils 9.1; -g -G -u FreeBSD chroot(8)',
};

function peelChroot(argv: readonly Word[]): readonly Peeled[] {
  const reading = readOptions(CHROOT, argv);
  const [root, ...command] = reading.operands;
  if (root === undefined) return reading.doubts;
  const effects = {
    ...rootEffect(root),
    ...userEffect(optionValue(reading, '--userspec', '-u')),
  };
  const started: readonly Peeled[] =
    command.length > 0
      ? startOf(command, effects)
      : [{ kind: 'stdin-code', language: SHELL_CODE, shell: 'unknown', effects }];
  return [...started, ...reading.doubts];
}

const CHROOT_FAMILY: WrapperFamily = { names: ['chroot', 'gchroot'], peel: ({ argv }) => peelChroot(argv) };

const BWRAP_ONE =
  'args userns userns2 pidns uid gid hostname chdir unsetenv lock-file sync-fd perms size remount-ro proc dev tmpfs ' +
  'mqueue dir seccomp add-seccomp-fd exec-label file-label block-fd userns-block-fd info-fd json-status-fd cap-add ' +
  'cap-drop argv0 overlay-src tmp-overlay ro-overlay';
const BWRAP_TWO =
  'bind bind-try dev-bind dev-bind-try ro-bind ro-bind-try setenv file bind-data ro-bind-data symlink chmod';
const BWRAP_NONE =
  'unshare-all unshare-user unshare-user-try unshare-ipc unshare-pid unshare-net unshare-uts unshare-cgroup ' +
  'unshare-cgroup-try share-net die-with-parent new-session as-pid-1 clearenv disable-userns assert-userns-disabled ' +
  'help version level-prefix';

function bwrapAssignments(reading: Reading): Effects {
  const assignments = reading.options.flatMap(({ names, words }) => {
    const name = names.includes('--setenv') ? wordValue(words?.[0]) : undefined;
    const value = words?.[1];
    return name === undefined || value === undefined ? [] : [{ name, value }];
  });
  return assignments.length === 0 ? {} : { assignments };
}

const SYSTEMD_RUN_TEXT =
  'description slice service-type nice on-active on-boot on-startup on-unit-active on-unit-inactive on-calendar ' +
  'timer-property path-property socket-property gid';

/** Wrappers that change what of the system a command sees. */
const SPECS: readonly PrefixSpec[] = [
  {
    names: ['unshare'],
    shell: true,
    noneIf: ['--help', '--version', '-h', '-V'],
    options: [
      ...flags('frcVh'),
      ...longs('fork map-root-user map-current-user map-auto keep-caps help version'),
      '-R --root =path',
      '-w --wd =path',
      '-S --setuid =text',
      '-G --setgid =text',
      ...longs('map-user map-users map-group map-groups propagation setgroups monotonic boottime', '=text'),
      ...flags('muinpCTU', '[=text]'),
      ...longs('ipc mount net pid uts user cgroup time kill-child mount-proc mount-binfmt', '[=text]'),
    ],
    effects: (reading) => ({
      ...rootEffect(optionValue(reading, '--root')),
      ...cwdEffect(optionValue(reading, '--wd')),
      ...userEffect(optionValue(reading, '--setuid')),
    }),
    source: 'unshare(1) util-linux 2.38',
  },
  {
    names: ['nsenter'],
    shell: true,
    noneIf: ['--help', '--version', '-h', '-V'],
    options: [
      ...flags('ahVFZ'),
      ...longs('all no-fork follow-context preserve-credentials help version'),
      '-t --target =text',
      '-S --setuid =text',
      '-G --setgid =text',
      ...flags('muinpCUT', '[=text]'),
      '-r --root [=path]',
      '-w --wd [=path]',
      '-W --wdns [=path]',
      ...longs('mount uts ipc net pid user cgroup time', '[=text]'),
    ],
    effects: (reading) => ({
      ...rootEffect(optionValue(reading, '--root')),
      ...cwdEffect(optionValue(reading, '--wd', '--wdns')),
      ...userEffect(optionValue(reading, '--setuid')),
    }),
    source: 'nsenter(1) util-linux 2.38',
  },
  {
    names: ['bwrap'],
    options: [
      ...longs(BWRAP_NONE),
      ...longs(BWRAP_ONE, '=text'),
      ...longs(BWRAP_TWO, '=text =text'),
      '--overlay =text =text =text',
    ],
    effects: (reading) => ({
      ...cwdEffect(optionValue(reading, '--chdir')),
      ...(has(reading, '--clearenv') ? { clearsEnv: true } : {}),
      ...bwrapAssignments(reading),
    }),
    source: 'bwrap(1) 0.8',
  },
  {
    names: ['proot'],
    shell: true,
    options: [
      ...flags('0hV'),
      '-r --rootfs =path',
      '-w --pwd --cwd =path',
      ...flags('bmqvkiRS', '=text'),
      ...longs('bind mount qemu verbose kernel-release change-id', '=text'),
      ...longs('root-id netcoop help version kill-on-exit link2symlink'),
    ],
    effects: (reading) => ({
      ...rootEffect(optionValue(reading, '--rootfs')),
      ...cwdEffect(optionValue(reading, '--pwd')),
    }),
    source: 'proot(1) 5.1',
  },
  {
    names: ['schroot'],
    shell: true,
    noneIf: ['--list', '--info'],
    options: [
      ...flags('hVliberfqvpa'),
      ...longs('all list info begin-session recover-session run-session end-session force quiet verbose'),
      ...longs('preserve-environment automatic-session help version'),
      '-n --session-name =text',
      '-d --directory =path',
      '-u --user =text',
      '-s --shell =path',
      '-c --chroot =text',
      '-o --option =text',
    ],
    effects: (reading) => ({ elsewhere: 'schroot', ...userEffect(optionValue(reading, '--user')) }),
    source: 'schroot(1)',
  },
  {
    names: ['systemd-run'],
    shell: '--shell',
    options: [
      ...flags('dGhPqrt'),
      '-S --shell',
      ...longs('scope same-dir remain-after-exit send-sighup pty pipe quiet wait collect user system no-block'),
      ...longs('slice-inherit no-ask-password on-clock-change on-timezone-change help version expand-environment'),
      '-E --setenv =text',
      '-H --host =text',
      '-M --machine =text',
      '-p --property =text',
      '-u --unit =text',
      '--uid =text',
      '--working-directory =path',
      ...longs(SYSTEMD_RUN_TEXT, '=text'),
    ],
    // without --user or --scope the system manager runs it, as root
    effects: (reading) => ({
      ...(has(reading, '--user', '--scope') ? {} : { user: 'root' }),
      ...userEffect(optionValue(reading, '--uid')),
      ...cwdEffect(optionValue(reading, '--working-directory')),
      ...assignmentsOf(optionValues(reading, '--setenv')),
      ...(has(reading, '--host', '--machine') ? { elsewhere: 'another machine' } : {}),
    }),
    source: 'systemd-run(1) 252',
  },
  {
    names: ['systemd-nspawn'],
    options: [
      ...flags('xabnPUq'),
      ...longs('ephemeral as-pid2 boot private-network network-veth pipe quiet keep-unit volatile read-only'),
      '-D --directory =path',
      '-i --image =path',
      '-M --machine =text',
      '-u --user =text',
      '-E --setenv =text',
      '--chdir =path',
      ...longs('bind bind-ro tmpfs overlay capability drop-capability hostname slice property uuid', '=text'),
      ...longs('private-users network-bridge network-interface link-journal template console', '=text'),
    ],
    effects: (reading) => ({
      ...(rootEffect(optionValue(reading, '--directory')).elsewhere === undefined && !has(reading, '-i', '-M')
        ? {}
        : { elsewhere: 'a container' }),
      ...userEffect(optionValue(reading, '--user')),
    }),
    source: 'systemd-nspawn(1) 252',
  },
];

const FIREJAIL = {
  options: ['-c =code'],
  optionsFirst: true,
  anyOption: true,
  source: 'firejail(1) 0.9: values are attached',
};

const FIREJAIL_FAMILY: WrapperFamily = {
  names: ['firejail'],
  peel: ({ argv }) => {
    const reading = readOptions(FIREJAIL, argv);
    const code = optionValue(reading, '-c');
    return code === undefined ? startOrShell(reading.operands) : [shellCode(code)];
  },
};

const MACHINECTL = {
  options: ['-E --setenv =text', '-M --machine =text', '-H --host =text', '--uid =text', '-q --quiet'],
  optionsFirst: true,
  anyOption: true,
};

/** `machinectl shell [user@]machine [program arguments]`. */
const MACHINECTL_FAMILY: WrapperFamily = {
  names: ['machinectl'],
  peel: ({ argv }) => {
    const before = readOptions(MACHINECTL, argv);
    if (wordValue(before.operands[0]) !== 'shell') return [];
    const [target, ...command] = readBehind(before, MACHINECTL).operands;
    return startOf(command, { elsewhere: `machine ${target?.text ?? ''}` });
  },
};

const DAEMON = {
  options: [
    ...flags('SKTHVotbmCqv'),
    ...longs(
      'start stop status help version oknodo test background make-pidfile no-close quiet verbose remove-pidfile',
    ),
    '-x --exec =path',
    '-a --startas =path',
    '-c --chuid =text',
    '-d --chdir =path',
    '-r --chroot =path',
    ...flags('npugsRNPIkO', '=text'),
    ...longs('name pidfile user group signal retry nicelevel procsched iosched umask output ppid', '=text'),
  ],
  source: 'start-stop-daemon(8) dpkg 1.21',
};

/** The program is the value of --startas or --exec, its arguments follow `--`. */
const DAEMON_FAMILY: WrapperFamily = {
  names: ['start-stop-daemon'],
  peel: ({ argv }) => {
    const reading = readOptions({ ...DAEMON, optionsFirst: true }, argv);
    const program = optionValue(reading, '--startas') ?? optionValue(reading, '--exec');
    if (program === undefined || !has(reading, '-S', '--start')) return [];
    const effects = {
      ...userEffect(optionValue(reading, '--chuid')),
      ...cwdEffect(optionValue(reading, '--chdir')),
      ...rootEffect(optionValue(reading, '--chroot')),
    };
    return startOf([program, ...(afterDashes(argv) ?? reading.operands)], effects);
  },
};

/** `ip [options] netns exec name command`, `ip vrf exec name command`. */
const IP_FAMILY: WrapperFamily = {
  names: ['ip'],
  peel: ({ argv }) => {
    const { operands } = readOptions(
      { options: ['-n -netns =text'], singleDash: true, optionsFirst: true, anyOption: true },
      argv,
    );
    const path = `${wordValue(operands[0])} ${wordValue(operands[1])}`;
    return /^(netns|vrf) exec$/.test(path) ? startOf(operands.slice(3)) : [];
  },
};

export const NAMESPACE_FAMILIES: readonly WrapperFamily[] = [
  CHROOT_FAMILY,
  FIREJAIL_FAMILY,
  MACHINECTL_FAMILY,
  DAEMON_FAMILY,
  IP_FAMILY,
  ...SPECS.map(prefixFamily),
];
