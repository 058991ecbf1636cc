import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { INSTALLABLE_AGENTS } from '../../../src/agents/find.ts';
import { askGate, launcherGate } from '../../support/hook-gates.ts';
import { hookPolicy, tryHook } from '../../support/hook-world.ts';

const ROWS = readFileSync(join(import.meta.dirname, '../../tables/hooks/recorded.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as { agent: string; payload: unknown });
const OWN = { tool: 'bash', sessionID: 's', directory: '/home/dev/proj' };
/** From plugins of ours. */
const PLUGINS = [
  { agent: 'opencode', payload: { ...OWN, args: { command: 'rm -rf /', description: 'Clean up' } } },
  { agent: 'kilo', payload: { ...OWN, args: { command: 'rm -rf /', description: 'Clean up' } } },
  { agent: 'pi', payload: { ...OWN, args: { command: 'rm -rf /', timeout: 5 }, dialog: true } },
  { agent: 'openclaw', payload: { ...OWN, tool: 'exec', args: { command: 'rm -rf /', pty: true }, dialog: true } },
];
/** A call of the shell as the agent was seen, or is known, to send it. */
const CALLS = [...ROWS, ...PLUGINS].filter(({ payload }) => JSON.stringify(payload).includes('"rm -rf /"'));
const GATED = INSTALLABLE_AGENTS.filter(({ setup }) => setup.gate !== undefined);

const root = realpathSync(mkdtempSync(join(tmpdir(), 'safeshell-shapes-')));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const project = join(root, 'proj');
mkdirSync(project);
const policy = hookPolicy('version: 1\nrules:\n  - { name: a, commands: [rm], action: deny }\n');

/** The same call about another line, in a place that is there. */
function about(payload: unknown, line: string, more: object = {}): string {
  const text = JSON.stringify(payload).replaceAll('"rm -rf /"', JSON.stringify(line));
  return JSON.stringify({ ...JSON.parse(text.replaceAll('"/home/dev/proj"', JSON.stringify(project))), ...more });
}

test('agents whose launcher answers', () => {
  expect(GATED.map(({ name }) => name).sort()).toEqual(
    [
      'claude',
      'codex',
      'copilot',
      'crush',
      'droid',
      'gemini',
      'kilo',
      'kimi',
      'openclaw',
      'opencode',
      'pi',
      'qwen',
    ].sort(),
  );
});

describe.each(GATED.map((agent) => [agent.name, agent] as const))('%s', (name, agent) => {
  const [call] = CALLS.filter((one) => one.agent === name);
  const gate = launcherGate(policy, root, { agent });
  const ask = (...payloads: readonly string[]) =>
    askGate(gate, payloads, { shell: ['sh'], env: { HOME: root, PATH: '/usr/bin:/bin' } });

  test('its launcher answers a harmless line, and nothing else', () => {
    const payload = call?.payload;
    expect(ask(about(payload, 'ls src && echo "a"'), about(payload, 'rm x'), about(payload, 'ls $X'))).toBe('100');
    expect(
      ask(about(payload, 'ls', { unknown: 'field' }), about(payload, 'ls').replace(project, `${project}/gone`)),
    ).toBe('00');
  });

  test('in the words of its hook', async () => {
    const ending = await tryHook(name, about(call?.payload, 'ls src'), { policy });
    expect([ending.stderr, ending.exit]).toEqual(['', 0]);
    expect(agent.hook.answer({ kind: 'allow' }, {}).stdout).toBe(ending.stdout);
  });
});
