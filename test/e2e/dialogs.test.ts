import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installedHome, type TempHome } from '../support/installed.ts';

/** The installed product at dialogs of agents. */
let home: TempHome;
let project: string;

beforeAll(() => {
  home = installedHome(undefined, { agents: ['claude', 'codex'] });
  project = join(home.home, 'project');
  mkdirSync(project);
  home.file('project/a.txt', 'foo\n');
  home.file(
    '.config/safeshell/rules/mine.yaml',
    'version: 1\nrules:\n  - { name: sure, commands: [venture], action: require_approval, message: Sure? }\n',
  );
  say('reads');
  expect(home.safeshell(['refresh'])).toMatchObject({ status: 0, stderr: '' });
});
afterAll(() => home.remove());

const say = (level: string) => home.file('.config/safeshell/config.yaml', `version: 1\nauto_approve: ${level}\n`);

interface Group {
  readonly hooks: readonly { readonly command: string }[];
}

/** What the settings of an agent start for one of its events. */
function registered(file: string, event: string): string {
  const { hooks } = JSON.parse(readFileSync(join(home.home, file), 'utf8')) as { hooks: Record<string, Group[]> };
  return hooks[event]?.[0]?.hooks[0]?.command ?? '';
}

const CLAUDE = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ATTENDED: '1' };
const claude = (command: string, event = 'PermissionRequest') => ({
  session_id: 's1',
  cwd: project,
  permission_mode: 'default',
  hook_event_name: event,
  tool_name: 'Bash',
  tool_input: { command },
  ...(event === 'PermissionRequest' && { permission_suggestions: [{ type: 'setMode', mode: 'acceptEdits' }] }),
});
const codex = (command: string, event = 'PermissionRequest') => ({
  session_id: 's2',
  turn_id: 't',
  cwd: project,
  model: 'm',
  permission_mode: 'default',
  hook_event_name: event,
  tool_name: 'Bash',
  tool_input: { command },
});

const AGENT = `exec -a "$0" /bin/sh -c 'eval "$1"; exit $?' "$0" "$1"`;

describe.each([
  ['claude', '.claude/settings.json', claude, CLAUDE],
  ['codex', '.codex/hooks.json', codex, {}],
] as const)('%s', (name, file, payload, env) => {
  /** below a process of that name: how the agent was started counts */
  const run = (command: string, event = 'PermissionRequest') =>
    home.run('/bin/bash', ['-c', AGENT, name, registered(file, event)], {
      cwd: project,
      input: JSON.stringify(payload(command, event)),
      env,
    });

  test('silence before a call is no answer to its dialog: a plain line is proven there, by Node', () => {
    expect(run('ls', 'PreToolUse')).toMatchObject({ status: 0, stdout: '', stderr: '' });
    const { status, stdout, stderr } = run('ls');
    expect([status, JSON.parse(stdout || '{}'), stderr]).toEqual([
      0,
      { hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } } },
      '',
    ]);
  });

  test('a line that its hook has rewritten is judged by the line of the model', () => {
    const wrapper = join(home.home, '.local/share/safeshell/safeshell-sh');
    const rewritten = (line: string, shell = '/bin/bash') => `SAFESHELL_SHELL=${shell} '${wrapper}' -c '${line}'`;
    expect(run(rewritten('cat a.txt')).stdout).not.toContain('deny');
    expect(run(rewritten('rm -rf /')).stdout).toContain('deny');
    expect(run(rewritten('SAFESHELL_CONTEXT=human git push')).stdout).toContain('deny');
    expect(run(rewritten('cat a.txt', '/tmp/bash')).stdout).toContain('deny');
    expect(run(`SAFESHELL_CONTEXT=human ${rewritten('cat a.txt')}`).stdout).toContain('deny');
  });

  test('the level counts from the next dialog on', () => {
    say('off');
    expect(run('ls')).toMatchObject({ status: 0, stdout: '', stderr: '' });
    say('reads');
    expect(run('ls').stdout).toContain('allow');
  });
});

test('at level project what is changed has been kept', () => {
  const run = (command: string, event?: string) =>
    home.run('/bin/sh', ['-c', registered('.codex/hooks.json', event ?? 'PermissionRequest')], {
      cwd: project,
      input: JSON.stringify(codex(command, event)),
    });
  home.file('project/b.txt', 'kept\n');
  const line = 'cp a.txt b.txt';
  expect(run(line)).toMatchObject({ status: 0, stdout: '' });
  say('project');
  expect(run(line, 'PreToolUse')).toMatchObject({ status: 0, stdout: '' });
  expect(run(line).stdout).toContain('allow');
  for (const left of ['cp a.txt /etc/x', 'rm -rf .git', 'git commit -m x', 'sh a.txt'])
    expect(run(left)).toMatchObject({ status: 0, stdout: '' });
  home.run('/bin/sh', ['-c', line], { cwd: project });
  expect(home.safeshell(['undo', '--yes'], { cwd: project })).toMatchObject({ status: 0 });
  expect(readFileSync(join(project, 'b.txt'), 'utf8')).toBe('kept\n');
  say(`project\nundo: { mode: 'off' }`);
  expect(run(line)).toMatchObject({ status: 0, stdout: '' });
  say('reads');
});

/** The hook beside an open dialog of Claude Code. */
function beside(line: string) {
  const child = spawn('/bin/sh', ['-c', registered('.claude/settings.json', 'PermissionRequest')], {
    cwd: project,
    env: { HOME: home.home, PATH: process.env.PATH, ...CLAUDE },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  let stdout = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString('utf8');
  });
  child.stdin.end(JSON.stringify(claude(line)));
  return { child, end: new Promise<string>((resolve) => child.on('close', () => resolve(stdout))) };
}

function questions(): readonly { readonly short: string; readonly waiting: boolean }[] {
  return JSON.parse(home.safeshell(['inbox', '--json']).stdout);
}
/** Programs in a group of processes that would kill Node after a while. */
function limits(group: number | undefined): readonly string[] {
  const { stdout } = spawnSync('ps', ['-eo', 'pgid=,args='], { encoding: 'utf8' });
  const own = stdout.split('\n').filter((line) => line.trim().startsWith(`${group} `));
  expect(own.length).toBeGreaterThan(1);
  return own.filter((line) => /timeout -s KILL/.test(line));
}
const PATIENCE = { timeout: 20_000 };

describe('beside an open dialog', () => {
  test.each([
    ['what the guard asks', 'venture'],
    ['what the agent asks', 'make all'],
  ])('%s waits without anybody at the inbox or a limit of the launcher, and is answered there', async (_what, line) => {
    const { child, end } = beside(line);
    await expect.poll(questions, PATIENCE).toMatchObject([{ waiting: true }]);
    expect(limits(child.pid)).toEqual([]);
    expect(home.safeshell(['approve', questions()[0]?.short ?? '', '--yes']).status).toBe(0);
    expect(await end).toContain('"behavior":"allow"');
    expect(questions()).toEqual([]);
  });

  test.each(['SIGTERM', 'SIGKILL'] as const)('%s of the agent takes the question away', async (signal) => {
    const { child, end } = beside('venture');
    await expect.poll(questions, PATIENCE).toHaveLength(1);
    process.kill(signal === 'SIGTERM' ? (child.pid ?? 0) : -(child.pid ?? 0), signal);
    expect(await end).toBe('');
    await expect.poll(questions, PATIENCE).toEqual([]);
  });
});

test('a dialog that was answered is a record of its own, and no second request', () => {
  const lines = home.safeshell(['log', '--json', '--session', 's2']).stdout.split('\n').filter(Boolean);
  const dialogs = lines.filter((line) => JSON.parse(line).dialog === true);
  const { records } = JSON.parse(home.safeshell(['log', 'stats', '--json']).stdout) as { records: number };
  const all = home.safeshell(['log', '--json', '--limit', '1000']).stdout.split('\n').filter(Boolean);
  expect(dialogs.length).toBeGreaterThan(0);
  expect(records).toBe(all.filter((line) => JSON.parse(line).dialog !== true).length);
});
