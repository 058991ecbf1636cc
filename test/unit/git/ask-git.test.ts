import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gitVersion, viewGit } from '../../../src/git/ask-git.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'ask-git-')));
const env = { HOME: root, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
const work = join(root, 'work');
const place = { root: work, gitDir: join(work, '.git') };

function git(...args: string[]): string {
  const words = ['-c', 'user.name=a', '-c', 'user.email=a@b.invalid', ...args];
  const called = { cwd: work, env: { ...env, PATH: process.env.PATH }, encoding: 'utf8' } as const;
  return execFileSync('git', words, called).trim();
}

beforeAll(() => {
  mkdirSync(work);
  git('init', '-q', '-b', 'main');
  for (const subject of ['first', 'second', 'th\u001b[31mird']) git('commit', '-q', '--allow-empty', '-m', subject);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const subjects = async (range: { from?: string; to: string; max?: number }) =>
  (await viewGit(place, env).commits({ max: 20, ...range }))?.map(({ subject }) => subject);

describe('commits', () => {
  test.each([
    ['between two', { from: 'HEAD~2', to: 'HEAD~1' }, ['second']],
    ['that are none', { from: 'HEAD', to: 'HEAD~1' }, []],
    ['not more than wanted', { from: 'HEAD~2', to: 'HEAD', max: 1 }, ['th\u001b[31mird']],
    ['of a name that is not there', { from: 'HEAD', to: 'nowhere' }, undefined],
    ['that every branch has', { to: 'HEAD~1' }, []],
  ])('%s', async (_, range, expected) => {
    expect(await subjects(range)).toEqual(expected);
  });

  test('that no branch has any more', async () => {
    const lost = git('commit-tree', '-p', 'HEAD', '-m', 'lost', 'HEAD^{tree}');
    expect(await subjects({ to: lost })).toEqual(['lost']);
  });
});

test('refs by their prefix', async () => {
  git('update-ref', 'refs/safeshell/undo/s/1/held', 'HEAD');
  expect(await viewGit(place, env).refsBelow('refs/safeshell/undo/')).toEqual(
    new Set(['refs/safeshell/undo/s/1/held']),
  );
  expect(await viewGit(place, env).refsBelow('refs/none/')).toEqual(new Set());
});

test('which git is asked', async () => {
  expect(await gitVersion(env)).toMatchObject({ version: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
});

test('of what is no repository nothing is known', async () => {
  const nowhere = viewGit({ root: join(root, 'none'), gitDir: join(root, 'none/.git') }, env);
  expect(await nowhere.refsBelow('refs/')).toBeUndefined();
});

describe('a hostile repository', () => {
  const MARK = join(root, 'ran');

  test.each([
    'core.fsmonitor',
    'core.pager',
    'core.sshCommand',
    'core.alternateRefsCommand',
    'gpg.program',
    'diff.external',
    'alias.log',
  ])('runs nothing of %s', async (key) => {
    const program = join(root, 'program');
    writeFileSync(program, `#!/bin/sh\ntouch ${MARK}\n`, { mode: 0o755 });
    git('config', key, key.startsWith('alias.') ? `!${program}` : program);
    git('config', 'log.showSignature', 'true');
    expect(await subjects({ from: 'HEAD~1', to: 'HEAD' })).toHaveLength(1);
    expect(existsSync(MARK)).toBe(false);
    git('config', '--unset', key);
  });

  test('whose git waits for ever does not answer', async () => {
    execFileSync('mkfifo', [join(root, 'pipe')]);
    git('config', 'include.path', join(root, 'pipe'));
    expect(await viewGit(place, env).refsBelow('refs/')).toBeUndefined();
  }, 30_000);
});
