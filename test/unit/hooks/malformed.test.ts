import { describe, expect, test } from 'vitest';
import { HOOKED_AGENTS } from '../../../src/agents/find.ts';
import { MAX_PAYLOAD_BYTES } from '../../../src/surfaces/hooks/read-stdin.ts';
import { callFor } from '../../support/agent-tables.ts';
import { closes, tryHook, YES } from '../../support/hook-world.ts';

/** The payload with one inner value of the command's path replaced. */
function damaged(payload: unknown, value: unknown): unknown {
  if (payload === 'ls') return value;
  if (Array.isArray(payload)) return payload.map((item) => damaged(item, value));
  if (typeof payload !== 'object' || payload === null) return payload;
  return Object.fromEntries(Object.entries(payload).map(([key, item]) => [key, damaged(item, value)]));
}

const BROKEN: readonly (readonly [string, string])[] = [
  ['nothing', ''],
  ['blanks', ' \n'],
  ['a word', 'rm'],
  ['null', 'null'],
  ['a list', '[]'],
  ['a text', '"rm -rf /"'],
  ['an empty object', '{}'],
  ['another object', '{"a":1}'],
  ['a foreign event', '{"hook_event_name":"BeforeSomethingNew","tool_name":"x","tool_input":{}}'],
  ['two objects', '{}{}'],
  ['a NUL', '{"a":"\u0000"}'],
  ['deep nesting', '['.repeat(100_000)],
];

describe.each(HOOKED_AGENTS.map((agent) => agent.name))('%s', (name) => {
  const { payload: good, environment: env = {} } = callFor(name, 'ls');

  test('lets a harmless command pass', async () => {
    const { exit, stdout, stderr } = await tryHook(name, good, { env });
    expect([exit, stderr]).toEqual([0, '']);
    expect(YES).toContain(stdout);
  });

  test.each(BROKEN)('refuses %s', async (_what, text) => {
    expect(closes(name, await tryHook(name, text, { env }))).toBe(true);
  });

  test('refuses a payload that is cut anywhere', async () => {
    const text = JSON.stringify(good);
    for (let end = 0; end < text.length; end++) {
      expect([end, closes(name, await tryHook(name, text.slice(0, end), { env }))]).toEqual([end, true]);
    }
  });

  test.each([1, null, true, [], {}, undefined])('refuses a command that is %s', async (value) => {
    expect(closes(name, await tryHook(name, damaged(good, value), { env }))).toBe(true);
  });

  test('refuses what is too long', async () => {
    const long = JSON.stringify({ ...good, more: 'x'.repeat(MAX_PAYLOAD_BYTES) });
    expect(closes(name, await tryHook(name, long, { env }))).toBe(true);
  });

  test('lets no long command pass', async () => {
    const line = `${'echo a; '.repeat(60_000)}rm -rf /`;
    const ending = await tryHook(name, damaged(good, line), { env });
    expect(closes(name, ending) || /"(force_)?ask"/.test(ending.stdout)).toBe(true);
  });

  test('refuses where the guard breaks', async () => {
    const policy = {
      get modules(): never {
        throw new Error('broken');
      },
    };
    expect(closes(name, await tryHook(name, good, { policy, env }))).toBe(true);
  });
});
