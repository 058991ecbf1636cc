import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installedHome, type TempHome } from '../support/installed.ts';

/** The installed product in a HOME where rules are watched, not enforced. */
let home: TempHome;
let project: string;
const CONFIG = '.config/safeshell/config.yaml';

beforeAll(() => {
  home = installedHome();
  project = join(home.home, 'project');
  mkdirSync(project);
  git('init', '-q', '-b', 'topic');
  git('config', 'user.email', 'a@b.example');
  git('config', 'user.name', 'a');
  writeFileSync(join(project, 'f'), 'first\n');
  git('add', 'f');
  git('commit', '-qm', 'first');
});
afterAll(() => home.remove());

const git = (...args: readonly string[]) => home.run('/usr/bin/git', args, { cwd: project });
const safeshell = (...args: readonly string[]) => home.safeshell(args, { cwd: project });
const asAgent = (line: string) =>
  home.run('/bin/sh', ['-c', line], { cwd: project, env: { CLAUDECODE: '1', PATH: home.guardedPath } });
const asPerson = (line: string) => home.run('/bin/sh', ['-c', line], { cwd: project, env: { PATH: home.guardedPath } });

function hook(tool: string, input: object) {
  const payload = {
    hook_event_name: 'PreToolUse',
    session_id: 's-1',
    cwd: project,
    tool_name: tool,
    tool_input: input,
  };
  return home.safeshell(['hook', '--agent', 'claude'], { cwd: project, input: JSON.stringify(payload) });
}

interface Recorded {
  readonly verdict: string;
  readonly rule?: string;
  readonly watched?: { readonly verdict: string; readonly rule?: string; readonly rules?: readonly string[] };
  readonly outcome: { readonly kind: string; readonly kept?: number };
}

function lastRecord(): Recorded {
  return JSON.parse(safeshell('log', '--json', '--limit', '1').stdout);
}

const change = () => writeFileSync(join(project, 'f'), 'changed\n');
const text = () => readFileSync(join(project, 'f'), 'utf8');

describe('mode watch', () => {
  test('is shown first, and written where it is agreed to', () => {
    const before = home.read(CONFIG);
    expect(safeshell('mode').stdout).toBe('guard: rules are enforced\n');
    const asked = safeshell('mode', 'watch');
    expect([asked.status, asked.stdout.includes('+mode: watch'), home.read(CONFIG)]).toEqual([1, true, before]);
    expect(JSON.parse(safeshell('mode', 'watch', '--json').stdout)).toMatchObject({ mode: 'watch', written: false });
    expect(safeshell('mode', 'wacth').status).toBe(64);
    const byAgent = home.safeshell(['mode', 'watch', '--yes'], { env: { CLAUDECODE: '1' } });
    expect([byAgent.status, home.read(CONFIG)]).toEqual([77, before]);
    const { status, stdout } = safeshell('mode', 'watch', '--yes');
    expect([status, stdout.endsWith('The mode is watch from the next command on.\n')]).toEqual([0, true]);
    expect(home.read(CONFIG)).toBe(`${before}mode: watch\n`);
    expect(JSON.parse(safeshell('mode', '--json').stdout)).toEqual({ mode: 'watch', managed: null, own: 'watch' });
    expect(safeshell('mode', 'watch').status).toBe(0);
  });

  test('lets an agent run what a rule would have stopped, keeps what it destroys, and records it', () => {
    change();
    const { status, stderr } = asAgent('git reset --hard -q');
    expect([status, stderr, text()]).toEqual([0, expect.not.stringContaining('refused'), 'first\n']);
    const record = lastRecord();
    expect(record).toMatchObject({ verdict: 'allow', watched: { rule: 'git/reset-hard' }, outcome: { kind: 'run' } });
    expect(safeshell('undo', '--yes').status).toBe(0);
    expect(text()).toBe('changed\n');
  });

  test('and a person, for whom is kept what rules would have asked about', () => {
    change();
    expect(asPerson('git checkout -- .').status).toBe(0);
    expect(text()).toBe('first\n');
    expect(lastRecord()).toMatchObject({
      verdict: 'allow',
      watched: {},
      outcome: { kind: 'run', kept: expect.anything() },
    });
  });

  test.each([
    ['Bash', { command: 'rm -rf ~ && git push --force' }, 'filesystem/delete-everything'],
    ['Bash', { command: 'cat ~/.ssh/id_rsa' }, 'secrets/read-keys'],
    ['Write', { file_path: '/etc/passwd', content: 'x' }, 'filesystem/write-system'],
    ['Bash', { command: 'echo "x' }, undefined],
  ])('its hook says nothing to %s %j', (tool, input, rule) => {
    const { status, stdout } = hook(tool, input);
    expect([status, stdout]).toEqual([0, '']);
    expect(lastRecord()).toMatchObject({ verdict: 'allow', outcome: { kind: 'run' } });
    expect(lastRecord().watched?.rule).toBe(rule);
  });

  test.each([
    ['safeshell mode guard', 'self/own-commands'],
    ['rm -rf ~/.config/safeshell', 'self/own-files'],
    ["echo '{}' > ~/.claude/settings.json", 'self/agent-settings'],
  ])('but %s is refused: %s', (command, rule) => {
    expect(hook('Bash', { command }).stdout).toContain('"permissionDecision":"deny"');
    expect(lastRecord()).toMatchObject({ verdict: 'deny', rule });
  });

  test('what cannot be about any rule is not on record: gates answer', () => {
    const count = () => safeshell('log', '--json', '--limit', '1000').stdout.split('\n').length;
    const before = count();
    for (let tries = 0; tries < 3; tries++) asAgent('git status');
    expect(count() - before).toBeLessThanOrEqual(3);
  });

  test('is told wherever a person looks', () => {
    const status = home.safeshell(['statusline', '--json'], {
      input: JSON.stringify({ session_id: 's-1', cwd: project }),
      env: { PATH: home.guardedPath },
    });
    expect(JSON.parse(status.stdout)).toMatchObject({ mode: 'watch', stopped: 3, watched: 4 });
    const line = home.safeshell(['statusline'], { input: JSON.stringify({ session_id: 's-1', cwd: project }) });
    expect(line.stdout.replace(/\x1b\[\d*m/g, '')).toBe('safeshell only watches | 3 stopped | 4 not enforced\n');
    const check = safeshell('check', '--actor', 'ai', 'git push --force');
    expect([check.status, check.stdout]).toEqual([
      0,
      'allow  git push --force\n  would need approval by git/push-force, which is not enforced\n',
    ]);
    const asked = JSON.parse(safeshell('check', '--json', '--actor', 'ai', 'git push --force').stdout);
    expect(asked).toMatchObject({
      verdict: 'allow',
      rules: [],
      watched: { verdict: 'require_approval', rule: 'git/push-force' },
    });
    expect(safeshell('explain', '--actor', 'ai', 'git push --force').stdout).toMatch(
      /● git\/push-force {2}require_approval, not enforced/,
    );
    expect(safeshell('doctor').stdout).toContain('watch mode');
    expect(safeshell('rules', 'show', 'git/push-force').stdout).toContain('not enforced');
    expect(safeshell('rules', 'show', 'self/own-files').stdout).not.toContain('not enforced');
    expect(safeshell('log', '--outcome', 'watched', '--rule', 'git/reset-hard').stdout).toContain('git reset --hard');
    const { outcomes, rules } = JSON.parse(safeshell('log', 'stats', '--json').stdout);
    expect(outcomes.watched).toBe(6);
    const counted = rules.map(({ rule, watched }: { rule: string; watched: number }) => [rule, watched]);
    expect(counted).toContainEqual(['git/reset-hard', 1]);
    expect(safeshell('log', 'stats').stdout).toMatch(/rule +hits +denied +watched/);
  });

  test('ends at once', () => {
    expect(safeshell('mode', 'guard').status).toBe(0);
    expect(home.read(CONFIG)).toContain('\nmode: guard\n');
    change();
    expect([asAgent('git reset --hard -q').status, text()]).toEqual([126, 'changed\n']);
    expect(hook('Bash', { command: 'echo "x' }).stdout).toContain('deny');
  });
});

describe('a rule that only watches', () => {
  test('stops nothing, beside others that do', () => {
    home.file(
      '.config/safeshell/rules/mine.yaml',
      'version: 1\noverrides:\n  - { name: git/reset-hard, enforce: false }\n',
    );
    change();
    expect([asAgent('git reset --hard -q').status, text()]).toEqual([0, 'first\n']);
    expect(lastRecord()).toMatchObject({ verdict: 'allow', watched: { rule: 'git/reset-hard' } });
    expect(asAgent('git push --force').status).toBe(126);
    expect(safeshell('doctor').stdout).toContain('git/reset-hard not enforced');
    expect(safeshell('rules', 'show', 'git/reset-hard').stdout).toMatch(/mine\.yaml:3, yours: not enforced/);
  });
});
