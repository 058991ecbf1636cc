import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { VERSION } from '../../src/broker/call.ts';
import { pidFile } from '../../src/broker/start.ts';
import { boxHere } from '../../src/install/box/bubblewrap.ts';
import { findWall, probeWall } from '../../src/install/wall.ts';
import { shQuote } from '../../src/util/sh-quote.ts';
import { CHECKOUT, installedHome, type Ran, type TempHome } from '../support/installed.ts';

const wall = findWall(CHECKOUT);
const stands = wall !== undefined && probeWall(wall) !== 'none';
if (!stands) console.warn('not tested, nothing on this machine confines: what answers outside of walls');

const RULES = `version: 1
rules:
  - name: asked
    commands: [asked-tool]
    action: require_approval
    message: It is asked about.
  - name: masked
    commands: [masked-tool]
    action: redact
    message: Its output is masked.
`;

let home: TempHome;
let project: string;
const socket = () => join(home.home, '.local/state/safeshell/walls/broker');
const brokerPid = () => Number(readFileSync(pidFile(socket()), 'utf8'));

interface Entry {
  readonly door: string;
  readonly action: { readonly argv?: readonly string[] };
  readonly outcome: Readonly<Record<string, unknown>>;
}
/** Of the last command with this name. */
const recordOf = (name: string): Entry | undefined =>
  home
    .safeshell(['log', '--json'])
    .stdout.trim()
    .split('\n')
    .map((line): Entry => JSON.parse(line))
    .findLast(({ action }) => action.argv?.[0] === name);

beforeAll(() => {
  home = installedHome('home', { packs: ['self', 'filesystem'] });
  home.file('.config/safeshell/config.yaml', `${home.read('.config/safeshell/config.yaml')}confine: local_code\n`);
  home.file('.config/safeshell/rules/own.yaml', RULES);
  expect(home.safeshell(['agents', 'install', 'claude'])).toMatchObject({ status: 0 });
  project = dirname(home.file('project/README.md', 'hello\n'));
  mkdirSync(join(project, '.git'));
  mkdirSync(join(home.home, 'tools'));
  home.script(join(home.home, 'tools/asked-tool'), 'echo ran');
  home.script(join(home.home, 'tools/cargo'), 'echo built');
  home.script(
    join(home.home, 'tools/masked-tool'),
    `touch ${project}/inside "$HOME/outside" 2>/dev/null; echo key AKIAIOSFODNN7EXAMPLE`,
  );
  // a gate stays shut while what it was made from is young
  home.run('find', [home.home, '-exec', 'touch', '-h', '-d', '2001-01-01', '{}', '+']);
  expect(home.safeshell(['refresh'], { env: { PATH: path() } }).status).toBe(0);
});
afterAll(() => home.remove());

/** The real rm: all that it removes is in this HOME. */
const path = () => `${home.shims}:${join(home.home, 'tools')}:${home.tools}`;

/** Words that no reader of ours finds in it. */
function byScript(...words: readonly string[]): Ran {
  const turned = words.map((word) => [...word].reverse().join(''));
  home.file(
    'project/x.py',
    `import subprocess, sys\nwords = ${JSON.stringify(turned)}\nsys.exit(subprocess.call([w[::-1] for w in words]))\n`,
  );
  const env = { PATH: path(), CLAUDECODE: '1', TMPDIR: '/var/tmp' };
  return home.run('python3', ['x.py'], { cwd: project, env });
}

describe.skipIf(!stands)('what a confined program starts', () => {
  beforeEach(() => {
    home.file('project/build/a.txt', 'a\n');
  });

  test('is recorded, and what it destroys is kept', () => {
    expect(byScript('true')).toMatchObject({ status: 0, stderr: '' });
    expect(byScript('rm', '-rf', 'build')).toMatchObject({ status: 0 });
    expect(existsSync(join(project, 'build'))).toBe(false);
    expect(recordOf('rm')).toMatchObject({ door: 'shim', outcome: { kind: 'run', kept: expect.any(Number) } });
    const undone = home.safeshell(['undo', '--yes', String(recordOf('rm')?.outcome.kept)]);
    expect(undone, undone.stderr).toMatchObject({ status: 0 });
    expect(existsSync(join(project, 'build/a.txt'))).toBe(true);
  });

  test('is asked about through the inbox, and runs once a person has agreed', () => {
    const refused = byScript('asked-tool');
    expect(refused.status).toBe(126);
    const [, request = ''] = /"request":"(\w+)"/.exec(refused.stderr) ?? [];
    expect(home.safeshell(['approve', request, '--yes'])).toMatchObject({ status: 0 });
    expect(byScript('asked-tool')).toMatchObject({ status: 0, stdout: 'ran\n' });
    expect(byScript('asked-tool').status).toBe(126);
  });

  test('is masked where it runs, which is behind the wall', () => {
    const { stdout } = byScript('masked-tool');
    expect(stdout).toMatch(/^key AK\*+LE\n$/);
    expect([existsSync(join(project, 'inside')), existsSync(join(home.home, 'outside'))]).toEqual([true, false]);
    expect(recordOf('masked-tool')).toMatchObject({ outcome: { kind: 'run', redacted: true } });
  });

  test('needs no wall of its own, nor an answer for that: a gate passes it', () => {
    expect(byScript('cargo', 'build')).toMatchObject({ status: 0, stdout: 'built\n' });
    expect(recordOf('cargo')).toBeUndefined();
    const env = { PATH: path(), CLAUDECODE: '1', TMPDIR: '/var/tmp' };
    expect(home.run('cargo', ['build'], { cwd: project, env })).toMatchObject({ status: 0, stdout: 'built\n' });
    expect(recordOf('cargo')).toMatchObject({ outcome: { kind: 'run', confined: true } });
  });

  test('is judged by its shim alone where nothing answers', () => {
    process.kill(brokerPid(), 'SIGKILL');
    const refused = byScript('asked-tool'); // starts another one, which may be too late for it
    expect(refused).toMatchObject({ status: 126, stdout: '' });
    rmSync(pidFile(socket()), { force: true });
  });
});

const box = boxHere();
if (box.bubblewrap === undefined) console.warn('not tested, this machine has no box: what answers for it');

describe.skipIf(box.bubblewrap === undefined)('what is in a box', () => {
  const inBox = (...words: readonly string[]) =>
    home.safeshell(['run', '--', ...words], { cwd: project, env: { PATH: path() } });

  test('is recorded by its programs, and what it destroys is kept', () => {
    home.file('project/build/a.txt', 'a\n');
    expect(inBox('/bin/rm', '-rf', 'build')).toMatchObject({ status: 0 });
    expect(existsSync(join(project, 'build'))).toBe(false);
    expect(recordOf('rm')).toMatchObject({ outcome: { kind: 'run', kept: expect.any(Number) } });
  });

  test('is recorded by hooks of its agents', () => {
    const call = { session_id: 's', cwd: project, hook_event_name: 'PreToolUse', tool_name: 'Bash' };
    home.file('project/payload.json', JSON.stringify({ ...call, tool_input: { command: 'rm -rf ~' } }));
    const hook = join(home.home, '.local/share/safeshell/hooks/claude');
    const { stdout } = inBox('/bin/sh', '-c', `${shQuote(hook)} <payload.json`);
    expect(JSON.parse(stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } });
    const last = home.safeshell(['log', '--json']).stdout.trim().split('\n').at(-1) ?? '';
    expect(JSON.parse(last)).toMatchObject({ door: 'hook', outcome: { kind: 'refuse' } });
  });
});

/** All that it says to these frames. */
const said = (...frames: readonly string[]): Promise<string> =>
  new Promise((resolve) => {
    let text = '';
    const connection = createConnection(socket());
    connection.on('data', (chunk) => {
      text += chunk;
    });
    connection.on('error', () => {});
    connection.on('close', () => resolve(text));
    connection.write(frames.map((frame) => `${frame}\n`).join(''));
  });

describe.skipIf(!stands)('what asks it', () => {
  const from = { version: VERSION, env: {}, cwd: '/', parent: 4_000_000 };
  const call = { ...from, door: 'shim', argv: ['true'], step: 'ask', isConfined: true };

  test.each([
    ['no JSON', '{'],
    ['another version', JSON.stringify({ ...call, version: 0 })],
    ['no door', JSON.stringify({ ...call, door: 'window' })],
    ['a hook without a payload', JSON.stringify({ ...from, door: 'hook' })],
    [
      'a wall for who is elsewhere',
      JSON.stringify({ ...call, env: { CLAUDECODE: '1' }, isConfined: false, box: 'x', parent: process.pid }),
    ],
    ['a wall for who is gone', JSON.stringify({ ...call, env: { CLAUDECODE: '1' }, isConfined: false, box: 'x' })],
    ['no words', JSON.stringify({ ...call, argv: [] })],
    ['words that are none', JSON.stringify({ ...call, argv: [1] })],
    ['no such folder', JSON.stringify({ ...call, cwd: '/nowhere/at/all' })],
    ['a person', JSON.stringify(call)],
  ])('gets no answer: %s', async (_, frame) => {
    byScript('true');
    expect(await said(frame)).not.toMatch(/"end":\{/);
  });

  test('gets an answer for who is where it says', async () => {
    byScript('true');
    const here = {
      ...call,
      env: { CLAUDECODE: '1' },
      isConfined: false,
      box: 'x',
      cwd: process.cwd(),
      parent: process.pid,
    };
    expect(await said(JSON.stringify(here))).toMatch(/"end":\{"status":222\}/);
  });

  test('gets nothing run outside, whatever its words and variables', async () => {
    byScript('true');
    const mark = join(home.home, 'outside');
    const tool = home.script(join(project, 'masked-tool'), `: >${mark}`);
    const env = {
      CLAUDECODE: '1',
      PATH: dirname(tool),
      LD_PRELOAD: tool,
      NODE_OPTIONS: `--require ${tool}`,
      SAFESHELL_SHIMS: project,
    };
    const text = await said(
      JSON.stringify({ ...call, argv: ['masked-tool'], env, cwd: project, step: 'replace' }),
      JSON.stringify({ ended: { status: 3 } }),
    );
    expect(text).toMatch(/"run":\{"argv":\["masked-tool"\]/);
    expect(text).toMatch(/"end":\{"status":3\}/);
    expect(existsSync(mark)).toBe(false);
  });
});
