import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { detectActor } from '../../src/facts/actor.ts';
import { removePatiently } from '../../src/store/patience.ts';
import { GuardedMachine } from '../support/guarded-machine.ts';
import { HAS_PTY, Pty } from '../support/pty.ts';
import { which } from '../support/shim-world.ts';

const RULES = `
rules:
  - { name: no, commands: [frob], action: deny, conditions: [{ args: { operand: deny } }] }
  - { name: ask, commands: [frob, late], action: require_approval, conditions: [{ args: { operand: ask } }] }
`;
const DENY_ALL = 'rules: [{ name: all, commands: [frob], action: deny }]';
const BROKEN = 'rules: [{ name: no, comands: [frob], action: deny }]';
const SETSID = which('setsid');
const isBelowAgent = detectActor({ env: { SAFESHELL_CONTEXT: 'human' } }).actor === 'ai';

let machine: GuardedMachine;
beforeEach(() => {
  machine = new GuardedMachine(RULES, { frob: 'exit 3' });
});
afterEach(() => machine.remove());

interface Given {
  readonly env?: Record<string, string>;
  readonly cwd?: string;
}

/** In a session of its own: no terminal, whoever runs the tests. */
function run(line: string, { env = {}, cwd = machine.root }: Given = {}) {
  const ran = spawnSync(SETSID ?? '', ['-w', '/bin/sh', '-c', line], {
    cwd,
    env: { ...machine.env, ...env },
    encoding: 'utf8',
  });
  return { status: ran.status, stderr: ran.stderr, ran: machine.takeRan() };
}
const AI = { SAFESHELL_CONTEXT: 'ai' };

describe.skipIf(SETSID === undefined)('the slow path', () => {
  test('HOME, XDG_* and PATH of a caller do not choose the rules', () => {
    mkdirSync(machine.userRules, { recursive: true });
    writeFileSync(join(machine.userRules, 'mine.yaml'), DENY_ALL);
    const elsewhere = join(machine.root, 'elsewhere');
    for (const env of [
      { HOME: elsewhere },
      { XDG_CONFIG_HOME: elsewhere, XDG_STATE_HOME: elsewhere },
      { XDG_CACHE_HOME: elsewhere },
    ]) {
      expect(run('frob x', { env: { ...AI, ...env } })).toMatchObject({ status: 126, ran: [] });
    }
  });

  test('a rule that is written holds at the next call', () => {
    expect(run('frob x').status).toBe(3);
    mkdirSync(machine.userRules, { recursive: true });
    writeFileSync(join(machine.userRules, 'mine.yaml'), DENY_ALL);
    expect(run('frob x', { env: AI }).status).toBe(126);
    rmSync(join(machine.userRules, 'mine.yaml'));
    expect(run('frob x').status).toBe(3);
  });

  test('a replacement that is not there is named, as a shell would', () => {
    mkdirSync(machine.userRules, { recursive: true });
    const rule = '{ name: elsewhere, commands: [frob], action: redirect, redirect_to: knob-of-nobody $ARGS }';
    writeFileSync(join(machine.userRules, 'mine.yaml'), `version: 1\nrules:\n  - ${rule}\n`);
    const { status, stderr } = run('frob y', { env: AI });
    expect([status, stderr.split('\n').at(-2)]).toEqual([127, 'safeshell: knob-of-nobody: not found']);
  });

  test('a project tightens below its root', () => {
    const deep = join(machine.root, 'project', 'deep');
    mkdirSync(deep, { recursive: true });
    mkdirSync(join(machine.root, 'project', '.safeshell'));
    writeFileSync(join(machine.root, 'project', '.safeshell', 'rules.yaml'), DENY_ALL);
    expect(run('frob x', { cwd: deep, env: AI }).status).toBe(126);
    expect(run('frob x', { env: AI }).status).toBe(3);
  });

  test('a program that is installed later gets its shim behind the next slow call', async () => {
    const late = join(machine.bin, 'late');
    expect(run('late ask', { env: AI }).status).toBe(127);
    writeFileSync(late, `#!/bin/sh\necho late >>'${machine.ran}'\n`);
    chmodSync(late, 0o755);
    const soon = Date.now() / 1000 + 5;
    utimesSync(machine.bin, soon, soon);
    expect(run('frob x').status).toBe(3);
    await expect.poll(() => existsSync(join(machine.shims, 'late')), { timeout: 60_000, interval: 100 }).toBe(true);
    expect(run('late ask', { env: AI })).toMatchObject({ status: 126, ran: [] });
  });

  test('rule files with errors: the last good ones hold, and it is said once', () => {
    expect(run('frob deny', { env: AI }).status).toBe(126);
    mkdirSync(machine.userRules, { recursive: true });
    writeFileSync(join(machine.userRules, 'mine.yaml'), BROKEN);
    const { status, stderr, ran } = run('frob deny; frob x; frob x');
    expect([status, ran]).toEqual([3, ['frob x', 'frob x']]);
    expect(stderr.match(/rule files have errors/g)).toHaveLength(1);
    expect(stderr).toContain('comands');
  });

  describe('no valid policy', () => {
    beforeEach(() => {
      writeFileSync(machine.rules, BROKEN);
      removePatiently(machine.state);
      removePatiently(join(machine.home, '.cache/safeshell/policy'));
    });

    test('an agent is refused', () => {
      const { status, stderr, ran } = run('frob x', { env: AI });
      expect([status, ran]).toEqual([126, []]);
      expect(JSON.parse(stderr.slice('safeshell: '.length))).toMatchObject({ cause: 'guard-broken', retry: false });
    });

    test.skipIf(isBelowAgent)('a person without a terminal is warned and served', () => {
      const { status, stderr, ran } = run('frob x');
      expect([status, ran]).toEqual([3, ['frob x']]);
      expect(stderr).toContain('runs unguarded');
    });

    test.skipIf(isBelowAgent || !HAS_PTY).each([
      ['y\n', 3],
      ['n\n', 126],
      ['\n', 126],
    ])('a person at a terminal is asked: %j', async (keys, status) => {
      const pty = new Pty('frob x', { cwd: machine.root, env: machine.env });
      await pty.expect('Run it unguarded? [y/N] ');
      pty.type(keys);
      expect((await pty.end()).status).toBe(status);
    });
  });

  test('state that cannot be written keeps nobody from working, and is said', () => {
    run('frob x');
    removePatiently(machine.state);
    writeFileSync(machine.state, '');
    const { status, stderr, ran } = run('frob x');
    expect([status, ran]).toEqual([3, ['frob x']]);
    expect(stderr).toContain('not recorded');
  });

  test('a bundle that does not load runs nothing', () => {
    writeFileSync(join(machine.product, 'dist', 'shim.cjs'), 'syntax error here');
    expect(run('frob x')).toMatchObject({ status: 126, ran: [] });
    rmSync(join(machine.product, 'dist', 'shim.cjs'));
    expect(run('frob x')).toMatchObject({ status: 126, ran: [] });
  });

  test('many at once: each is answered, each is recorded whole', () => {
    const { status, ran } = run('i=0; while [ $i -lt 20 ]; do frob $i & i=$((i + 1)); done; wait');
    expect(status).toBe(0);
    expect(ran).toHaveLength(20);
    expect(machine.audit()).toHaveLength(20);
  });

  test.skipIf(isBelowAgent || !HAS_PTY)('colours only on a terminal that wants them', async () => {
    const shown = async (env: Record<string, string>) =>
      (await new Pty('frob deny', { cwd: machine.root, env: { ...machine.env, ...env } }).end()).shown;
    expect(await shown({ TERM: 'xterm' })).toContain('\x1b[');
    expect(await shown({ TERM: 'xterm', NO_COLOR: '1' })).not.toContain('\x1b[');
    expect(run('frob deny', { env: { TERM: 'xterm' } }).stderr).not.toContain('\x1b[');
  });
});
