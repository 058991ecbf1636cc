import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CHECKOUT, TempHome } from '../support/installed.ts';
import { HAS_PTY, Pty } from '../support/pty.ts';

let home: TempHome;
beforeAll(() => {
  home = new TempHome();
});
afterAll(() => home.remove());

/** The command of npm's package; nothing is installed. */
const NPX = join(CHECKOUT, 'bin/safeshell.cjs');

const run = (...args: string[]) => home.run(process.execPath, [NPX, 'replay', ...args]);

/** Claude Code's lines of a call, whose output has so many characters. */
function call(id: number, command: string, output: number): string {
  const base = { uuid: 'u', sessionId: `s${id % 3}`, cwd: '/repo', timestamp: '2026-11-01T12:00:00.000Z' };
  const used = { type: 'tool_use', id: `toolu_${String(id).padStart(20, '0')}`, name: 'Bash', input: { command } };
  const result = { type: 'tool_result', tool_use_id: used.id, content: 'x'.repeat(output) };
  return [
    { ...base, type: 'assistant', message: { content: [used] } },
    { ...base, type: 'user', message: { content: [result] } },
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
}

test('works where nothing is installed, writes nothing and starts nothing', () => {
  home.file(
    '.claude/projects/-repo/s.jsonl',
    call(1, 'git push --force', 10) + call(2, 'rm -rf /', 10) + call(3, 'ls', 10),
  );
  const before = home.snapshot();
  const { status, stdout, stderr } = run('--json');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({
    calls: 3,
    byAgent: { claude: { sessions: 3, calls: 3 } },
    stopped: 2,
    denied: 1,
    rules: expect.arrayContaining([expect.objectContaining({ rule: 'git/push-force', example: 'git push --force' })]),
  });
  expect([home.snapshot(), home.starts()]).toEqual([before, []]);
});

test('much is judged in several threads, with the same answers', () => {
  const lines = Array.from({ length: 120 }, (_, id) =>
    id % 40 === 0 ? `git push --force origin b${id}` : id % 5 === 0 ? 'ls' : `cat src/f${id}.ts | head -${id}`,
  );
  const text = (output: number) => lines.map((line, id) => call(id, line, output)).join('');
  const [few, much] = [home.file('few.jsonl', text(10)), home.file('much.jsonl', text(150_000))];
  const statsOf = (path: string) => JSON.parse(run('--json', path).stdout);
  const expected = statsOf(few);
  expect(expected).toMatchObject({ calls: 120, stopped: 3 });
  expect(statsOf(much)).toEqual(expected);
});

test.skipIf(!HAS_PTY)('a terminal sees how far it is, and nothing of that at the end', async () => {
  const env = { HOME: home.home, PATH: home.path, TERM: 'xterm' };
  const pty = new Pty(
    `'${process.execPath}' '${NPX}' replay '${join(home.home, 'much.jsonl')}' >/dev/null; echo "ended $?"`,
    {
      cwd: home.home,
      env,
    },
  );
  try {
    await pty.expect('of 1 files');
    await pty.expect('\u001b[K');
    await pty.expect('ended 0');
  } finally {
    pty.hangUp();
  }
});
