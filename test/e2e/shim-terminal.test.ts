import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { detectActor } from '../../src/facts/actor.ts';
import { removePatiently } from '../../src/store/patience.ts';
import { GuardedMachine } from '../support/guarded-machine.ts';
import { HAS_PTY, Pty } from '../support/pty.ts';
import { which } from '../support/shim-world.ts';

const RULES = `
rules:
  - { name: no, commands: [frob], action: deny, message: "No frobs.", help: "frob gently", conditions: [{ args: { operand: deny } }] }
  - { name: ask, commands: [frob], action: require_approval, conditions: [{ args: { operand: ask } }] }
  - { name: other, commands: [frob], action: redirect, redirect_to: "safe $ARGS", conditions: [{ args: { operand: other } }] }
`;
const CTRL_C = '\x03';
const CTRL_D = '\x04';
const CTRL_Z = '\x1a';
const PROMPT = '/?] ';
const CONFIRM = '[y/N] ';

/** Below an agent everybody is an agent: nobody there could be asked. */
const isBelowAgent = detectActor({ env: { SAFESHELL_CONTEXT: 'human' } }).actor === 'ai';
const isTestable = HAS_PTY && !isBelowAgent;
if (!isTestable)
  console.warn(`terminals are not tested: ${isBelowAgent ? 'started by an agent' : 'no `script` of util-linux'}`);

let machine: GuardedMachine;
beforeAll(() => {
  machine = new GuardedMachine(RULES, {
    frob: '[ -e frob.sh ] && . ./frob.sh; exit 3',
    safe: '[ -e safe.sh ] && . ./safe.sh; exit 4',
  });
});
afterAll(() => machine.remove());
beforeEach(() => {
  removePatiently(machine.state);
  removePatiently(machine.userRules);
  for (const name of ['frob.sh', 'safe.sh']) rmSync(join(machine.root, 'work', name), { force: true });
  machine.takeRan();
});

const work = () => join(machine.root, 'work');
const open = (command: string, env: Record<string, string> = {}) =>
  new Pty(command, { cwd: work(), env: { ...machine.env, ...env } });
const behaves = (name: 'frob' | 'safe', body: string) => writeFileSync(join(work(), `${name}.sh`), body);
const recorded = () => existsSync(join(machine.state, 'audit')) && outcomes().length;
const outcomes = () => machine.audit().map(({ outcome }) => outcome);

describe.skipIf(!isTestable)('a person at a terminal', () => {
  test.each<[string, number, boolean, object]>([
    ['y\n', 3, true, { kind: 'run', by: 'once' }],
    ['yes\n', 3, true, { kind: 'run', by: 'once' }],
    ['n\n', 126, false, { kind: 'refuse', cause: 'said-no' }],
    ['\n', 126, false, { kind: 'refuse', cause: 'said-no' }],
    [CTRL_D, 126, false, { kind: 'refuse', cause: 'said-no' }],
  ])('answers %j', async (keys, status, runs, outcome) => {
    const pty = open('frob ask');
    await pty.expect(PROMPT);
    pty.type(keys);
    expect((await pty.end()).status).toBe(status);
    expect(machine.takeRan()).toEqual(runs ? ['frob ask'] : []);
    expect(outcomes()).toEqual([outcome]);
  });

  test('s holds for this session, for exactly this', async () => {
    const pty = open('frob ask; frob ask; frob ask more; echo "last $?"');
    await pty.expect(PROMPT);
    pty.type('s\n');
    await pty.expect('in this session');
    await pty.expect(CONFIRM);
    pty.type('y\n');
    await pty.expect('frob ask more');
    await pty.expect(PROMPT);
    pty.type('n\n');
    await pty.expect('last 126');
    await pty.end();
    expect(machine.takeRan()).toEqual(['frob ask', 'frob ask']);
    const next = open('frob ask');
    await next.expect(PROMPT);
    next.type('n\n');
    expect((await next.end()).status).toBe(126);
  });

  test('a shows what it will write, writes it, and is not asked again', async () => {
    const file = join(machine.userRules, 'exceptions.yaml');
    const pty = open('frob ask "a b"; frob ask "a b"; frob ask a b');
    await pty.expect(PROMPT);
    pty.type('a\n');
    await pty.expect("`frob ask 'a b'` runs in ");
    await pty.expect('exceptions.yaml');
    await pty.expect(CONFIRM);
    expect(existsSync(file)).toBe(false);
    pty.type('y\n');
    await pty.expect('frob ask a b');
    await pty.expect(PROMPT);
    pty.type('n\n');
    await pty.end();
    expect(machine.takeRan()).toEqual(['frob ask a b', 'frob ask a b']);
    const exception = { exact_command: { argv: ['frob', 'ask', 'a b'], within: work() } };
    expect(parse(readFileSync(file, 'utf8'))).toEqual({
      version: 1,
      overrides: [{ name: 'p/ask', unless: [exception] }],
    });
  });

  test.each(['?', 'e'])('%s explains and asks again', async (key) => {
    const pty = open('frob ask');
    await pty.expect(PROMPT);
    pty.type(`${key}\n`);
    await pty.expect('p/ask');
    await pty.expect('run it, this once');
    await pty.expect(PROMPT);
    pty.type('y\n');
    expect((await pty.end()).status).toBe(3);
  });

  test('Ctrl-C is no, and ends the script too', async () => {
    const pty = open('frob ask; echo "after"');
    await pty.expect(PROMPT);
    pty.type(CTRL_C);
    expect((await pty.end()).shown).not.toContain('after');
    expect(machine.takeRan()).toEqual([]);
    await expect.poll(recorded, { timeout: 60_000 }).toBe(1);
    expect(outcomes()).toEqual([{ kind: 'refuse', cause: 'interrupted', signal: 'SIGINT' }]);
  });

  test('a terminal that goes away is no', async () => {
    const pty = open('frob ask');
    await pty.expect(PROMPT);
    pty.hangUp();
    await pty.end();
    await expect.poll(recorded, { timeout: 60_000 }).toBe(1);
    expect(outcomes()).toMatchObject([{ kind: 'refuse' }]);
    expect(machine.takeRan()).toEqual([]);
  });

  test.each(['<&-', '</dev/null', '>out 2>&1', '<&- >out 2>&-'])(
    'is asked on the terminal with %s',
    async (redirection) => {
      const pty = open(`frob ask ${redirection}`);
      await pty.expect(PROMPT);
      pty.type('y\n');
      expect((await pty.end()).status).toBe(3);
      expect(machine.takeRan()).toEqual(['frob ask']);
    },
  );

  test('data that is piped through is not taken for an answer', async () => {
    behaves('frob', 'cat');
    const pty = open('printf "y\\ny\\n" | frob ask | tr y z');
    await pty.expect(PROMPT);
    pty.type('y\n');
    await pty.expect('z');
    await pty.expect('z');
    await pty.end();
    const refused = open('yes | frob ask');
    await refused.expect(PROMPT);
    refused.type('n\n');
    expect((await refused.end()).status).toBe(126);
  });

  test('a background job is not asked', async () => {
    const pty = open('set -m; frob ask & wait $!; echo "status $?"');
    await pty.expect('status 126');
    expect((await pty.end()).shown).not.toContain(PROMPT);
    expect(machine.takeRan()).toEqual([]);
  });

  test('a denied command is not asked about', async () => {
    const { status, shown } = await open('frob deny').end();
    expect(status).toBe(126);
    expect(shown).toBe('safeshell: denied  frob deny  [p/no]\n  No frobs.\n  instead: frob gently\n');
  });

  test('an agent at the same terminal is never asked', async () => {
    const { status, shown } = await open('frob ask', { SAFESHELL_CONTEXT: 'ai' }).end();
    expect(status).toBe(126);
    expect(JSON.parse(shown.slice('safeshell: '.length))).toMatchObject({ cause: 'nobody-to-ask', retry: false });
    const bypass = await open('frob ask', { SAFESHELL_CONTEXT: 'ai', SAFESHELL_BYPASS: '1' }).end();
    expect(bypass.status).toBe(126);
    expect(machine.takeRan()).toEqual([]);
  });

  test('has a way past', async () => {
    expect((await open('frob deny', { SAFESHELL_BYPASS: '1' }).end()).status).toBe(3);
    expect(outcomes()).toEqual([{ kind: 'run', by: 'bypass' }]);
  });

  test('Node killed at the question: not run, and how to go on', async () => {
    const pty = open('frob ask; echo "status $?"');
    await pty.expect(PROMPT);
    process.kill(nodeOf(machine), 'SIGKILL');
    await pty.expect('status 126');
    await pty.end();
    expect(machine.takeRan()).toEqual([]);
  });
});

/** The slow path of this machine that is running now. */
function nodeOf({ product }: GuardedMachine): number {
  const main = join(product, 'dist', 'shim.cjs');
  const found = readdirSync('/proc').find((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    const file = `/proc/${pid}/cmdline`;
    return existsSync(file) && spawnSync('cat', [file], { encoding: 'utf8' }).stdout.split('\0').includes(main);
  });
  if (found === undefined) throw new Error('no slow path is running');
  return Number(found);
}

describe.skipIf(!isTestable || which('bash') === undefined)('job control', () => {
  test('the real program is stopped and continued as if there were no guard', async () => {
    behaves('frob', 'echo ready; read -r line; echo "got $line"');
    const pty = open('bash --norc --noprofile -i', { PS1: '> ' });
    await pty.expect('> ');
    pty.type('frob fine\n');
    await pty.expect('ready\r\n');
    pty.type(CTRL_Z);
    await pty.expect('Stopped');
    await pty.expect('> '); // what is typed while bash takes the terminal back is lost
    pty.type('fg\n');
    await pty.expect('frob fine');
    pty.type('data\n');
    await pty.expect('got data');
    pty.type('exit $?\n');
    expect((await pty.end()).status).toBe(3);
  });

  test('a question is stopped and asked again', async () => {
    const pty = open('bash --norc --noprofile -i', { PS1: '> ' });
    await pty.expect('> ');
    pty.type('frob ask\n');
    await pty.expect(PROMPT);
    pty.type(CTRL_Z);
    await pty.expect('Stopped');
    await pty.expect('> ');
    await pty.typeUntil('fg\n', PROMPT); // what is typed while bash takes the terminal back is lost
    pty.type('y\n');
    await pty.expect('> ');
    pty.type('exit $?\n');
    expect((await pty.end()).status).toBe(3);
  });

  test("Ctrl-C is the program's own", async () => {
    behaves('frob', "trap 'echo caught; exit 9' INT; echo ready; while :; do read -r line; done");
    const pty = open('exec frob fine');
    await pty.expect('ready');
    pty.type(CTRL_C);
    await pty.expect('caught');
    expect((await pty.end()).status).toBe(9);
  });
});

describe.skipIf(!isTestable)('what runs in place of a command', () => {
  test('has the terminal, and its own Ctrl-C', async () => {
    behaves('safe', "trap 'echo caught; exit 9' INT; [ -t 0 ] && [ -t 1 ] && echo tty; while :; do read -r line; done");
    const pty = open('exec frob other');
    await pty.expect('tty');
    pty.type(CTRL_C);
    await pty.expect('caught');
    expect((await pty.end()).status).toBe(9);
  });

  const sh = (line: string, env: Record<string, string> = {}) =>
    spawnSync('/bin/sh', ['-c', line], {
      cwd: work(),
      env: { ...machine.env, ...env },
      encoding: 'utf8',
      input: 'piped',
    });

  test.each([
    ['exit 0', 0],
    ['exit 137', 137],
    ['exit 222', 221],
    ['exit 223', 223],
  ])('keeps its status: %s', (body, status) => {
    behaves('safe', body);
    expect(sh('frob other').status).toBe(status);
  });

  test('its death by a signal is ours', () => {
    behaves('safe', 'kill -TERM $$');
    const ran = spawnSync(join(machine.shims, 'frob'), ['other'], { cwd: work(), env: machine.env });
    expect([ran.status, ran.signal]).toEqual([null, 'SIGTERM']);
  });

  test('a signal to the command reaches it', () => {
    behaves('safe', "trap 'echo caught; exit 9' TERM; : >started; while :; do sleep 0.05; done");
    const line =
      'rm -f started; frob other & while [ ! -e started ]; do :; done; kill -TERM $!; wait $!; echo "status $?"';
    expect(sh(line).stdout).toBe('caught\nstatus 9\n');
  });

  test("reads our stdin, has the caller's NODE_* and no shims in PATH", () => {
    behaves('safe', 'cat; echo "|$NODE_OPTIONS|${NODE_EXTRA_CA_CERTS-unset}|${SAFESHELL_STEP-unset}|$PATH"; exit 0');
    const env = { NODE_OPTIONS: '--no-warnings' };
    expect(sh('frob other', env).stdout).toBe(`piped|--no-warnings|unset|unset|${machine.bin}:/usr/bin:/bin\n`);
  });

  test('words that are no text are not passed on changed', () => {
    const ran = sh('frob other "$(printf \'\\377\')"');
    expect(ran.status).toBe(126);
    expect(ran.stderr).toContain('cannot take these arguments unchanged');
    expect(machine.takeRan()).toEqual([]);
  });
});
