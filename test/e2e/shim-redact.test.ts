import { spawn, spawnSync } from 'node:child_process';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { GuardedMachine } from '../support/guarded-machine.ts';
import { HAS_PTY, Pty } from '../support/pty.ts';

const TOKEN = `ghp_${'a1B2c3D4'.repeat(4)}`;
const RULES = `
rules:
  - { name: hide, commands: [frob, slow, loud, dies, waits, talks, reads, devs, piped, leaves], action: redact }
  - { name: no, commands: [nope], action: deny }
  - { name: moved, commands: [moved], action: redirect, redirect_to: "frob $ARGS" }
  - { name: hide-gone, commands: [gone], action: redact }
  - { name: gone, commands: [gone], action: redirect, redirect_to: "tells $ARGS" }
  - { name: renamed, commands: [renamed], action: redirect, redirect_to: "tells $ARGS" }
  - { name: hide-asks, commands: [asks], action: redact }
  - { name: asks, commands: [asks], action: require_approval, message: Sure }
  - { name: badges, commands: [both], action: redact, redact: { patterns: { badge: "B-[0-9]{4}" } } }
  - { name: doors, commands: [both], action: redact, redact: { patterns: { door: "D-[0-9]{4}" } } }
`;
const STUBS = {
  frob: `echo "token ${TOKEN} of john@corp.example"; echo "err ${TOKEN}" >&2; exit 3`,
  slow: `printf 'half ${TOKEN.slice(0, 10)}'; sleep 0.01; printf '${TOKEN.slice(10)}\\n'`,
  loud: 'yes "a line of some output" | head -c 20000000',
  dies: 'kill -TERM $$',
  waits: `trap 'echo told; exit 7' TERM; echo ready; while :; do sleep 0.05; done`,
  talks: `printf 'name? '; read -r name; echo "hello $name"`,
  reads: 'cat',
  devs: 'echo out >/dev/stdout; echo err >/dev/stderr',
  piped: 'trap "" HUP; while :; do echo x; done',
  leaves: '( sleep 0.2; echo late ) & echo early',
  nope: 'true',
  moved: 'true',
  gone: 'true',
  renamed: 'true',
  tells: `echo "token ${TOKEN}"`,
  asks: `echo "token ${TOKEN}"`,
  both: 'echo B-1234 D-1234 X-1234',
};

let machine: GuardedMachine;
beforeAll(() => {
  machine = new GuardedMachine(RULES, STUBS);
});
afterAll(() => machine.remove());
beforeEach(() => {
  machine.takeRan();
});

function run(line: string, { input = '', env = {} }: { input?: string | Buffer; env?: Record<string, string> } = {}) {
  return spawnSync('/bin/sh', ['-c', line], {
    cwd: machine.root,
    env: { ...machine.env, ...env },
    input,
    maxBuffer: 1e8,
    timeout: 100_000,
  });
}

describe('a rule that redacts', () => {
  test('the command runs once, with its status; both its outputs are redacted', () => {
    const { status, stdout, stderr } = run('frob a "b c"');
    expect(status).toBe(3);
    expect(String(stdout)).toBe(`token gh${'*'.repeat(TOKEN.length - 4)}D4 of jo*************le\n`);
    expect(String(stderr)).toBe(`err gh${'*'.repeat(TOKEN.length - 4)}D4\n`);
    expect(machine.takeRan()).toEqual(['frob a b c']);
  });

  test('the record says so, and holds nothing of what is personal', () => {
    run(`frob --to john@corp.example ${TOKEN}`);
    const record = machine.audit().at(-1);
    expect(record).toMatchObject({ verdict: 'redact', outcome: { kind: 'run', by: 'rules', redacted: true } });
    expect(JSON.stringify(record)).not.toMatch(/john@corp|ghp_/);
  });

  test('a secret that is printed in two pieces', () => {
    const { stdout } = run('slow');
    expect(String(stdout)).not.toContain(TOKEN);
    expect(String(stdout)).toHaveLength(`half ${TOKEN}\n`.length);
  });

  test("stdin is the caller's, bytes pass", () => {
    const input = Buffer.from(Array.from({ length: 100_000 }, (_none, at) => (at * 7 + (at >> 8)) & 127 & ~9));
    expect(run('reads', { input }).stdout).toEqual(input);
    expect(String(run('reads', { input: 'x' }).stdout)).toBe('x');
  });

  test('much output reaches a slow reader whole', () => {
    expect(String(run('loud | { sleep 0.2; wc -c; }').stdout).trim()).toBe('20000000');
  });

  test('a reader that leaves ends it', () => {
    const { status, stdout, stderr } = run('loud | head -n 1');
    expect([status, String(stdout), String(stderr)]).toEqual([0, 'a line of some output\n', '']);
  });

  test('it dies of a reader that is gone, as it would without us', () => {
    const ended = run('{ piped; echo $? >&3; } 3>&2 | head -n 1');
    expect([String(ended.stdout), String(ended.stderr)]).toEqual(['x\n', '141\n']);
  });

  test('its outputs can be opened by name', () => {
    const { stdout, stderr } = run('devs');
    expect([String(stdout), String(stderr)]).toEqual(['out\n', 'err\n']);
  });

  test('what it leaves behind may still print', () => {
    expect(String(run('leaves').stdout)).toBe('early\nlate\n');
  });

  test('a signal that it dies of is what the caller sees', () => {
    const { status, signal } = spawnSync(`${machine.shims}/dies`, [], { env: machine.env });
    expect([status, signal]).toEqual([null, 'SIGTERM']);
  });

  test('signals are passed on', async () => {
    const child = spawn(`${machine.shims}/waits`, [], { env: machine.env });
    let printed = '';
    const ended = new Promise((resolve) => child.on('close', (status) => resolve(status)));
    child.stdout.on('data', (chunk) => {
      printed += chunk;
      if (printed === 'ready\n') child.kill('SIGTERM');
    });
    expect(await ended).toBe(7);
    expect(printed).toBe('ready\ntold\n');
  });

  test.skipIf(!HAS_PTY)('a question without a line break is shown before it is answered', async () => {
    const pty = new Pty('talks', { cwd: machine.root, env: machine.env });
    await pty.expect('name? ');
    pty.type('bob\n');
    await pty.expect('hello bob');
    expect((await pty.end()).status).toBe(0);
  });

  test('what a person bypasses is not redacted, what an agent bypasses is', () => {
    const ai = run('frob', { env: { SAFESHELL_BYPASS: '1', SAFESHELL_CONTEXT: 'ai' } });
    expect(String(ai.stdout)).not.toContain(TOKEN);
  });
});

describe('beside another rule', () => {
  const MASKED = `gh${'*'.repeat(TOKEN.length - 4)}D4`;

  test.each([
    ['moved', 'what runs instead is redacted', 'frob a'],
    ['gone', 'what was asked for is', 'tells a'],
  ])('%s, redirected: %s', (name, _why, ran) => {
    const { stdout } = run(`${name} a`);
    expect(String(stdout)).toContain(`token ${MASKED}`);
    expect(machine.takeRan()).toEqual([ran]);
  });

  test('renamed, redirected by itself, prints what it prints', () => {
    expect(String(run('renamed a').stdout)).toBe(`token ${TOKEN}\n`);
  });

  test('the record of a redirected command says so, and holds nothing of what is personal', () => {
    run(`gone --to john@corp.example ${TOKEN}`);
    const record = machine.audit().at(-1);
    expect(record).toMatchObject({ verdict: 'redirect', outcome: { kind: 'replace', redacted: true } });
    expect(JSON.stringify(record)).not.toMatch(/john@corp|ghp_/);
  });

  test.skipIf(!HAS_PTY)('what a person approves runs redacted', async () => {
    const pty = new Pty('asks', { cwd: machine.root, env: machine.env });
    await pty.expect('?] ');
    pty.type('y\n');
    await pty.expect(`token ${MASKED}`);
    expect((await pty.end()).status).toBe(0);
    expect(machine.audit().at(-1)).toMatchObject({ outcome: { kind: 'run', by: 'once', redacted: true } });
  });

  test('two that redact: what either masks', () => {
    expect(String(run('both').stdout)).toBe('B-**34 D-**34 X-1234\n');
  });

  test('one that denies', () => {
    expect(run('nope').status).toBe(126);
  });
});

test('records and messages of other commands hold no secrets', () => {
  const { status, stderr } = run(`nope --password hunter2horse -H 'Authorization: Bearer ${TOKEN}'`);
  expect(status).toBe(126);
  const record = JSON.stringify(machine.audit().at(-1));
  for (const text of [String(stderr), record]) {
    expect(text).toContain('nope');
    expect(text).not.toMatch(/hunter2|a1B2c3/);
  }
});
