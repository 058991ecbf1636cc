import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Actor } from '../../../src/model/request.ts';
import { runShim } from '../../../src/surfaces/shim/run-shim.ts';

const WORLD_FAILS = 'there is no valid policy';

beforeEach(() => {
  vi.stubEnv('SAFESHELL_STEP', 'ask');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

/** What is recorded of a command that nobody can judge, and the status of the shim. */
async function broken(actor: Actor | 'unclear', refuses = false) {
  const recorded: unknown[] = [];
  const ended = await runShim(['frob', 'x'], {
    actor() {
      if (actor === 'unclear') throw new Error('who is that');
      return actor;
    },
    refusesOnError: () => refuses,
    world() {
      throw new Error(WORLD_FAILS);
    },
    recordBroken: ({ argv, actor: who }, outcome, problem) => void recorded.push([argv, who, outcome, problem]),
  });
  return { recorded, status: ended.status };
}

test('what nobody could judge is on record: refused to an agent', async () => {
  const outcome = { kind: 'refuse', cause: 'guard-broken' };
  expect(await broken('ai')).toEqual({ recorded: [[['frob', 'x'], 'ai', outcome, WORLD_FAILS]], status: 126 });
  expect(await broken('unclear')).toEqual({
    recorded: [[['frob', 'x'], undefined, outcome, 'who is that']],
    status: 126,
  });
});

test('and past the guard by the bypass, for a person alone', async () => {
  vi.stubEnv('SAFESHELL_BYPASS', '1');
  expect(await broken('human')).toEqual({
    recorded: [[['frob', 'x'], 'human', { kind: 'run', by: 'bypass' }, WORLD_FAILS]],
    status: 222,
  });
  expect((await broken('ai')).status).toBe(126);
});
