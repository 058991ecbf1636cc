import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { detectActor } from '../../src/facts/actor.ts';
import { removePatiently } from '../../src/store/patience.ts';
import { shQuote } from '../../src/util/sh-quote.ts';
import { type Agent, AgentMachine, type Ran } from '../support/agent-machine.ts';
import { HAS_PTY, Pty } from '../support/pty.ts';

const RULES = `
rules:
  - { name: ask, commands: [frob], action: require_approval, message: "Frobs hard.", help: "frob gently", conditions: [{ args: { operand: ask } }] }
`;
const isTestable = HAS_PTY && detectActor({ env: { SAFESHELL_CONTEXT: 'human' } }).actor === 'human';
if (!isTestable) console.warn('the monitor is not tested: started by an agent, or no `script` of util-linux');

let machine: AgentMachine;
let agents: Agent[];
let open: Pty[];
beforeAll(() => {
  machine = new AgentMachine(RULES, { frob: 'exit 3' });
});
afterAll(() => machine.remove());
beforeEach(() => {
  removePatiently(machine.state);
  removePatiently(machine.userRules);
  machine.takeRan();
  agents = [];
  open = [];
});
afterEach(() => {
  for (const one of agents) one.end();
  for (const one of open) one.hangUp();
});

function newAgent(): Agent {
  const agent = machine.agent();
  agents.push(agent);
  return agent;
}

/** A line of an agent that is no process above it; its exit status. */
function shellOfSession(line: string): Promise<number | null> {
  const env = { ...machine.env, SAFESHELL_CONTEXT: 'ai', SAFESHELL_SESSION: 'one' };
  const child = spawn('/bin/sh', ['-c', line], { cwd: join(machine.root, 'work'), env, stdio: 'ignore' });
  return new Promise((resolve) => child.on('close', resolve));
}

function start(size: string, env: Record<string, string> = {}, options = ''): Pty {
  const [rows, columns] = size.split('x');
  const words = `${shQuote(process.execPath)} ${shQuote(machine.cli)} monitor ${options}`;
  const pty = new Pty(`stty rows ${rows} cols ${columns}; exec ${words}`, {
    cwd: join(machine.root, 'work'),
    env: { ...machine.env, TERM: 'xterm-256color', ...env },
  });
  open.push(pty);
  return pty;
}

/** Keys that come while a question is new are not taken for its answer; then they are shown. */
const KEYS = 'y once';
const lineOf = ({ stderr }: Ran) => JSON.parse(stderr.replace('safeshell: ', '')) as Record<string, unknown>;

describe.skipIf(!isTestable)('monitor', () => {
  test.each([
    ['24x80', KEYS],
    ['12x40', 'y m s'],
  ])('shows a question and takes a yes at %s', async (size, keys) => {
    const pty = start(size);
    await pty.expect('nothing waits');
    const waiting = newAgent().shell('frob ask');
    await pty.expect('frob ask');
    await pty.expect(keys);
    pty.type('y');
    expect((await waiting).status).toBe(3);
    await pty.expect('Approved. ');
    pty.type('q');
    expect((await pty.end()).status).toBe(0);
    expect(machine.takeRan()).toEqual(['frob ask']);
    expect(machine.audit()).toMatchObject([{ outcome: { kind: 'run', by: 'once', who: 'monitor' } }]);
  });

  test.each([
    ['24x80', ''],
    ['12x40', '--plain'],
  ])('says what became of an edit of the rules at %s %s', async (size, options) => {
    const pty = start(size, {}, options);
    await pty.expect(options === '' ? 'nothing waits' : 'No command is waiting for approval.');
    mkdirSync(machine.userRules, { recursive: true });
    const mine = join(machine.userRules, 'mine.yaml');
    writeFileSync(mine, 'version: 1\nrules:\n  - { name: x, comands: [frob] }\n');
    await pty.expect('errors, the last good ones stay in force');
    writeFileSync(mine, 'version: 1\nrules: []\n');
    await pty.expect('read again: they hold from now on');
  });

  test('a reason that is typed reaches the agent; what is denied by a key is not asked again', async () => {
    const pty = start('24x80', { NO_COLOR: '1' });
    await pty.expect('nothing waits');
    const agent = newAgent();
    const waiting = agent.shell('frob ask');
    await pty.expect('approve?');
    await pty.expect(KEYS);
    pty.type('r');
    await pty.expect('reason:');
    pty.type('use main instead\r');
    expect(lineOf(await waiting)).toMatchObject({ cause: 'said-no', said: 'use main instead' });
    expect(lineOf(await agent.shell('frob ask'))).toMatchObject({ cause: 'said-no' });
    const { shown } = await ended(pty);
    expect(shown).not.toMatch(/\x1b\[[\d;]*3[1-6]m/);
  });

  test('always shows what it writes before it is agreed to', async () => {
    const pty = start('24x80');
    await pty.expect('nothing waits');
    const agent = newAgent();
    const waiting = agent.shell('frob ask');
    await pty.expect('approve?');
    await pty.expect(KEYS);
    pty.type('a');
    await pty.expect('exact_command');
    pty.type('y');
    expect((await waiting).status).toBe(3);
    expect((await agent.shell('frob ask')).status).toBe(3);
  });

  test('killed, nothing hangs and nothing runs; another one shows the same question, once', async () => {
    const pty = start('24x80');
    await pty.expect('nothing waits');
    const agent = newAgent();
    const waiting = agent.shell('frob ask');
    await pty.expect('approve?');
    process.kill(watcher(), 'SIGKILL');
    expect(lineOf(await waiting)).toMatchObject({ cause: 'nobody-to-ask' });
    expect(machine.takeRan()).toEqual([]);
    const next = start('24x80');
    await next.expect('1 for the next try');
    await next.expect(KEYS);
    next.type('y');
    await next.expect('Approved. ');
    expect((await agent.shell('frob ask')).status).toBe(3);
    expect((await ended(next)).status).toBe(0);
  });

  test('two agents and one person: each answer is for the question that is selected', async () => {
    const pty = start('24x80');
    await pty.expect('nothing waits');
    const first = newAgent().shell('frob ask one');
    await pty.expect('1 waits');
    const second = newAgent().shell('frob ask two');
    await pty.expect('2 wait');
    await pty.expect(KEYS);
    pty.type('d');
    expect(lineOf(await first)).toMatchObject({ cause: 'said-no', command: 'frob ask one' });
    await pty.expect('Denied.');
    await pty.expect(KEYS);
    pty.type('y');
    expect((await second).status).toBe(3);
    expect(machine.takeRan()).toEqual(['frob ask two']);
  });

  test('a hook without a dialog waits for the answer; the shim of the line does not ask again, the next line does', async () => {
    const pty = start('24x80');
    await pty.expect('nothing waits');
    const agent = newAgent();
    const ask = () => agent.hook('frob ask', { permission_mode: 'bypassPermissions' });
    /** A hook waits some seconds; on a slow machine the answer is for its next try. */
    const answeredWith = async (key: string) => {
      const asked = ask();
      await pty.expect('1 waits');
      await pty.expect(KEYS);
      pty.type(key);
      const answer = await asked;
      return JSON.stringify(answer)?.includes('did not answer in time') ? ask() : answer;
    };
    expect(await answeredWith('y')).toBeUndefined();
    expect((await agent.shell('frob ask')).status).toBe(3);
    expect(machine.takeRan()).toEqual(['frob ask']);
    expect(JSON.stringify(await answeredWith('d'))).toContain('A person said no');
    expect(machine.takeRan()).toEqual([]);
  });

  test('two tool calls of one session at once are two questions', async () => {
    const pty = start('24x80');
    await pty.expect('nothing waits');
    const agent = newAgent();
    const ask = (line: string) => agent.hook(line, { permission_mode: 'bypassPermissions' });
    const asked = [ask('frob ask one'), ask('frob ask two')];
    await pty.expect('2 wait');
    await pty.expect(KEYS);
    pty.type('d');
    await pty.expect('Denied.');
    await pty.expect(KEYS);
    pty.type('y');
    await Promise.all(asked);
    expect(machine.audit().filter(({ outcome }) => Object(outcome).cause === 'said-no')).toHaveLength(1);
  });

  test('two commands of one session, of which no agent is known, are two questions', async () => {
    const pty = start('24x80');
    await pty.expect('nothing waits');
    const asked = [shellOfSession('frob ask one'), shellOfSession('frob ask two')];
    await pty.expect('2 wait');
    await pty.expect(KEYS);
    pty.type('d');
    await pty.expect('Denied.');
    await pty.expect(KEYS);
    pty.type('y');
    expect((await Promise.all(asked)).sort()).toEqual([126, 3]);
    expect(machine.takeRan()).toHaveLength(1);
  });

  test('a line that asks several times at once is one question', async () => {
    const pty = start('24x80');
    await pty.expect('nothing waits');
    const waiting = newAgent().shell('for i in 1 2 3; do frob ask $i & done; wait');
    await pty.expect('frob ask 1');
    await pty.expect('frob ask 3');
    await pty.expect(KEYS);
    pty.type('y');
    await waiting;
    expect([...machine.takeRan()].sort()).toEqual(['frob ask 1', 'frob ask 2', 'frob ask 3']);
  });

  test('line by line, for screen readers', async () => {
    const pty = start('24x80', {}, '--plain');
    await pty.expect('No command is waiting for approval.');
    const agent = newAgent();
    const waiting = agent.shell('frob ask');
    await pty.expect('frob ask');
    pty.type('explain\n');
    await pty.expect('p/ask');
    pty.type('no not now\n');
    expect(lineOf(await waiting)).toMatchObject({ said: 'not now' });
    pty.type('quit\n');
    const { status, shown } = await pty.end();
    expect([status, shown.includes('\x1b')]).toEqual([0, false]);
  });

  test('is not for agents', async () => {
    const ran = await newAgent().shell(`"${process.execPath}" "${machine.cli}" monitor --plain`);
    expect(ran.status).toBe(77);
  });
});

/** The monitor that is running. */
function watcher(): number {
  const names = readdirSync(join(machine.state, 'inbox')).filter((name) => name.endsWith('.watcher'));
  expect(names).toHaveLength(1);
  return Number.parseInt(names[0] ?? '', 10);
}

async function ended(pty: Pty) {
  pty.type('q');
  return pty.end();
}
