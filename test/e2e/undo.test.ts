import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { installedHome, type TempHome } from '../support/installed.ts';

let home: TempHome;
let project: string;
const AI = { SAFESHELL_CONTEXT: 'ai' };

beforeAll(() => {
  home = installedHome(undefined, { config: 'undo: { mode: instead_of_asking }\n', agents: ['claude'] });
});
afterAll(() => home.remove());

/** A repository with every kind of work that git does not hold. */
beforeEach(() => {
  project = join(home.home, 'project');
  rmSync(project, { recursive: true, force: true });
  mkdirSync(join(project, 'src/deep'), { recursive: true });
  const write = (name: string, text: string) => writeFileSync(join(project, name), text);
  git('init -q -b work');
  for (const name of ['notes.md', 'src/a.ts', 'src/deep/b.ts', 'tool.sh']) write(name, `${name}\n`);
  write('.gitignore', '*.log\n');
  chmodSync(join(project, 'tool.sh'), 0o755);
  git('add -A');
  git('commit -qm first');
  git('branch other');
  write('notes.md', 'notes\r\nchanged, without an end');
  write('src/new file.ts', 'untracked\n');
  write('build.log', Buffer.from([0, 255, 10, 13]).toString('latin1'));
  write('staged.ts', 'staged\n');
  git('add staged.ts');
  write('staged.ts', 'and changed\n');
});

function git(line: string): string {
  const who = ['-c', 'user.name=n', '-c', 'user.email=n@example.com'];
  return home.run('git', [...who, ...line.split(' ')], { cwd: project, env: { PATH: home.tools } }).stdout;
}

/** Bytes and modes of every file, and what git says of index, refs and stash. */
function state(): readonly string[] {
  const files = readdirSync(project, { recursive: true, withFileTypes: true })
    .map((one) => ({ one, path: join(one.parentPath, one.name) }))
    .filter(({ path }) => !path.startsWith(join(project, '.git')));
  const lines = files.map(({ one, path }) => `${path} ${one.isFile() ? readFileSync(path).toString('hex') : 'folder'}`);
  return [
    ...lines.sort(),
    git('ls-files -s'),
    git('for-each-ref refs/heads refs/tags refs/stash'),
    git('status --porcelain'),
  ];
}

/** What an agent's shell runs. */
function run(line: string) {
  return home.run('/bin/sh', ['-c', line], { cwd: project, env: { ...AI, PATH: `${home.shims}:${home.tools}` } });
}

/** What an agent asks before it runs a line; the line then runs without a shim above it, as in a sandbox. */
function runAsked(line: string) {
  const payload = {
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: line },
    cwd: project,
    session_id: 's',
  };
  const launcher = join(home.home, '.local/share/safeshell/hooks/claude');
  const asked = home.run(launcher, [], { cwd: project, input: JSON.stringify(payload), env: AI });
  expect([asked.status, asked.stdout]).toEqual([0, expect.not.stringMatching(/"(deny|ask)"/)]);
  return home.run('/bin/sh', ['-c', line], { cwd: project, env: { PATH: home.tools } });
}

const undo = (...args: readonly string[]) => home.safeshell(['undo', ...args], { cwd: '/', env: AI });
const records = () =>
  JSON.parse(undo('--list', '--json').stdout) as { id: number; command: string; promises: string }[];

const DESTROYING = [
  'rm -rf src',
  'rm -f notes.md build.log staged.ts',
  'git reset -q --hard',
  'git clean -qfdx',
  'git checkout -- notes.md',
  'git restore .',
  'git branch -D other',
  'sed -i s/n/x/ notes.md tool.sh',
  'mv tool.sh notes.md',
  'cp tool.sh src/a.ts',
  'truncate -s 0 notes.md',
  'echo x | tee notes.md staged.ts',
];

describe.each([
  ['by its shim', run],
  ['by a hook', runAsked],
] as const)('what an agent destroys %s comes back', (_how, destroy) => {
  test.each([...DESTROYING, ...(destroy === runAsked ? ['echo gone > notes.md', ': >src/a.ts'] : [])])('%s', (line) => {
    const before = state();
    const ran = destroy(line);
    expect([ran.status, ran.stderr.replace(/^safeshell: \{"decision":"allow".*\n/gm, '')]).toEqual([0, '']);
    expect(state()).not.toEqual(before);
    expect(records()[0]?.promises).toBe('all');
    const undone = undo('--yes');
    expect([undone.status, undone.stderr]).toEqual([0, '']);
    expect(state()).toEqual(before);
  });
});

describe('what loses nothing', () => {
  test.each([
    'ls',
    'rm -f gone',
    'cat notes.md',
    'mkdir fresh',
    'cp notes.md fresh.md',
    'echo x >> build.log',
    'git status',
    'git add -A',
  ])('writes nothing: %s', (line) => {
    const before = records().length;
    run(line);
    rmSync(join(project, 'fresh.md'), { force: true });
    runAsked(line);
    expect(records()).toHaveLength(before);
  });
});

describe('safeshell undo', () => {
  test('without a yes says what it would do, and does nothing', () => {
    run('rm -rf src');
    const told = undo();
    expect(told.status).toBe(2);
    expect(told.stdout).toContain(join(project, 'src/a.ts'));
    expect(existsSync(join(project, 'src'))).toBe(false);
    expect(undo('--diff').stdout).toContain('+untracked');
    expect(JSON.parse(undo('--json').stdout)).toMatchObject({ done: false, promises: 'all' });
    expect(JSON.parse(undo('--json', '--yes').stdout)).toMatchObject({ done: true, failed: [] });
    expect(existsSync(join(project, 'src/a.ts'))).toBe(true);
    expect(undo().stdout).toContain('nothing to do');
  });

  test('shows commits of branches, and what git does not hold any more', () => {
    git('commit -q --allow-empty -m lost');
    run('git reset -q --hard HEAD~1');
    expect(undo('--diff').stdout).toMatch(/^--- refs\/heads\/work .*\n\+\+\+ refs\/heads\/work .*\n\+[0-9a-f]+ lost$/m);
    expect(records()[0]?.promises).toBe('all');
    git(`update-ref -d ${git('for-each-ref --format=%(refname) refs/safeshell').trim().split('\n').at(-1)}`);
    expect(records().some(({ promises }) => promises === 'partly')).toBe(true);
  });

  test('is undone itself', () => {
    run('rm -rf src');
    writeFileSync(join(project, 'src'), 'newer work');
    const { kept } = JSON.parse(undo('--json', '--yes').stdout) as { kept: number };
    expect(existsSync(join(project, 'src/a.ts'))).toBe(true);
    expect(undo(String(kept), '--yes').status).toBe(0);
    expect(readFileSync(join(project, 'src'), 'utf8')).toBe('newer work');
  });

  test('shows agents the text of what they could read', () => {
    writeFileSync(join(project, '.env'), 'API_KEY=opaque\n');
    writeFileSync(join(project, '.env.example'), 'API_KEY=\n');
    run('rm -f .env .env.example');
    const shown = undo('--diff').stdout;
    expect(shown).toMatch(/^create {2}.*\/\.env {2}\(its text is shown to people alone\)$/m);
    expect(shown).toContain('+API_KEY=');
    expect(shown).not.toContain('opaque');
    expect(undo('--yes').status).toBe(0);
  });

  test('forgets for people alone', () => {
    run('rm notes.md');
    const [{ id } = { id: 0 }] = records();
    expect(undo(String(id), '--forget', '--yes').status).toBe(77);
    expect(undo('99999').status).toBe(1);
    expect(undo('x').status).toBe(64);
    expect(records()[0]?.id).toBe(id);
  });

  test('is on record, as what was kept is', () => {
    run('rm notes.md');
    undo('--yes');
    const [undone, kept] = home
      .safeshell(['log', '--json', '--limit', '2'])
      .stdout.trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
      .reverse();
    const [, { id } = { id: 0 }] = records();
    expect(kept.outcome).toEqual({ kind: 'run', by: 'rules', kept: id });
    expect(undone.outcome).toMatchObject({ undone: id });
    expect(home.safeshell(['log', '--limit', '1']).stdout).toContain('undone');
  });
});

test('an agent does not change what was kept', () => {
  run('rm notes.md');
  expect(run(`rm -rf '${join(home.home, '.local/state/safeshell/undo')}'`).status).toBe(126);
});
