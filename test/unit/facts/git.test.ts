import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hostFacts } from '../../../src/facts/host.ts';
import type { Environment } from '../../../src/model/request.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'temporary-git-')));
const env = {
  HOME: root,
  PATH: process.env.PATH,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CEILING_DIRECTORIES: root,
};
const at = (path: string) => join(root, path);

function git(cwd: string, ...args: string[]): string {
  return execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.invalid', ...args], {
    cwd: at(cwd),
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();
}

function facts(cwd: string, more: Environment = {}) {
  return hostFacts({ env: { ...env, ...more }, cwd: at(cwd) }).git(at(cwd));
}

/** What git itself says. */
function asGit(cwd: string, more: Environment = {}) {
  const ask = (...args: string[]) => {
    try {
      return execFileSync('git', args, {
        cwd: at(cwd),
        env: { ...env, ...more },
        encoding: 'utf8',
        stdio: 'pipe',
      }).trim();
    } catch {
      return null;
    }
  };
  const gitDir = ask('rev-parse', '--absolute-git-dir');
  if (gitDir === null) return null;
  return {
    root: ask('rev-parse', '--show-toplevel') ?? gitDir,
    gitDir,
    branch: ask('symbolic-ref', '-q', '--short', 'HEAD'),
  };
}

beforeAll(() => {
  mkdirSync(at('plain/deep/er'), { recursive: true });
  git('plain', 'init', '-q', '-b', 'main', '.');
  git('plain', 'commit', '-q', '--allow-empty', '-m', 'x');
  git('plain', 'worktree', 'add', '-q', '-b', 'feature/x', at('linked'));
  mkdirSync(at('linked/sub'));
  git('plain', 'worktree', 'add', '-q', '--detach', at('detached'));
  git('.', 'init', '-q', '-b', 'trunk', 'unborn');
  git('.', 'init', '-q', '-b', 'main', '--bare', 'bare.git');
  git('.', 'init', '-q', '-b', 'main', 'super');
  git('super', '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', at('plain'), 'lib');
  git('super', 'submodule', '--quiet', 'absorbgitdirs');
  git('.', 'init', '-q', '-b', 'main', '--separate-git-dir', at('apart.git'), 'separate');
  mkdirSync(at('elsewhere'));
  git('.', 'init', '-q', '-b', 'main', 'claims');
  git('claims', 'config', 'core.worktree', at('elsewhere'));
  symlinkSync(at('plain/deep'), at('link'));
  mkdirSync(at('none/below'), { recursive: true });
  mkdirSync(at('plain/fake/.git'), { recursive: true });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the same as git says', () => {
  test.each([
    'plain',
    'plain/deep/er',
    'plain/.git',
    'plain/fake',
    'linked',
    'linked/sub',
    'detached',
    'unborn',
    'super',
    'super/lib',
    'separate',
    'link/er',
    'none/below',
  ])('in %s', (cwd) => {
    const said = asGit(cwd);
    // inside .git there is no working tree; the repository's own is what rules mean
    expect(facts(cwd)).toEqual(cwd.endsWith('.git') ? { ...said, root: at('plain') } : said);
  });

  test('a bare repository is its own root', () => {
    expect(facts('bare.git')).toEqual(asGit('bare.git'));
    expect(facts('bare.git/refs')).toEqual(asGit('bare.git/refs'));
  });

  test.each<[string, string, Environment]>([
    ['GIT_DIR', 'none', { GIT_DIR: at('plain/.git') }],
    ['a relative GIT_DIR', 'none', { GIT_DIR: '../plain/.git' }],
    ['GIT_DIR that is a file', 'none', { GIT_DIR: at('linked/.git') }],
    ['GIT_DIR and GIT_WORK_TREE', 'none', { GIT_DIR: at('plain/.git'), GIT_WORK_TREE: at('none') }],
    ['GIT_WORK_TREE alone', 'plain', { GIT_WORK_TREE: at('plain/deep') }],
    ['GIT_DIR that is none', 'plain', { GIT_DIR: at('none') }],
    ['a ceiling above', 'plain/deep/er', { GIT_CEILING_DIRECTORIES: root }],
    ['a ceiling between', 'plain/deep/er', { GIT_CEILING_DIRECTORIES: at('plain/deep') }],
    ['a ceiling that is the repository', 'plain/deep/er', { GIT_CEILING_DIRECTORIES: at('plain') }],
    ['a ceiling where one stands', 'plain', { GIT_CEILING_DIRECTORIES: at('plain') }],
    ['a ceiling behind a link', 'link/er', { GIT_CEILING_DIRECTORIES: at('link') }],
  ])('with %s', (_, cwd, more) => expect(facts(cwd, more)).toEqual(asGit(cwd, more)));

  test.each([
    ['plain/new/er', 'plain'],
    ['linked/new', 'linked'],
    ['link/new', 'plain'],
    ['none/new', 'none'],
  ])('%s, which is not there, is as where it will stand', (cwd, existing) => {
    expect(facts(cwd)).toEqual(facts(existing));
    expect(facts(cwd, { GIT_DIR: at('unborn/.git') })).toMatchObject({
      root: at(cwd).replace('/link/', '/plain/deep/'),
    });
  });

  test('core.worktree claims another directory', () => {
    expect(facts('claims')).toEqual({ root: at('elsewhere'), gitDir: at('claims/.git'), branch: 'main' });
  });

  test('the environment of an invocation outweighs the caller', () => {
    const host = hostFacts({ env, cwd: at('plain') });
    expect(host.git(at('plain'))).toMatchObject({ branch: 'main' });
    expect(host.git(at('plain'), { ...env, GIT_DIR: at('unborn/.git') })).toMatchObject({ branch: 'trunk' });
  });

  test('a directory that does not exist yet belongs to the repository around it', () => {
    expect(facts('plain/new/er')).toMatchObject({ root: at('plain'), branch: 'main' });
  });
});

describe('what only git can tell is not known', () => {
  test.each<[string, () => void]>([
    ['reftable', () => writeFileSync(at('odd/.git/HEAD'), 'ref: refs/heads/.invalid\n')],
    ['HEAD on no branch', () => writeFileSync(at('odd/.git/HEAD'), 'ref: refs/remotes/origin/main\n')],
    ['garbage', () => writeFileSync(at('odd/.git/HEAD'), 'what\n')],
    ['an empty HEAD', () => writeFileSync(at('odd/.git/HEAD'), '')],
    [
      'HEAD as a link',
      () => {
        unlinkSync(at('odd/.git/HEAD'));
        symlinkSync('refs/heads/main', at('odd/.git/HEAD'));
      },
    ],
  ])('the branch: %s', (_, spoil) => {
    git('.', 'init', '-q', '-b', 'main', 'odd');
    spoil();
    expect(facts('odd')).toEqual({ root: at('odd'), gitDir: at('odd/.git'), branch: undefined });
    rmSync(at('odd'), { recursive: true });
  });

  test.each<[string, () => void]>([
    [
      'a broken .git file',
      () => {
        rmSync(at('odd/.git'), { recursive: true });
        writeFileSync(at('odd/.git'), 'gitdir: /nowhere\n');
      },
    ],
    [
      'a .git that is a pipe',
      () => {
        rmSync(at('odd/.git'), { recursive: true });
        execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', at('odd/.git')]);
      },
    ],
  ])('the repository: %s', (_, spoil) => {
    git('.', 'init', '-q', '-b', 'main', 'odd');
    spoil();
    expect(facts('odd')).toBe('unknown');
    rmSync(at('odd'), { recursive: true });
  });

  test.skipIf(process.getuid?.() === 0)('a repository that may not be read', () => {
    git('.', 'init', '-q', '-b', 'main', 'closed');
    chmodSync(at('closed/.git'), 0);
    expect(facts('closed')).toBe('unknown');
    chmodSync(at('closed/.git'), 0o700);
  });
});
