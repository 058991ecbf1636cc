import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Actor } from '../../../src/model/request.ts';
import { openTerminal, type Terminal } from '../../../src/settle/askers/terminal.ts';
import { runShim } from '../../../src/surfaces/shim/run-shim.ts';

vi.mock(import('../../../src/settle/askers/terminal.ts'), async (original) => ({
  ...(await original()),
  openTerminal: vi.fn(() => undefined),
}));

const terminalThatSays = (line: string | undefined, close: () => void): Terminal => ({
  size: () => ({ columns: 80, rows: 24 }),
  write: () => {},
  ask: () => Promise.resolve(line),
  close,
});

const WORLD_FAILS = 'there is no valid policy';

beforeEach(() => {
  vi.stubEnv('SAFESHELL_STEP', 'ask');
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.mocked(openTerminal).mockReset();
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

test.each([
  ['runs where nobody can be asked', false, { kind: 'run', by: 'failure' }, 222],
  ['is refused where the owner wants nothing to run unguarded', true, { kind: 'refuse', cause: 'guard-broken' }, 126],
] as const)('a command of a person %s', async (_what, refuses, outcome, status) => {
  expect(await broken('human', refuses)).toEqual({
    recorded: [[['frob', 'x'], 'human', outcome, WORLD_FAILS]],
    status,
  });
});

test.each([
  ['yes', { kind: 'run', by: 'once' }, 222],
  ['', { kind: 'refuse', cause: 'said-no' }, 126],
  [undefined, { kind: 'refuse', cause: 'said-no' }, 126],
] as const)('a person at a terminal is asked, and says %j', async (line, outcome, status) => {
  const close = vi.fn();
  for (const refuses of [true, false]) {
    vi.mocked(openTerminal).mockReturnValueOnce(terminalThatSays(line, close));
    expect(await broken('human', refuses)).toEqual({
      recorded: [[['frob', 'x'], 'human', outcome, WORLD_FAILS]],
      status,
    });
  }
  expect(close).toHaveBeenCalledTimes(2);
});

test('an agent at a terminal is not asked', async () => {
  vi.mocked(openTerminal).mockReturnValue(terminalThatSays('yes', () => {}));
  expect((await broken('ai')).status).toBe(126);
  expect((await broken('unclear')).status).toBe(126);
  expect(openTerminal).not.toHaveBeenCalled();
});
