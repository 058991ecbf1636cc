import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callCli } from '../../support/call-cli.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'temporary-losses-')));
const home = join(root, 'home');
const cwd = join(root, 'repo');
const env = { HOME: home, PATH: process.env.PATH, SAFESHELL_CONTEXT: 'ai' };
const write = (name: string, text: string) => writeFileSync(join(cwd, name), text);

function git(...words: readonly string[]): void {
  const who = { NAME: 'a', EMAIL: 'a@example.com' };
  const names = Object.entries(who).flatMap(([key, value]) => [
    [`GIT_AUTHOR_${key}`, value],
    [`GIT_COMMITTER_${key}`, value],
  ]);
  execFileSync('git', words, { cwd, env: { ...env, ...Object.fromEntries(names) } });
}

beforeAll(() => {
  mkdirSync(home);
  mkdirSync(join(cwd, 'build'), { recursive: true });
  git('init', '-q', '-b', 'main');
  write('a', 'one\n');
  write('.gitignore', 'build/\n');
  git('add', '.');
  git('commit', '-qm', 'one');
  git('commit', '-qm', 'two', '--allow-empty');
  write('a', 'two\n');
  write('new', 'n'.repeat(1500));
  write('build/x', 'x');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const said = async (command: string, line: string) => (await callCli([command, line], { cwd, env })).out;

test.each([
  ['git reset --hard', '1 changed file (4 bytes)'],
  ['git reset --hard HEAD~1', '1 changed file (4 bytes), 1 commit that no other ref has'],
  ['git clean -fdx', '1 untracked file, 1 ignored (1.5 kB)'],
  ['git commit --amend -m x', '1 commit that no other ref has'],
  ['rm -rf build new', '2 files (1.5 kB)'],
  ['> new', '1 file (1.5 kB)'],
])('`%s` would lose %s', async (line, lost) => {
  expect(await said('check', line)).toContain(`  would lose: ${lost}\n`);
  expect(await said('explain', line)).toContain(`  would lose: ${lost}\n`);
});

test.each(['git status', 'git clean -n', 'git stash list', 'rm nope', 'cp a b', '>> new', 'git checkout main'])(
  '`%s` would lose nothing',
  async (line) => {
    const { out } = await callCli(['check', '--json', line], { cwd, env });
    expect(JSON.parse(out).losses).toBeNull();
    expect(await said('check', line)).not.toContain('lose:');
  },
);

test('what could not be undone is said', async () => {
  const { out } = await callCli(['check', '--json', 'rm a; rm -r "$X"'], { cwd, env });
  expect(JSON.parse(out).losses).toEqual({
    changed: 0,
    untracked: 0,
    ignored: 0,
    other: 1,
    bytes: 4,
    commits: 0,
    missing: ['it is not known which path `"$X"` is'],
  });
  expect(await said('check', 'rm -r "$X"')).toContain('  could not be undone: it is not known which path `"$X"` is\n');
});
