import { describe, expect, test } from 'vitest';
import { agentNamed, HOOKED_AGENTS, recognise } from '../../../src/agents/find.ts';
import { AGENT_CALLS } from '../../support/agent-tables.ts';
import { answerOf, closes, tryHook } from '../../support/hook-world.ts';

/** Sentences are ours to choose: any text stands for any other. */
function shapeOf(value: unknown): unknown {
  if (typeof value === 'string') return value.includes(' ') ? 'a sentence' : value;
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return value ?? null;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shapeOf(one)]));
}

describe('recorded payloads', () => {
  test.each(AGENT_CALLS.map((row) => [row.name, row] as const))(
    '%s',
    async (_name, { agent, payload, environment: env = {}, ...row }) => {
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
    },
  );

  test.each(AGENT_CALLS.map((row) => [row.name, row] as const))(
    '%s is recognised by the sign of its agent alone',
    (_name, { payload, agent }) => {
      const owners = HOOKED_AGENTS.filter(({ hook }) => hook.isFrom?.(payload)).map(({ name }) => name);
      const hasSign = agentNamed(agent)?.hook.isFrom !== undefined;
      expect(owners).toEqual(hasSign ? [agent] : []);
      if (hasSign || agent === 'claude') expect(recognise(payload)).toBe(agentNamed(agent)); // the shape without a sign is Claude Code's
    },
  );
});
