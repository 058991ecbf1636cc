import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agentNamed, HOOKED_AGENTS, recognise } from '../../../src/agents/find.ts';
import { answerOf, closes, tryHook } from '../../support/hook-world.ts';

interface Row {
  readonly name: string;
  readonly agent: string;
  /** `stopped` = refused or asked */
  readonly expect: 'refuse' | 'silent' | 'stopped';
  readonly env: Record<string, string>;
  readonly accepted: readonly { readonly exit: number; readonly stdout: unknown }[];
  readonly payload: Record<string, unknown>;
}

const ROWS: readonly Row[] = readFileSync(join(import.meta.dirname, '../../tables/hooks/recorded.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line));

/** Sentences are ours to choose: any text stands for any other. */
function shapeOf(value: unknown): unknown {
  if (typeof value === 'string') return value.includes(' ') ? 'a sentence' : value;
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return value ?? null;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shapeOf(one)]));
}

describe('recorded payloads', () => {
  test('every agent has one', () => {
    expect(HOOKED_AGENTS.map(({ name }) => name).filter((name) => !ROWS.some(({ agent }) => agent === name))).toEqual([
      'opencode', // in their own process: the payload is ours
      'pi',
      'kilo',
      'openclaw',
    ]);
  });

  test.each(ROWS.map((row) => [row.name, row] as const))('%s', async (_name, { agent, payload, env, ...row }) => {
    const ending = await tryHook(agent, payload, { env });
    if (row.expect === 'silent') {
      expect(ending).toEqual({ stdout: '', stderr: '', exit: 0 });
      return;
    }
    const shape = { exit: ending.exit, stdout: shapeOf(answerOf(ending)) };
    if (row.expect === 'refuse') {
      expect(closes(agent, ending)).toBe(true);
      expect(row.accepted.map(shapeOf)).toContainEqual(shape);
    } else {
      expect(ending.stdout + ending.stderr).toMatch(/"(deny|ask)"/);
    }
  });

  test.each(ROWS.filter(({ agent }) => agent !== 'amp').map((row) => [row.name, row] as const))(
    '%s is recognised, and by one agent alone',
    (_name, { payload, agent }) => {
      expect(recognise(payload)).toBe(agentNamed(agent));
      const owners = HOOKED_AGENTS.filter(({ hook }) => hook.isFrom?.(payload)).map(({ name }) => name);
      expect(owners).toEqual(agent === 'claude' ? [] : [agent]); // its shape has no sign of its own
    },
  );
});
