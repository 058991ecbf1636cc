import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { detectActor } from '../../src/facts/actor.ts';
import { GuardedMachine } from '../support/guarded-machine.ts';
import { HAS_PTY, Pty } from '../support/pty.ts';
import { which } from '../support/shim-world.ts';

const RULES = `
rules:
  - { name: ask, commands: [frob], action: require_approval, conditions: [{ args: { operand: ask } }] }
`;
const PROMPT = '/?] ';
/** In the line of JSON that an agent is refused with. */
const FOR_AGENTS = '"retry":false';
const MARKER = { CLAUDECODE: '1' };

const isBelowAgent = detectActor({ env: { SAFESHELL_CONTEXT: 'human' } }).actor === 'ai';
const isTestable = HAS_PTY && !isBelowAgent;

let machine: GuardedMachine;
beforeAll(() => {
  machine = new GuardedMachine(RULES, { frob: 'exit 3' });
  // no login shell, which may set a PATH of its own
  writeFileSync(file('tmux.conf'), 'set -g default-command sh\n');
});
afterAll(() => machine.remove());

const file = (name: string) => join(machine.root, name);
/** One for each test: a server that ends still answers for a moment. */
let served = 0;
const socket = () => file(`tmux-${served}`);
const SAID = 'frob ask >said 2>&1; echo done >end';

function environment(more: Record<string, string> = {}): NodeJS.ProcessEnv {
  const { SAFESHELL_CONTEXT: _, ...env } = machine.env;
  return { ...env, SHELL: '/bin/sh', ...more };
}

const run = (program: string, words: readonly string[], env: Record<string, string> = {}) =>
  spawnSync(program, words, { cwd: file('work'), env: environment(env), encoding: 'utf8' });
const tmux = (words: readonly string[], env: Record<string, string> = {}) =>
  run('/usr/bin/tmux', ['-S', socket(), '-f', file('tmux.conf'), ...words], env);

/** What the command said in its terminal, once it has ended there. */
async function said(): Promise<string> {
  await expect.poll(() => existsSync(file('work/end')), { timeout: 60_000 }).toBe(true);
  return readFileSync(file('work/said'), 'utf8');
}

afterEach(() => {
  if (which('tmux') !== undefined) tmux(['kill-server']);
  served++;
  for (const name of ['work/said', 'work/end']) rmSync(file(name), { force: true });
  expect(machine.takeRan()).toEqual([]);
});

/** Ways out of the agent's own processes; its marker goes along in the environment of what they start. */
const WAYS: readonly (readonly [string, ...string[]])[] = [
  ['setsid', '-f', 'sh', '-c', SAID],
  ['nohup', 'sh', '-c', SAID],
  ['script', '-qc', SAID, '/dev/null'],
  ['expect', '-c', `spawn sh -c {${SAID}}; expect eof`],
  ['python3', '-c', `import pty; pty.spawn(['sh', '-c', '${SAID}'])`],
  ['screen', '-dmS', 'x', 'sh', '-c', SAID],
];

describe.skipIf(!isTestable)('below a terminal that an agent opened it is an agent that asks', () => {
  for (const [program, ...words] of WAYS) {
    test.skipIf(which(program) === undefined)(program, async () => {
      run(`/usr/bin/${program}`, words, { ...MARKER, SCREENDIR: screenFolder() });
      expect(await said()).toContain(FOR_AGENTS);
    });
  }

  describe.skipIf(which('tmux') === undefined)('tmux', () => {
    test('a server of its own', async () => {
      tmux(['new-session', '-d', SAID], MARKER);
      expect(await said()).toContain(FOR_AGENTS);
    });

    test('where its marker was taken away inside', async () => {
      tmux(['new-session', '-d', `unset CLAUDECODE; ${SAID}`], MARKER);
      expect(await said()).toContain(FOR_AGENTS);
    });

    test('no answer that it types counts', async () => {
      tmux(['new-session', '-d', '-s', 'x'], MARKER);
      tmux(['send-keys', '-t', 'x', SAID, 'Enter', 'y', 'Enter'], MARKER);
      expect(await said()).toContain(FOR_AGENTS);
    });

    test('a session of its own in the server of a person', async () => {
      tmux(['new-session', '-d', '-s', 'person']);
      tmux(['new-session', '-d', '-s', 'agent', SAID], MARKER);
      expect(await said()).not.toContain(PROMPT);
    });

    test('such a session that it has attached itself to', async () => {
      tmux(['new-session', '-d', '-s', 'person']);
      tmux(['new-session', '-d', '-s', 'agent'], MARKER);
      const agent = new Pty(`/usr/bin/tmux -S ${socket()} attach -t agent`, {
        cwd: file('work'),
        env: environment({ ...MARKER, TERM: 'xterm' }),
      });
      await expect.poll(() => tmux(['list-clients', '-t', 'agent']).stdout).not.toBe('');
      tmux(['send-keys', '-t', 'agent', SAID, 'Enter'], MARKER);
      expect(await said()).not.toContain(PROMPT);
      tmux(['kill-server']);
      await agent.end();
    });

    test('a person in a server of their own is asked as before', async () => {
      const person = new Pty(`/usr/bin/tmux -S ${socket()} -f ${file('tmux.conf')} new-session -s person`, {
        cwd: file('work'),
        env: environment({ TERM: 'xterm' }),
      });
      await expect.poll(() => tmux(['list-clients']).stdout).not.toBe('');
      person.type('frob ask; echo "status $?"\n');
      await person.expect(PROMPT);
      person.type('n\n');
      await person.expect('status 126');
      tmux(['kill-server']);
      await person.end();
    });
  });
});

function screenFolder(): string {
  const folder = file('screens');
  execFileSync('/bin/mkdir', ['-p', '-m', '700', folder]);
  return folder;
}
