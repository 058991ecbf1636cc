import { describe, expect, test } from 'vitest';
import { HOOKED_AGENTS, INSTALLABLE_AGENTS } from '../../../src/agents/find.ts';
import type { Note } from '../../../src/store/notes.ts';
import { closes, tryHook, YES } from '../../support/hook-world.ts';

const TEXT = 'safeshell: the rules in force are not what the files say';
/** What these show their user, whatever they do with the call. */
const TELLING = ['claude', 'codex', 'gemini', 'qwen'];
const NAMES = INSTALLABLE_AGENTS.map(({ name }) => name);

/** A note that is there until it was told. */
function notes(): { readonly note: Note; count(): number } {
  let told = 0;
  const note = {
    text: TEXT,
    told() {
      told += 1;
    },
  };
  return { note, count: () => told };
}

async function hook(name: string, line: string) {
  const sample = INSTALLABLE_AGENTS.find((agent) => agent.name === name)?.setup.sample;
  const { payload, env = {} } = sample?.({ line, cwd: '/home/dev/proj', session: 's' }) ?? { payload: {} };
  const { note, count } = notes();
  const ending = await tryHook(name, payload, { env, note });
  return { ending, said: ending.stdout + ending.stderr, told: count() };
}

describe('errors in rule files', () => {
  test.each(NAMES)('%s: behind a refusal', async (name) => {
    const { ending, said, told } = await hook(name, 'rm -rf /');
    const { systemMessage: _, ...rest } = ending.stdout === '' ? {} : JSON.parse(ending.stdout);
    const silent = ending.stdout === '' ? '' : JSON.stringify(rest);
    expect([closes(name, { ...ending, stdout: silent }), told]).toEqual([true, 1]);
    expect(said).toContain('[filesystem/delete-everything]');
    expect(said).toContain(TEXT);
  });

  test.each(NAMES)('%s: where nothing is refused, only in a place that changes nothing', async (name) => {
    const { ending, told } = await hook(name, 'git status');
    expect(ending.exit).toBe(0);
    const isTold = TELLING.includes(name);
    expect(told).toBe(isTold ? 1 : 0);
    if (isTold) expect(JSON.parse(ending.stdout)).toEqual({ systemMessage: TEXT });
    else expect(YES).toContain(ending.stdout);
  });

  test('an event that nothing is said about stays silent', async () => {
    const { note, count } = notes();
    expect(await tryHook('claude', { hook_event_name: 'PostToolUse' }, { note })).toMatchObject({
      stdout: '',
      exit: 0,
    });
    expect(count()).toBe(0);
  });

  test('the agents that have a place for it', () => {
    expect(HOOKED_AGENTS.filter(({ hook: { addNote } }) => addNote !== undefined).map(({ name }) => name)).toEqual(
      TELLING,
    );
  });
});
