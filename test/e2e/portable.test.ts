import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callFor } from '../support/agent-tables.ts';
import { CHECKOUT, mayTestWith, TempHome } from '../support/installed.ts';
import { which } from '../support/shim-world.ts';

/** Shells that may be /bin/sh, as they would read a `#!/bin/sh` file. */
const SHELLS: readonly (readonly string[])[] = [
  ['dash'],
  ['bash', '--posix'],
  ['busybox', 'ash'],
  ['mksh'],
  ['yash', '--posixly-correct'],
  ['zsh', '--emulate', 'sh'],
];
/** One program for all commands, without options that only GNU has. */
const USERLANDS = ['busybox', 'toybox'];
const WITHOUT_PROC = ['bwrap', '--dev-bind', '/', '/', '--tmpfs', '/proc', '--'];

const DATA = '.local/share/safeshell';
const AGENT = { CLAUDECODE: '1' };

interface RunAs {
  readonly input?: string;
  readonly path?: string;
  readonly isAgent?: boolean;
}

/** A guarded machine, and how programs are started on it. */
class Machine {
  readonly home = new TempHome();
  private readonly around: readonly string[];
  /** PATH without stubs */
  readonly tools: string;

  /** `around`: words in front of each command. `userland`: the program that all commands of PATH are, but git and node. */
  constructor({ around = [], userland }: { around?: readonly string[]; userland?: string } = {}) {
    this.around = around;
    this.tools = userland === undefined ? this.home.tools : this.folderOf(userland);
    mkdirSync(join(this.home.home, 'repository'));
    mkdirSync(join(this.home.home, '.claude'));
  }

  private folderOf(userland: string): string {
    const folder = join(this.home.home, 'userland');
    const program = which(userland) ?? '';
    const names = this.home.run(program, userland === 'busybox' ? ['--list'] : []).stdout.split(/\s+/);
    mkdirSync(folder);
    for (const name of names.filter((one) => one !== '')) symlinkSync(program, join(folder, name));
    for (const [name, path] of [
      ['git', which('git') ?? ''],
      ['node', process.execPath],
    ] as const) {
      rmSync(join(folder, name), { force: true });
      symlinkSync(path, join(folder, name));
    }
    return folder;
  }

  /** `stubs`: dangerous programs only write down that they were started. */
  get path(): string {
    return this.home.path.replace(this.home.tools, this.tools);
  }

  run(argv: readonly string[], { input = '', path = this.path, isAgent = true }: RunAs = {}) {
    const [program = '', ...args] = [...this.around, ...argv];
    const env = { ...(isAgent && AGENT), PATH: path, GIT_CONFIG_GLOBAL: '/dev/null' };
    const cwd = join(this.home.home, 'repository');
    // found in the PATH of this process, not in the one of `env`
    const { status, stdout, stderr } = this.home.run(which(program) ?? program, args, { env, input, cwd });
    return { status, stdout, stderr };
  }

  install(shell: readonly string[] = ['/bin/sh']): void {
    const script = join(CHECKOUT, 'install.sh');
    const installed = this.run([...shell, script, '--no-build', '--yes'], { path: this.tools, isAgent: false });
    expect([installed.status, installed.stderr]).toEqual([0, '']);
    expect(this.run(['git', 'init', '-q', '.']).status).toBe(0);
    expect(existsSync(this.file('hooks/claude'))).toBe(true);
  }

  /** Refreshes until gates answer: what was just made counts as young. */
  async settle(): Promise<void> {
    for (let left = 8; left > 0; left--) {
      expect(this.run([this.home.launcher, 'refresh'], { path: this.tools }).stderr).toBe('');
      if (existsSync(join(this.home.home, '.cache/safeshell/stamp')) && existsSync(this.file('hooks/.stamp'))) return;
      await new Promise((resolve) => setTimeout(resolve, 1500));
    }
    throw new Error('gates stay shut');
  }

  file(name: string): string {
    return join(this.home.home, DATA, name);
  }

  /** The launcher, or shim, with /bin/false in the place of Node.js. */
  withoutNode(name: string): string {
    const copy = this.file(`without-node-${basename(name)}`);
    writeFileSync(copy, readFileSync(this.file(name), 'utf8').replace(/^__ss_node=.*$/m, '__ss_node=/bin/false'));
    chmodSync(copy, 0o755);
    return copy;
  }

  remove(): void {
    this.home.remove();
  }
}

interface Checks {
  readonly shell?: readonly string[];
  /** Do gates answer? */
  readonly hasGates: boolean;
}

const REFUSED_LINE = 'rm -rf /';
const payload = (line: string, cwd: string) => JSON.stringify({ ...callFor('claude', line).payload, cwd });

function checkAll(machine: Machine, { shell = [], hasGates }: Checks): void {
  const { home, path } = machine;
  const guarded = { path: `${home.shims}:${path}` };
  const call = (file: string, ...args: readonly string[]) =>
    machine.run([...shell, machine.file(file), ...args], guarded);
  const cwd = join(home.home, 'repository');
  const hook = (file: string, line: string) =>
    machine.run([...shell, machine.file(file), ''], { ...guarded, input: payload(line, cwd) });

  const gated = call(basename(machine.withoutNode('shims/git')), 'status', '--porcelain');
  expect(gated.status, 'by the gate').toBe(hasGates ? 0 : 126);
  if (hasGates) expect(gated).toEqual({ status: 0, stdout: '', stderr: '' });
  expect(call('shims/git', 'status', '--porcelain')).toEqual({ status: 0, stdout: '', stderr: '' });
  const byNode = ['-c', 'core.editor=true', 'log', '-1', '--', 'x'];
  expect(call(basename(machine.withoutNode('shims/git')), ...byNode).status, 'for Node.js').toBe(126);
  expect(call('shims/git', ...byNode).stderr).toMatch(/^fatal: .*does not have any commits yet\n$/);
  const refused = call('shims/rm', '-rf', '/');
  expect([refused.status, refused.stdout]).toEqual([126, '']);
  expect(refused.stderr).toMatch(/^\{"decision":"deny".*\}\n$|^safeshell: /);

  const allowed = { status: 0, stdout: '', stderr: '' };
  const silent = hook(basename(machine.withoutNode('hooks/claude')), 'git status');
  if (hasGates) expect(silent).toEqual(allowed);
  else expect(silent.stdout + silent.stderr).toContain('not run');
  expect(hook('hooks/claude', 'git status')).toEqual(allowed);
  expect(hook('hooks/claude', 'X=$(git status) && echo "$X"')).toEqual(allowed);
  const denied = hook('hooks/claude', REFUSED_LINE);
  expect(JSON.parse(denied.stdout).hookSpecificOutput.permissionDecision).toBe('deny');
  expect([denied.status, denied.stderr]).toEqual([0, '']);

  expect(call('safeshell-line', 'bash', 'git status').status).toBe(0);
  expect(call('safeshell-line', 'bash', REFUSED_LINE).status).toBe(1);
  expect(call('safeshell-sh', '-c', 'echo done')).toEqual({ status: 0, stdout: 'done\n', stderr: '' });
  expect(call('safeshell-sh', '-c', REFUSED_LINE).status).toBe(126);
  expect(home.starts()).toEqual([]);

  const env = machine.run([
    ...(shell.length > 0 ? shell : ['/bin/sh']),
    '-c',
    `. '${machine.file('env.sh')}'; echo "$PATH"`,
  ]);
  expect(env).toEqual({ status: 0, stdout: expect.stringMatching(new RegExp(`^${home.shims}:`)), stderr: '' });
  later(machine, shell);
}

/** A program that rules name is installed: its shim is made from the shell. */
function later(machine: Machine, shell: readonly string[]): void {
  const folder = join(machine.home.home, 'new programs');
  mkdirSync(folder, { recursive: true });
  machine.home.script(join(folder, 'terraform'), 'echo terraform');
  const script = machine.file('later.sh');
  const made = machine.run([...(shell.length > 0 ? shell : ['/bin/sh']), script, folder], { path: machine.tools });
  expect(made).toEqual({ status: 0, stdout: '', stderr: '' });
  const shim = machine.file('shims/terraform');
  expect(readFileSync(shim, 'utf8')).toContain("__ss_name='terraform'");
  rmSync(shim);
  rmSync(folder, { recursive: true });
}

describe('one installation', () => {
  let machine: Machine;
  beforeAll(async () => {
    machine = new Machine();
    machine.install();
    await machine.settle();
  }, 120_000);
  afterAll(() => machine.remove());

  test.each(SHELLS.filter(([shell = '']) => mayTestWith(shell)).map((shell) => [shell.join(' '), shell] as const))(
    'works in %s',
    (_name, shell) => checkAll(machine, { shell, hasGates: true }),
  );

  test.runIf(mayTestWith('bwrap'))('works where /proc is hidden later: Node.js answers', () => {
    const hidden = Object.assign(Object.create(machine), {
      run: (argv: readonly string[], options?: object) => machine.run([...WITHOUT_PROC, ...argv], options),
    });
    checkAll(hidden, { hasGates: false });
  });
});

describe.each([
  ...USERLANDS.map((userland) => [`with the commands of ${userland} alone`, { userland }, userland] as const),
  ['without /proc', { around: WITHOUT_PROC }, 'bwrap'] as const,
])('%s', (_name, options, needed) => {
  test.runIf(mayTestWith(needed))('an installation is made, and works', { timeout: 240_000 }, async () => {
    const machine = new Machine(options);
    try {
      machine.install();
      await machine.settle();
      checkAll(machine, { hasGates: true });
      const gone = machine.run([machine.home.launcher, 'uninstall'], { isAgent: false });
      expect([gone.status, gone.stderr]).toEqual([0, '']);
      expect(existsSync(machine.file('shims'))).toBe(false);
    } finally {
      machine.remove();
    }
  });
});
