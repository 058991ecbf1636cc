import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { callCli } from '../../support/call-cli.ts';

let home: string;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'replay-')));
  mkdirSync(join(home, 'repo/.git'), { recursive: true });
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const RULES = `version: 1
rules:
  - { name: wipe, commands: [wipe-all], action: deny, message: Nothing would be left }
  - { name: sure, commands: [venture], action: require_approval, message: It cannot be taken back }
  - { name: night, commands: [nightly], conditions: [{ time_of_day: "00:00-06:00" }], action: deny, message: At night }
  - { name: main, commands: [publish], conditions: [{ git_branch_in: [main] }], action: deny, message: Not from main }
`;

interface Told {
  readonly cwd?: string;
  readonly id?: string;
  readonly at?: string;
  readonly branch?: string;
  readonly result?: object;
}

let count = 0;
/** Claude Code's lines of a call that ran. */
function ran(command: string, told: Told = {}): string {
  const { cwd = join(home, 'repo'), id = `toolu_0123456789abcdef${++count}`, at = '2026-11-01T12:00:00.000Z' } = told;
  const base = { uuid: 'u', sessionId: 's1', cwd, timestamp: at, ...(told.branch && { gitBranch: told.branch }) };
  const call = { type: 'tool_use', id, name: 'Bash', input: { command, description: `try ${id}` } };
  const lines = [
    { ...base, type: 'assistant', message: { content: [call] } },
    {
      ...base,
      type: 'user',
      message: { content: [{ type: 'tool_result', tool_use_id: id, content: '' }] },
      ...told.result,
    },
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

function file(name: string, text: string): string {
  const path = join(home, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const session = (name: string, ...calls: string[]) => file(`.claude/projects/-repo/${name}.jsonl`, calls.join(''));

async function replay(...args: string[]) {
  const rules = file('rules.yaml', RULES);
  const env = { HOME: home, PATH: process.env.PATH };
  return callCli(['replay', '--rules', rules, '--json', ...args], { cwd: home, env });
}

async function stats(...args: string[]) {
  const { status, out, err } = await replay(...args);
  expect({ status, err }).toEqual({ status: 0, err: '' });
  return JSON.parse(out);
}

test('calls are counted by agent, session, rule and shape, with an example of each', async () => {
  session('s1', ran('wipe-all now'), ran('wipe-all later'), ran('venture out'), ran('ls'));
  const one = await stats();
  expect(one).toMatchObject({
    calls: 4,
    from: '2026-11-01T12:00:00.000Z',
    to: '2026-11-01T12:00:00.000Z',
    byAgent: { claude: { sessions: 1, calls: 4 } },
    stopped: 3,
    denied: 2,
    asked: 1,
    stoppedRan: 3,
    kept: 0,
    unreadable: { files: 0, lines: 0, calls: 0, examples: [] },
  });
  expect(one.rules).toEqual([
    { rule: 'rules/wipe', verdict: 'deny', calls: 2, ran: 2, example: 'wipe-all now' },
    { rule: 'rules/sure', verdict: 'require_approval', calls: 1, ran: 1, example: 'venture out' },
  ]);
  expect(one.shapes).toContainEqual({ shape: 'venture', calls: 1, why: 'rule rules/sure', example: 'venture out' });
  expect(JSON.stringify(one.shapes)).not.toContain('wipe-all');
});

test('a call that stands in two files counts once; short ids are no names', async () => {
  const twice = ran('ls', { id: 'toolu_0123456789abcdefg' });
  session('s1', twice, ran('ls', { id: 'call_1' }));
  session('s2', twice, ran('ls', { id: 'call_1' }));
  expect((await stats()).calls).toBe(3);
});

test('--since counts calls, not files', async () => {
  session('s1', ran('ls', { at: '2026-01-01T12:00:00.000Z' }), ran('ls', { at: new Date().toISOString() }));
  expect((await stats('--since', '1h')).calls).toBe(1);
});

test('the time is that of the call, whatever was answered to the same line before', async () => {
  const hour = (at: number) => new Date(2026, 10, 1, at).toISOString();
  session(
    's1',
    ran('nightly', { at: hour(12) }),
    ran('nightly', { at: hour(3) }),
    ran('nightly', { at: hour(4) }),
    ran('nightly', { at: hour(13) }),
  );
  expect(await stats()).toMatchObject({ calls: 4, denied: 2 });
});

test('of a folder that is gone the branch is known that the file tells', async () => {
  const cwd = join(home, 'gone');
  session(
    's1',
    ran('publish', { cwd, branch: 'main' }),
    ran('publish', { cwd, branch: 'topic' }),
    ran('publish', { cwd }),
  );
  expect(await stats()).toMatchObject({ calls: 3, denied: 1 });
});

describe('what undo would have kept', () => {
  test.each([
    ['rm -rf build', 1],
    ['rm notes.txt', 1],
    ['git reset --hard', 1],
    ['git clean -fd', 1],
    ['ls', 0],
    ['wipe-all && rm x', 0], // denied
    ['echo hi > new.txt', 0], // whether it was there is not known
    ['mv a b', 0],
  ])('%s: %i', async (line, kept) => {
    file('repo/.git/HEAD', 'ref: refs/heads/topic\n');
    for (const folder of ['objects', 'refs']) mkdirSync(join(home, 'repo/.git', folder), { recursive: true });
    session('s1', ran(line));
    expect((await stats()).kept).toBe(kept);
  });

  test('where undo is off nothing is', async () => {
    file('.config/safeshell/config.yaml', 'undo: { mode: off }\n');
    session('s1', ran('rm -rf build'));
    expect((await stats()).kept).toBe(0);
  });
});

test('dialogs that a person answered are told', async () => {
  session(
    's1',
    ran('make', { result: { permissionDecision: { decision: 'accept', source: 'user_temporary' } } }),
    ran('make'),
  );
  expect((await stats()).dialogs).toEqual({ answered: 1, spared: 0 });
});

test('a tool that is no shell is judged as its hook would', async () => {
  const call = {
    type: 'tool_use',
    id: 'toolu_w',
    name: 'Write',
    input: { file_path: join(home, '.bashrc'), content: 'x' },
  };
  session('s1', `${JSON.stringify({ type: 'assistant', sessionId: 's1', cwd: home, message: { content: [call] } })}\n`);
  const env = { HOME: home, PATH: process.env.PATH };
  const { out } = await callCli(['replay', '--json'], { cwd: home, env });
  const { calls, rules, shapes } = JSON.parse(out);
  expect({ calls, rules, shapes }).toMatchObject({
    calls: 1,
    rules: [{ rule: 'filesystem/write-startup-files' }],
    shapes: [{}],
  });
});

test('calls that no hook is known to be sent are counted as such', async () => {
  const call = { type: 'tool_use', id: 'toolu_w', name: 'Bash', input: { command: 7 } };
  const path = session(
    's1',
    `${JSON.stringify({ type: 'assistant', sessionId: 's1', message: { content: [call] } })}\n`,
    ran('ls'),
  );
  expect(await stats()).toMatchObject({ calls: 1, unreadable: { calls: 1, examples: [{ file: path }] } });
});

test('secrets in examples are masked', async () => {
  const token = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
  session('s1', ran(`wipe-all ${token}`), ran(`venture ${token}`));
  const json = await replay();
  const text = await callCli(['replay', '--rules', join(home, 'rules.yaml')], { cwd: home, env: { HOME: home } });
  expect(json.out + text.out).toContain('wipe-all ');
  expect(json.out + text.out).not.toContain(token.slice(4, 20));
});

test('for a person: numbers first, then rules and shapes, on lines that fit', async () => {
  session('s1', ran(`wipe-all ${'x'.repeat(200)}`), ran('venture \u001b[2J'), ran('ls'), '{"tool_use" torn');
  for (const COLUMNS of ['40', '80', '200']) {
    const env = { HOME: home, COLUMNS };
    const { out } = await callCli(['replay', '--rules', file('rules.yaml', RULES)], { cwd: home, env });
    expect(out).toMatch(/^3 calls in 1 session, 2026-11-01\n {2}Claude Code +3 /);
    expect(out).toContain('stopped');
    expect(out).toContain('rules/wipe');
    expect(out).not.toContain('\u001b');
    expect(out).toContain('Not read: 1 line\n');
    const [listed = ''] = out.split('\nNot read');
    expect(listed.split('\n').filter((line) => line.length > Number(COLUMNS))).toEqual([]);
  }
});

test('nothing there', async () => {
  const { status, out } = await callCli(['replay'], { cwd: home, env: { HOME: home } });
  expect({ status, out }).toEqual({ status: 0, out: 'No recorded calls were found there.\n' });
  expect(await stats()).toMatchObject({ calls: 0, from: null, byAgent: {}, rules: [], shapes: [] });
});

test('nothing is written', async () => {
  session('s1', ran('rm -rf build'), ran('git push -f'));
  const seen = () =>
    (readdirSync(home, { recursive: true }) as string[]).sort().map((name) => {
      const { mtimeMs, size } = statSync(join(home, name));
      return `${name} ${mtimeMs} ${size}`;
    });
  const before = seen();
  const { status } = await callCli(['replay', '--json'], { cwd: home, env: { HOME: home, PATH: process.env.PATH } });
  expect([status, seen()]).toEqual([0, before]);
});

test('the rules of a project count for its calls, those of others do not', async () => {
  file(
    'repo/.safeshell/rules.yaml',
    'version: 1\nrules:\n  - { name: own, commands: [deploy], action: deny, message: Not here }\n',
  );
  session('s1', ran('deploy', { cwd: join(home, 'repo') }), ran('deploy', { cwd: home }));
  const { out } = await callCli(['replay', '--json'], { cwd: home, env: { HOME: home, PATH: process.env.PATH } });
  expect(JSON.parse(out)).toMatchObject({ calls: 2, denied: 1, rules: [{ example: 'deploy' }] });
});

describe('called wrongly', () => {
  test.each([
    [['--agent', 'vim'], 'safeshell: --agent `vim`: expected claude, codex, gemini, copilot, opencode\n'],
    [['--since', 'soon'], 'safeshell: --since `soon`: expected 30m, 2h, 7d, or a date\n'],
    [['--auto-approve', 'all'], 'safeshell: --auto-approve `all`: expected off, reads, project\n'],
    [['--limit', '0'], 'safeshell: --limit `0`: expected a number from 1 on\n'],
    [['/nowhere/x.jsonl'], 'safeshell: no such file or folder: `/nowhere/x.jsonl`\n'],
  ])('%j', async (args, err) => {
    expect(await callCli(['replay', ...args], { cwd: home, env: { HOME: home } })).toEqual({
      status: 64,
      out: '',
      err,
    });
  });

  test('rules with errors', async () => {
    const broken = file('broken.yaml', 'version: 1\nrules: 7\n');
    const { status, out } = await callCli(['replay', '--rules', broken], { cwd: home, env: { HOME: home } });
    expect([status, out]).toEqual([65, '']);
  });
});
