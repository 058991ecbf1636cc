import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const started = vi.hoisted(() => ({ args: [] as unknown[][] }));
vi.mock('node:child_process', async (original) => ({
  ...(await original<object>()),
  spawn: (...args: unknown[]) => {
    started.args.push(args);
    return { on: () => ({ unref: () => {} }) };
  },
}));

// another file of this worker may have loaded them without the mock
vi.resetModules();
const { refreshLater } = await import('../../../src/refresh/refresh-later.ts');
const { refreshMark } = await import('../../../src/store/refresh-lock.ts');

let env: { HOME: string; NODE_OPTIONS: string };
let mark: string;
beforeEach(() => {
  env = { HOME: mkdtempSync(join(tmpdir(), 'temporary-later-')), NODE_OPTIONS: '--require ./x.cjs' };
  mark = refreshMark(env);
  started.args.length = 0;
});
afterEach(() => rmSync(env.HOME, { recursive: true, force: true }));

test('of many that see a change one starts a refresh', () => {
  for (let i = 0; i < 200; i++) refreshLater({ cwd: '/', env });
  expect(started.args).toHaveLength(1);
  expect(started.args[0]?.[2]).toMatchObject({ cwd: '/', detached: true, stdio: 'ignore', env: { NODE_OPTIONS: '' } });
});

test('the next is started when the last has ended, or died long ago', () => {
  refreshLater({ cwd: '/', env });
  rmSync(mark);
  refreshLater({ cwd: '/', env });
  expect(started.args).toHaveLength(2);
  const longAgo = statSync(mark).mtimeMs / 1000 - 60;
  utimesSync(mark, longAgo, longAgo);
  refreshLater({ cwd: '/', env });
  refreshLater({ cwd: '/', env });
  expect(started.args).toHaveLength(3);
});

test('what cannot be marked is not started, and nothing is thrown', () => {
  mkdirSync(mark, { recursive: true });
  refreshLater({ cwd: '/', env });
  rmSync(dirname(mark), { recursive: true });
  refreshLater({ cwd: '/', env: { ...env, XDG_CACHE_HOME: '/dev/null' } });
  expect(started.args).toHaveLength(0);
});
