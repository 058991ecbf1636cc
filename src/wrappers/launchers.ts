import { userOf } from './peeled.ts';
import { type PrefixSpec, prefixFamily } from './prefix.ts';
import { flags, longs, optionValue } from './reading.ts';
import type { WrapperFamily } from './wrapper.ts';

const RUN0_TEXT =
  'unit property description slice user group nice chdir setenv background machine shell-prompt-prefix capsule';

const XCRUN_SHOWS = longs(
  'show-sdk-path show-sdk-version show-sdk-build-version show-sdk-platform-path show-sdk-platform-version',
);

/** Inits of containers, loaders, emulators, queues and schedulers: `launcher [options] [operands] command`. */
const LAUNCHERS: readonly PrefixSpec[] = [
  {
    names: ['tini', 'tini-static'],
    options: [...flags('svwglh'), ...flags('pe', '=text'), '--version'],
    source: 'tini --help 0.19, online',
  },
  {
    names: ['dumb-init'],
    options: ['-c --single-child', '-r --rewrite =text', '-v --verbose', '-V --version', '-h --help'],
    source: 'dumb-init --help 1.2, online',
  },
  { names: ['catatonit'], options: flags('gPLVh'), source: 'catatonit --help 0.2, online' },
  { names: ['rootlesskit'], anyOption: true, source: 'rootlesskit --help 2, online: values are attached' },
  {
    names: ['systemd-cat'],
    options: ['-t --identifier =text', '-p --priority =text', '-h', ...longs('help version')],
    anyOption: true, // the values of the others are attached
    source: 'systemd-cat(1) 252',
  },
  {
    names: ['run0'],
    options: [
      ...flags('ugD', '=text'),
      ...longs(RUN0_TEXT, '=text'),
      ...longs('pty pipe no-ask-password help version'),
    ],
    effects: (reading) => {
      const user = optionValue(reading, '-u', '--user');
      return { user: user === undefined ? 'root' : userOf(user) };
    },
    source: 'run0(1) systemd 256, online',
  },
  {
    names: ['please'],
    options: [...flags('bchpnvw'), ...flags('adgrtu', '=text'), ...longs('user group dir target reason', '=text')],
    effects: (reading) => {
      const user = optionValue(reading, '-u', '--user');
      return { user: user === undefined ? 'root' : userOf(user) };
    },
    source: 'please(1) 0.5, online',
  },
  {
    names: ['gsudo'],
    options: [
      ...flags('nwkdsi'),
      ...flags('u', '=text'),
      ...longs('user', '=text'),
      ...longs('new wait direct system'),
    ],
    anyOption: true,
    effects: () => ({ user: 'root' }),
    source: 'gsudo --help 2.4, online',
  },
  { names: ['dbus-launch'], anyOption: true, source: 'dbus-launch(1) 1.14: values are attached' },
  {
    names: ['run-one', 'run-this-one', 'run-one-constantly', 'run-one-until-failure', 'keep-one-running'],
    source: 'run-one(1)',
  },
  { names: ['daemonize'], options: [...flags('av'), ...flags('ceEloptu', '=text')], source: 'daemonize(1) 1.7' },
  {
    names: ['ts', 'tsp'],
    options: [...flags('nfBEmdrlCKhVi'), ...flags('DLNOpSsTtuwWkc', '[=text]')],
    source: 'tsp(1) task-spooler 1.0',
  },
  { names: ['nq'], options: flags('cqtw'), source: 'nq(1) 0.5' },
  { names: ['timelimit'], options: [...flags('pq'), ...flags('tTsS', '=text')], source: 'timelimit(1) 1.8' },
  {
    names: [
      'ld.so',
      'ld-linux.so.2',
      'ld-linux-x86-64.so.2',
      'ld-linux-aarch64.so.1',
      'ld-linux-armhf.so.3',
      'ld-musl-x86_64.so.1',
      'ld-musl-aarch64.so.1',
    ],
    options: [
      ...longs('list verify inhibit-cache list-tunables list-diagnostics help version'),
      ...longs('library-path inhibit-rpath audit preload argv0 glibc-hwcaps-prepend glibc-hwcaps-mask', '=text'),
    ],
    source: 'ld.so(8) 2.36',
  },
  {
    names: ['x86_64', 'i386', 'aarch64', 'arm', 'riscv64', 'ppc64le', 's390x'].flatMap((name) => [
      `qemu-${name}`,
      `qemu-${name}-static`,
    ]),
    options: ['-h', '-singlestep', '-strace', '-one-insn-per-tb', ...[...'gLsEUBRpd0r'].map((one) => `-${one} =text`)],
    singleDash: true,
    anyOption: true,
    source: 'qemu-x86_64(1) 7.2',
  },
  { names: ['box64', 'box86', 'FEXInterpreter', 'wine', 'wine64'], source: 'their README' },
  {
    names: ['xcrun'],
    options: [
      ...['-h --help', '-v --verbose', '-l --log', '-n --no-cache', '-k --kill-cache', '-r --run', '-f -find --find'],
      ...['--version', '-sdk --sdk =text', '-toolchain --toolchain =text'],
      ...XCRUN_SHOWS,
    ],
    singleDash: true,
    noneIf: ['-f', '-h', '--version', ...XCRUN_SHOWS],
    source: 'xcrun(1) macOS, online page',
  },
  { names: ['sandbox-exec'], options: flags('fpnD', '=text'), source: 'sandbox-exec(1) macOS, online page' },
  {
    names: ['jexec'],
    options: [...flags('ln'), ...flags('uU', '=text')],
    skip: 1,
    effects: () => ({ elsewhere: 'a jail' }),
    source: 'jexec(8) FreeBSD, online page',
  },
  {
    names: ['flatpak-spawn', 'host-spawn', 'distrobox-host-exec'],
    anyOption: true,
    source: 'flatpak-spawn(1): values are attached',
  },
  {
    names: ['srun', 'salloc'],
    options: [
      ...flags('abcdDeEgGhiIJkKlLmMNnoOpPqQrRsStTuUvVwWxXZ'.replace(/[hkKlOQsuUvVXZ]/g, ''), '=text'),
      ...flags('hkKlOQsuvVXZ'),
    ],
    anyOption: true, // the values of the long ones are attached
    source: 'srun(1) slurm 22',
  },
  {
    names: ['mpirun', 'mpiexec', 'orterun', 'oshrun'],
    options: [
      '-n -np -c --n =text',
      '-host --host -H =text',
      '-hostfile --hostfile -f =path',
      '-x -wdir -wd -mca --mca =text',
    ],
    singleDash: true,
    anyOption: true,
    source: 'mpirun(1) Open MPI 4.1',
  },
];

export const LAUNCHER_FAMILIES: readonly WrapperFamily[] = LAUNCHERS.map(prefixFamily);
