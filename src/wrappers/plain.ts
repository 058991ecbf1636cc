import { knownWord, type Word, wordValue } from '../model/word.ts';
import { shellCode, userOf } from './peeled.ts';
import { type PrefixSpec, prefixFamily } from './prefix.ts';
import { flags, has, longs, optionValue, optionValues, type Reading } from './reading.ts';
import { leadingText, splitAssignment } from './words.ts';
import type { Effects, Peeled, WrapperFamily } from './wrapper.ts';

/** `-E NAME=value` options as assignments. */
export function assignmentsOf(words: readonly Word[]): Effects {
  const assignments = words.flatMap((word) => splitAssignment(word) ?? []);
  return assignments.length === 0 ? {} : { assignments };
}

function userEffect(word: Word | undefined): Effects {
  return word === undefined ? {} : { user: userOf(word) };
}

/** prlimit's limits stand where a value may be attached or missing. */
const LIMITS = 'core data nice fsize sigpending memlock rss nofile msgqueue rtprio stack cpu nproc as locks rttime';

function stracePipe(reading: Reading): Effects {
  return {
    ...userEffect(optionValue(reading, '--user')),
    ...assignmentsOf(optionValues(reading, '--env')),
  };
}

/** `strace -o '|cmd'` and `'!cmd'` hand the trace to a shell's command. */
function straceOutput(reading: Reading): readonly Peeled[] {
  return optionValues(reading, '-o', '--output').flatMap((word) => {
    const code = /^[|!](.*)$/s.exec(wordValue(word) ?? '')?.[1];
    return code === undefined ? [] : [shellCode(knownWord(code))];
  });
}

const SETARCH: Omit<PrefixSpec, 'names'> = {
  options: [...flags('vRFZLXBITS3hV'), '--4gb', ...longs('verbose addr-no-randomize uname-2.6 help version list')],
  noneIf: ['--list', '--help', '--version', '-h', '-V'],
  shell: true,
  source: 'setarch(8) util-linux 2.38',
};

/** Wrappers of the plain shape `wrapper [options] [operands] command`, one table line each. */
const PLAIN: readonly PrefixSpec[] = [
  { names: ['nohup'], source: 'nohup(1) coreutils 9.1, executed' },
  {
    names: ['nice', 'gnice'],
    options: ['-n --adjustment =text'],
    numericOptions: true,
    source: 'nice(1) coreutils 9.1, executed',
  },
  {
    names: ['timed-run'],
    skip: 1,
    source: 'timed-run(1) expect 5.45',
  },
  {
    names: ['timeout', 'gtimeout'],
    options: [
      '-v --verbose',
      '--foreground',
      '--preserve-status',
      '-f',
      '-p',
      '-k --kill-after =text',
      '-s --signal =text',
    ],
    skip: 1,
    source: 'timeout(1) coreutils 9.1, executed',
  },
  {
    names: ['stdbuf', 'gstdbuf'],
    options: ['-i --input =text', '-o --output =text', '-e --error =text'],
    source: 'stdbuf(1) coreutils 9.1, executed',
  },
  {
    names: ['setsid'],
    options: ['-c --ctty', '-f --fork', '-w --wait', '-V', '-h'],
    source: 'setsid(1) util-linux 2.38, executed',
  },
  {
    names: ['ionice'],
    options: [
      '-t --ignore',
      '-h',
      '-V',
      '-c --class =text',
      '-n --classdata =text',
      '-p --pid',
      '-P --pgid',
      '-u --uid',
    ],
    noneIf: ['-p', '-P', '-u'],
    source: 'ionice(1) util-linux 2.38, executed',
  },
  {
    names: ['taskset'],
    options: ['-a --all-tasks', '-c --cpu-list', '-p --pid', '-h', '-V'],
    skip: 1,
    noneIf: ['-p'],
    source: 'taskset(1) util-linux 2.38, executed',
  },
  {
    names: ['choom'],
    options: ['-n --adjust =text', '-p --pid =text', '-h --help', '-V --version'],
    noneIf: ['-p'],
    source: 'choom(1) util-linux 2.38',
  },
  {
    names: ['reflex'],
    options: [...flags('rRgGcd', '=text'), ...flags('sv'), ...longs('regex glob config decoration', '=text')],
    anyOption: true,
    source: 'reflex --help 0.3, online',
  },
  {
    names: ['chrt'],
    options: [
      ...flags('abdfimoprRvhV'),
      ...longs('all-tasks batch deadline fifo idle max other pid rr reset-on-fork verbose'),
      '-T --sched-runtime =text',
      '-P --sched-period =text',
      '-D --sched-deadline =text',
    ],
    skip: 1,
    noneIf: ['-p', '--pid', '-m', '--max'],
    source: 'chrt(1) util-linux 2.38, executed',
  },
  {
    names: ['prlimit'],
    options: [
      ...flags('hV'),
      ...longs('noheadings raw verbose'),
      '-o --output =text',
      '-p --pid =text',
      ...flags('cdefilmnqrstuvxy', '[=text]'),
      ...longs(LIMITS, '[=text]'),
    ],
    noneIf: ['-p'],
    source: 'prlimit(1) util-linux 2.38, executed',
  },
  {
    names: ['setpriv'],
    options: [
      '-d --dump',
      ...longs('clear-groups keep-groups init-groups list-caps no-new-privs reset-env help version'),
      '--nnp',
      ...longs('groups inh-caps ambient-caps bounding-set rgid egid regid', '=text'),
      '--ruid --euid --reuid =text',
      ...longs('securebits pdeathsig selinux-label apparmor-profile', '=text'),
    ],
    effects: (reading) => ({
      ...userEffect(optionValue(reading, '--reuid')),
      ...(has(reading, '--reset-env') ? { clearsEnv: true } : {}),
    }),
    source: 'setpriv(1) util-linux 2.38',
  },
  { names: ['linux32', 'linux64', 'i386', 'i486', 'i586', 'i686', 'x86_64', 'uname26'], ...SETARCH },
  {
    names: ['arch'],
    options: [
      '-h',
      ...flags('d', '=text'),
      '-e =text',
      '-arch =text',
      '-x86_64',
      '-arm64',
      '-arm64e',
      '-i386',
      '-32',
      '-64',
    ],
    singleDash: true,
    source: 'arch(1) macOS, from its online page',
  },
  {
    names: ['caffeinate'],
    options: [...flags('disum'), ...flags('tw', '=text')],
    source: 'caffeinate(8) macOS, online page',
  },
  {
    names: ['strace'],
    options: [
      ...flags('ACDdfFhikKnNqrtTvVwxyYzZc'),
      ...flags('abeIoOpPsSUX', '=text'),
      '-E --env =text',
      '-u --user =text',
      ...longs('follow-forks output-separately output-append-mode summary-only summary no-abbrev debug help version'),
      ...longs('instruction-pointer stack-traces syscall-number summary-wall-clock successful-only failed-only'),
      ...longs('seccomp-bpf decode-pids-comm tips', ''),
      ...longs('columns detach-on interruptible output summary-syscall-overhead attach trace-path', '=text'),
      ...longs('string-limit summary-sort-by summary-columns const-print-style trace signal status abbrev', '=text'),
      ...longs('verbose raw read write inject fault kvm', '=text'),
      ...longs('quiet silent decode-fds decode-pids strings-in-hex daemonize relative-timestamps', '[=text]'),
      ...longs('absolute-timestamps syscall-times pidns-translation argv0', '[=text]'),
    ],
    effects: stracePipe,
    runs: straceOutput,
    source: 'strace(1) 6.1',
  },
  { names: ['logsave'], options: flags('asv'), skip: 1, source: 'logsave(8) e2fsprogs 1.47' },
  {
    names: ['ltrace'],
    options: [
      ...flags('bcCfhiLrStTV'),
      ...flags('aADeFlnopsuwx', '=text'),
      ...longs('no-signals demangle help version'),
      ...longs('align debug library indent output where config', '=text'),
    ],
    effects: (reading) => userEffect(optionValue(reading, '-u')),
    source: 'ltrace(1) 0.7.3',
  },
  {
    names: ['time', 'gtime'],
    options: [
      '-a --append',
      '-p --portability',
      '-q --quiet',
      '-v --verbose',
      '-l',
      '-h',
      ...longs('help version'),
      '-V',
      '-f --format =text',
      '-o --output =path',
    ],
    source: 'time(1) GNU 1.9; -l -h time(1) macOS',
  },
  {
    names: ['catchsegv', 'eatmydata', 'torsocks', 'torify', 'tsocks', 'unbuffer', 'dislocate'],
    options: flags('pqid'),
    source: 'catchsegv(1), eatmydata(1), torsocks(1), unbuffer(1), dislocate(1)',
  },
  { names: ['proxychains', 'proxychains4', 'proxychains-ng'], options: ['-q', '-f =path'], source: 'proxychains4(1)' },
  {
    names: ['trickle'],
    options: [...flags('hVsv'), ...flags('duwtlnLp', '=text')],
    source: 'trickle(1) 1.07',
  },
  {
    names: ['xvfb-run'],
    options: [
      '-a --auto-servernum',
      '-h --help',
      '-l --listen-tcp',
      '-e --error-file =path',
      '-f --auth-file =path',
      '-n --server-num =text',
      '-p --xauth-protocol =text',
      '-s --server-args =text',
      '-w --wait =text',
    ],
    source: 'xvfb-run(1)',
  },
  {
    names: ['dbus-run-session'],
    options: [...longs('config-file dbus-daemon', '=path')],
    source: 'dbus-run-session(1)',
  },
  {
    names: ['systemd-inhibit'],
    options: [...longs('list no-pager no-legend help version'), ...longs('what who why mode', '=text')],
    source: 'systemd-inhibit(1) 252',
  },
  {
    names: ['fakeroot'],
    shell: true,
    options: [...flags('uhv'), ...flags('lsib', '=text'), ...longs('lib faked fd-base', '=text'), '--unknown-is-real'],
    source: 'fakeroot(1)',
  },
  {
    names: ['fakechroot'],
    shell: true,
    options: [
      ...flags('shv'),
      ...flags('ldecb', '=text'),
      ...longs('lib elfloader environment config-dir bindir', '=text'),
    ],
    source: 'fakechroot(1)',
  },
  {
    names: ['faketime'],
    options: ['-m', '-f', '-p =text', '--exclude-monotonic', '--disable-monotonic', '--date-prog =path'],
    // the time is an operand, and with -f still is
    skip: 1,
    source: 'faketime(1) 0.9.10',
  },
  {
    names: ['numactl'],
    options: [
      ...flags('alsHbtdD'),
      ...longs('all localalloc show hardware balancing'),
      ...flags('imNCpP', '=text'),
      ...longs('interleave membind cpunodebind physcpubind preferred preferred-many', '=text'),
    ],
    source: 'numactl(8)',
  },
  { names: ['cpulimit'], options: [...flags('bfqkmrvzh'), ...flags('pePlcs', '=text')], source: 'cpulimit(1)' },
  { names: ['softlimit'], options: flags('mdslaopfcrt', '=text'), source: 'softlimit(8) daemontools' },
  { names: ['envdir'], skip: 1, source: 'envdir(8) daemontools' },
  { names: ['setlock'], options: flags('nNxX'), skip: 1, source: 'setlock(8) daemontools' },
  {
    names: ['chpst'],
    options: [...flags('vVP012'), ...flags('uUbe/nlLmdopfct', '=text')],
    effects: (reading) => userEffect(optionValue(reading, '-u')),
    source: 'chpst(8) runit',
  },
  {
    names: ['rlwrap'],
    options: [
      ...flags('EhiInNorRUvWc'),
      ...flags('bCDefgHlMOPqsStwz', '=text'),
      ...flags('aAmp', '[=text]'),
      ...longs('help version'),
    ],
    source: 'rlwrap(1) 0.46',
  },
  { names: ['cgexec'], options: ['--sticky', '-g =text', '-h'], source: 'cgexec(1) libcgroup 2.0' },
  {
    names: ['aa-exec'],
    options: [...flags('idvhV'), '-p --profile =text', '-n --namespace =text', '--immediate', '--verbose', '--debug'],
    source: 'aa-exec(1)',
  },
  {
    names: ['runcon'],
    options: ['-c --compute', '-t --type =text', '-u --user =text', '-r --role =text', '-l --range =text'],
    skip: (reading) => (has(reading, '-c', '-t', '-u', '-r', '-l') ? 0 : 1),
    source: 'runcon(1) coreutils 9.1',
  },
  {
    names: ['valgrind'],
    options: [...flags('hqvd')],
    anyOption: true, // every value is attached: --tool=memcheck
    source: 'valgrind(1) 3.19',
  },
  { names: ['sshpass'], options: [...flags('ehvV'), ...flags('fdpP', '=text')], source: 'sshpass(1) 1.09' },
  { names: ['chronic', 'ifne'], options: flags('evn'), source: 'chronic(1), ifne(1) moreutils' },
];

const LINUX32 = prefixFamily({ names: ['linux32'], ...SETARCH });

/** `setarch [architecture] [options] command`: the architecture is the first word, if that is no option. */
const SETARCH_FAMILY: WrapperFamily = {
  names: ['setarch'],
  peel: (start) => {
    const [name, first, ...rest] = start.argv;
    const named = name !== undefined && first !== undefined && !leadingText(first).startsWith('-');
    return LINUX32.peel(named ? { ...start, argv: [name, ...rest] } : start);
  },
};

export const PLAIN_FAMILIES: readonly WrapperFamily[] = [...PLAIN.map(prefixFamily), SETARCH_FAMILY];
