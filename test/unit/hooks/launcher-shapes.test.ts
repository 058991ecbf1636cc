import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { INSTALLABLE_AGENTS } from '../../../src/agents/find.ts';
import { callFor } from '../../support/agent-tables.ts';
import { askGate, launcherGate } from '../../support/hook-gates.ts';
import { hookPolicy, tryHook } from '../../support/hook-world.ts';

const GATED = INSTALLABLE_AGENTS.filter(({ setup }) => setup.gate !== undefined);

const root = realpathSync(mkdtempSync(join(tmpdir(), 'temporary-shapes-')));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const project = join(root, 'proj');
mkdirSync(project);
const policy = hookPolicy('version: 1\nrules:\n  - { name: a, commands: [rm], action: deny }\n');

/** A call about this line, in a folder that is there. */
function about(agent: string, line: string, more: object = {}): string {
  const text = JSON.stringify(callFor(agent, line).payload);
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
  const gate = launcherGate(policy, root, { agent });
  const ask = (...payloads: readonly string[]) =>
    askGate(gate, payloads, { shell: ['sh'], env: { HOME: root, PATH: '/usr/bin:/bin' } });

  test('its launcher answers a harmless line, and nothing else', () => {
    expect(ask(about(name, 'ls src && echo "a"'), about(name, 'rm x'), about(name, 'ls $X'))).toBe('100');
    expect(ask(about(name, 'ls', { unknown: 'field' }), about(name, 'ls').replace(project, `${project}/gone`))).toBe(
      '00',
    );
  });

  test('in the words of its hook', async () => {
    const ending = await tryHook(name, about(name, 'ls src'), { policy });
    expect([ending.stderr, ending.exit]).toEqual(['', 0]);
    expect(agent.hook.answer({ kind: 'allow' }, {}).stdout).toBe(ending.stdout);
  });
});
