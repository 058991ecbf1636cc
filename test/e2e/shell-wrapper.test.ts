import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shQuote } from '../../src/util/sh-quote.ts';
import { installedHome, mayTestWith, type RunOptions, type TempHome } from '../support/installed.ts';
import { HAS_PTY, Pty } from '../support/pty.ts';
import { which } from '../support/shim-world.ts';

let home: TempHome;
beforeAll(() => {
  home = installedHome();
  home.file(
    '.config/safeshell/rules/mine.yaml',
    `version: 1
rules:
  - { name: no, commands: [frob], action: deny, message: Not this }
  - { name: ask, commands: [perhaps], action: require_approval, message: Sure }
  - { name: other, commands: [old], action: redirect, redirect_to: "echo new $ARGS", message: Old is gone }
`,
  );
  home.file('script.sh', 'echo "script $0 $# $1"; exit 4\n');
});
afterAll(() => home.remove());

const wrapper = () => join(home.home, '.local/bin/safeshell-sh');
const real = (shell: string) => which(shell) ?? '';

function wrapped(shell: string, args: readonly string[], { env = {}, ...options }: RunOptions = {}) {
  return home.run(wrapper(), args, { ...options, env: { SAFESHELL_SHELL: real(shell), ...env } });
}

const SHELLS = ['bash', 'zsh', 'dash'].filter(mayTestWith);

describe.each(SHELLS)('%s behind the wrapper', (shell) => {
  test.each<[readonly string[], string?]>([
    [['-c', 'echo "$0|$#|$1"']],
    [['-c', 'echo "$0|$#|$1"', 'name', 'a b', '']],
    [['-c', 'exit 7']],
    [['-c', 'exit 222']],
    [['-c', 'kill -TERM $$']],
    [['-c', 'cat; echo to stderr >&2'], 'from stdin\n'],
    [['-c', 'echo "$-"']],
    [['-ec', 'false; echo not here']],
    [['-lc', 'echo "$-"; echo "$HOME"']],
    [['-c', 'echo "in a\nline that breaks"; echo \\\\ "é" $(printf "%s" "$PATH")']],
    [['-c', '']],
    [['-c']],
    [['script.sh', 'one', 'two']],
    [['-e', 'script.sh', '-x']],
    [['nowhere.sh']],
    [['-s', 'a'], 'echo "$0 $1"\n'],
    [[], 'echo "$0"; exit 9\n'],
  ])('does with %j what the shell does', (args, input = '') => {
    const { status, signal, stdout, stderr } = home.run(real(shell), args, { input });
    expect(wrapped(shell, args, { input })).toMatchObject({ status, signal, stdout, stderr });
  });

  test('runs nothing of a line that is refused', () => {
    const ran = wrapped(shell, ['-c', 'echo before; frob a'], { env: { SAFESHELL_CONTEXT: 'ai' } });
    expect([ran.status, ran.stdout]).toEqual([126, '']);
    expect(JSON.parse(ran.stderr.replace('safeshell: ', ''))).toMatchObject({ decision: 'deny', rule: 'mine/no' });
  });

  test.runIf(HAS_PTY)('is interactive at a terminal', async () => {
    const env = { ...environment(), SAFESHELL_SHELL: real(shell), PS1: '', PROMPT: '' };
    const pty = new Pty(shQuote(wrapper()), { cwd: home.home, env });
    pty.type('test -t 0 && echo "terminal $((6 * 7))"\n');
    await pty.expect('terminal 42');
    pty.type('exit 3\n');
    expect((await pty.end()).status).toBe(3);
  });

  test.runIf(HAS_PTY)('keeps -i, and its terminal', async () => {
    const env = { ...environment(), SAFESHELL_SHELL: real(shell) };
    const line = 'case $- in *i*) test -t 1 && echo interactive ;; esac; exit 5';
    const pty = new Pty(`${shQuote(wrapper())} -ic ${shQuote(line)}`, { cwd: home.home, env });
    const { status, shown } = await pty.end();
    expect([status, shown]).toEqual([5, expect.stringContaining('interactive')]);
  });
});

function environment(): NodeJS.ProcessEnv {
  return { HOME: home.home, PATH: home.path, TERM: 'dumb', LANG: 'C.UTF-8' };
}

test('a redirected start within the line is refused', () => {
  const { status, stdout, stderr } = wrapped('bash', ['-c', 'old a'], { env: { SAFESHELL_CONTEXT: 'ai' } });
  expect([status, stdout, stderr]).toEqual([126, '', expect.stringContaining('Old is gone')]);
});

test('the record names the shell as the door, and the line', () => {
  wrapped('bash', ['-c', 'frob recorded'], { env: { SAFESHELL_CONTEXT: 'ai' } });
  const { stdout } = home.safeshell(['log', '--json', '--door', 'shell']);
  expect(stdout).toContain('frob recorded');
});

test('a line that cannot be read needs a person', () => {
  expect(wrapped('bash', ['-c', 'if']).status).toBe(126);
});

test.runIf(HAS_PTY)('a person is asked at the terminal', async () => {
  const env = { ...environment(), SAFESHELL_SHELL: real('bash') };
  const pty = new Pty(`${shQuote(wrapper())} -c 'echo ran || perhaps'`, { cwd: home.home, env });
  await pty.expect('Sure');
  await pty.expect('?] ');
  pty.type('y\n');
  const { status, shown } = await pty.end();
  expect([status, shown.includes('ran')]).toEqual([0, true]);
});

describe('the shell that runs', () => {
  test('is never the wrapper itself', () => {
    const link = join(home.home, 'sh');
    symlinkSync(wrapper(), link);
    for (const path of [wrapper(), link]) {
      const ran = home.run(wrapper(), ['-c', 'echo ran'], { env: { SAFESHELL_SHELL: path, SHELL: wrapper() } });
      expect([ran.status, ran.stdout]).toEqual([0, 'ran\n']);
    }
    rmSync(link);
  });

  test.each([
    ['/usr/bin/env', 126],
    ['/nowhere/bash', 127],
  ])('is one whose lines can be judged: %s', (path, expected) => {
    const { status, stdout, stderr } = home.run(wrapper(), ['-c', 'echo ran'], { env: { SAFESHELL_SHELL: path } });
    expect([status, stdout, stderr]).toEqual([expected, '', expect.stringContaining('SAFESHELL_SHELL')]);
  });

  test('is the person’s own where nothing else is said, and where it is no path', () => {
    for (const env of [{}, { SAFESHELL_SHELL: 'bash' }]) {
      expect(home.run(wrapper(), ['-c', 'echo ran'], { env }).stdout).toBe('ran\n');
    }
  });
});

test('tools that start $SHELL are guarded', () => {
  const env = { SHELL: wrapper(), SAFESHELL_SHELL: real('bash'), SAFESHELL_CONTEXT: 'ai' };
  const make = 'const { spawnSync } = require("child_process");';
  const script = `${make}process.exitCode = spawnSync('frob a', { shell: process.env.SHELL, stdio: 'inherit' }).status;`;
  expect(home.run(process.execPath, ['-e', script], { env }).status).toBe(126);
});
