import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readGit } from '../../../src/facts/git.ts';
import { startGit } from '../../../src/git/start-git.ts';
import { countAhead, countChanges } from '../../../src/git/working-tree.ts';
import type { GitFacts } from '../../../src/model/facts.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'temporary-tree-')));
const env = { HOME: root, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
const at = (path: string) => join(root, path);
const write = (path: string, text: string) => writeFileSync(at(path), text);

function git(cwd: string, ...args: string[]): string {
  const words = ['-c', 'user.name=a', '-c', 'user.email=a@b.invalid', '-c', 'protocol.file.allow=always', ...args];
  return execFileSync('git', words, {
    cwd: at(cwd),
    env: { ...env, PATH: process.env.PATH },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();
}

const repository = (cwd: string) => readGit(at(cwd), {}) as GitFacts;
const changes = (cwd: string) => countChanges(repository(cwd), env);
const ahead = (cwd: string) => countAhead(repository(cwd), env);

beforeAll(() => mkdirSync(at('empty')));
afterAll(() => rmSync(root, { recursive: true, force: true }));
beforeEach(() => {
  for (const name of ['origin', 'work', 'linked', 'lib']) rmSync(at(name), { recursive: true, force: true });
  mkdirSync(at('origin'));
  git('origin', 'init', '-q', '-b', 'main');
  write('origin/a', 'one\n');
  write('origin/.gitignore', '*.log\n');
  git('origin', 'add', '.');
  git('origin', 'commit', '-qm', 'first');
  git('.', 'clone', '-q', at('origin'), 'work');
});

describe('changes', () => {
  test('of tracked and unknown files are counted apart; ignored ones do not count', () => {
    expect(changes('work')).toEqual({ tracked: 0, untracked: 0 });
    write('work/a', 'two\n');
    write('work/b\nc', 'new\n');
    write('work/x.log', 'noise\n');
    mkdirSync(at('work/folder'));
    write('work/folder/one', '');
    write('work/folder/two', '');
    expect(changes('work')).toEqual({ tracked: 1, untracked: 2 });
  });

  test.each([
    ['staged', () => [write('work/b', 'new\n'), git('work', 'add', 'b')]],
    [
      'staged, and changed back on disk',
      () => [write('work/a', '2\n'), git('work', 'add', 'a'), write('work/a', 'one\n')],
    ],
    ['removed', () => rmSync(at('work/a'))],
    ['renamed', () => git('work', 'mv', 'a', 'b')],
    ['in conflict', conflict],
  ])('%s files are changed', (_name, change) => {
    change();
    expect(changes('work')?.tracked).toBeGreaterThan(0);
  });

  function conflict() {
    write('origin/a', 'theirs\n');
    git('origin', 'commit', '-qam', 'theirs');
    write('work/a', 'ours\n');
    git('work', 'commit', '-qam', 'ours');
    expect(() => git('work', 'pull', '-q', '--no-rebase')).toThrow();
  }

  test('of a linked working tree and of a repository without a commit', () => {
    git('work', 'worktree', 'add', '-q', at('linked'));
    write('linked/a', 'two\n');
    expect([changes('linked')?.tracked, changes('work')?.tracked]).toEqual([1, 0]);
    rmSync(at('lib'), { recursive: true, force: true });
    git('.', 'init', '-q', 'lib');
    write('lib/a', '');
    expect(changes('lib')).toEqual({ tracked: 0, untracked: 1 });
  });

  test('of a submodule count where another commit is checked out', () => {
    git('.', 'clone', '-q', at('origin'), 'lib');
    git('work', 'submodule', 'add', '-q', at('lib'), 'sub');
    git('work', 'commit', '-qm', 'sub');
    write('work/sub/a', 'inside\n');
    expect(changes('work')).toEqual({ tracked: 0, untracked: 0 });
    git('work/sub', 'commit', '-qam', 'inside');
    expect(changes('work')).toEqual({ tracked: 1, untracked: 0 });
  });

  test('of a bare repository are none; without a repository they are not known', () => {
    git('.', 'clone', '-q', '--bare', at('origin'), 'lib');
    expect(changes('lib')).toEqual({ tracked: 0, untracked: 0 });
    expect(countChanges({ root: at('empty'), gitDir: at('empty/.git') }, env)).toBeUndefined();
  });
});

describe('commits ahead', () => {
  test('of the upstream', () => {
    expect(ahead('work')).toBe(0);
    write('work/a', 'two\n');
    git('work', 'commit', '-qam', 'second');
    expect(ahead('work')).toBe(1);
    git('work', 'push', '-q', 'origin', 'HEAD:refs/heads/other');
    expect(ahead('work')).toBe(1);
  });

  test('of all remote-tracking branches, where there is no upstream', () => {
    git('work', 'switch', '-qc', 'topic');
    expect(ahead('work')).toBe(0);
    write('work/a', 'two\n');
    git('work', 'commit', '-qam', 'second');
    expect(ahead('work')).toBe(1);
    git('work', 'switch', '-q', '--detach');
    expect(ahead('work')).toBe(1);
    expect(ahead('origin')).toBe(1);
  });

  test('are none before the first commit', () => {
    git('.', 'init', '-q', 'lib');
    expect(ahead('lib')).toBe(0);
  });
});

describe('a hostile repository runs nothing', () => {
  const MARK = at('ran');
  const program = `#!/bin/sh\ntouch ${MARK}\ncat\n`;

  test.each([
    ['core.fsmonitor', 'PROGRAM'],
    ['core.hooksPath', 'HOOKS'],
    ['core.alternateRefsCommand', 'PROGRAM'],
    ['core.sshCommand', 'PROGRAM'],
    ['filter.x.clean', 'PROGRAM'],
    ['filter.x=y.clean', 'PROGRAM'],
    ['filter.x.process', 'PROGRAM'],
    ['diff.external', 'PROGRAM'],
    ['diff.x.textconv', 'PROGRAM'],
    ['core.pager', 'PROGRAM'],
    ['alias.status', '!PROGRAM'],
  ])('of %s', (key, value) => {
    mkdirSync(at('tools'), { recursive: true });
    for (const name of ['program', 'post-index-change', 'reference-transaction']) {
      writeFileSync(at(`tools/${name}`), program, { mode: 0o755 });
    }
    git('work', 'config', key, value.replace('PROGRAM', at('tools/program')).replace('HOOKS', at('tools')));
    if (key.endsWith('.process') || key.endsWith('.clean'))
      git('work', 'config', key.replace(/\w+$/, 'required'), 'true');
    write('work/.gitattributes', '* filter=x diff=x\na filter=x=y\n');
    write('work/a', 'two\n');
    expect(changes('work')?.tracked).toBe(1);
    expect(ahead('work')).toBe(0);
    startGit(repository('work'), ['diff-index', '--patch', '--no-ext-diff', '--no-textconv', 'HEAD'], env);
    expect(existsSync(MARK)).toBe(false);
  });

  test('which those settings would run, without the precautions', () => {
    mkdirSync(at('tools'), { recursive: true });
    writeFileSync(at('tools/program'), program, { mode: 0o755 });
    git('work', 'config', 'filter.x.clean', at('tools/program'));
    write('work/.gitattributes', '* filter=x\n');
    write('work/a', 'two\n');
    git('work', 'status');
    expect(existsSync(MARK)).toBe(true);
    rmSync(MARK);
  });

  test.each([
    ['.git/index', [undefined, 0]],
    ['.git/config', [undefined, undefined]],
    ['.git/HEAD', [undefined, undefined]],
    ['.git/packed-refs', [undefined, undefined]],
    ['.git/info/exclude', [undefined, 0]],
  ])(
    'with a pipe as %s: what git cannot say in time is not known',
    (path, expected) => {
      const known = repository('work');
      rmSync(at(`work/${path}`), { force: true });
      execFileSync('mkfifo', [at(`work/${path}`)]);
      const startMs = performance.now();
      expect([countChanges(known, env), countAhead(known, env)]).toEqual(expected);
      expect(performance.now() - startMs).toBeLessThan(8_000); // two limits of two seconds, on a busy machine
    },
    30_000,
  );

  test('and where git waits for ever what it would say is not known', () => {
    execFileSync('mkfifo', [at('pipe')]);
    git('work', 'config', 'include.path', at('pipe'));
    const run = startGit(repository('work'), ['status'], env, { timeoutMs: 200, maxBytes: 1024 });
    expect(run?.status).toBeNull();
  });
});
