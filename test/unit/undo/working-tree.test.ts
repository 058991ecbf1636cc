import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { GitLoss } from '../../../src/model/loss.ts';
import { loss, pictureOf, type UndoWorld, undoWorld } from '../../support/undo-world.ts';

let world: UndoWorld;
beforeEach(() => {
  world = undoWorld();
  git('init', '-q', '-b', 'main');
  git('config', 'user.name', 'T');
  git('config', 'user.email', 't@example.org');
});
afterEach(() => world.remove());

const at = (name: string) => world.path(name);
const git = (...args: string[]) =>
  execFileSync('git', args, {
    cwd: world.work,
    env: { PATH: process.env.PATH, HOME: world.env.HOME },
    encoding: 'utf8',
  });
const file = (name: string, text = name) => {
  mkdirSync(at(name).replace(/\/[^/]*$/, ''), { recursive: true });
  writeFileSync(at(name), text);
};
const lost = (what: GitLoss['what'], more: Partial<GitLoss> = {}): GitLoss => ({
  kind: 'git',
  what,
  repository: { root: world.work, gitDir: at('.git') },
  invocation: 0,
  ...more,
});
/** Without git's own files, and without times of folders. */
const picture = () =>
  Object.fromEntries(
    Object.entries(pictureOf(world.work))
      .filter(([name]) => name !== '' && !/^\/\.git(\/|$)/.test(name))
      .map(([name, line]) => [name, line.replace(/^(dir \d+) \d+$/, '$1')]),
  );

function manyFiles(): void {
  for (let number = 0; number < 600; number++) file(`src/d${number % 7}/f${number}`, `${number}\n`);
  file('src/eol.txt', 'one\ntwo\n');
  file('.gitattributes', '*.txt text eol=crlf\n');
  file('.gitignore', 'ignored/\n*.log\n');
  git('add', '.');
  git('commit', '-qm', 'all');
  rmSync(at('src/eol.txt'));
  git('checkout', 'src/eol.txt');
}

describe('a large part of a working tree', () => {
  test('what git has is not copied, and all of it is back', () => {
    file('src/large');
    truncateSync(at('src/large'), 40_000_000);
    manyFiles();
    appendFileSync(at('src/d1/f1'), 'changed');
    file('src/untracked\nfile');
    file('src/ignored/deep/x');
    symlinkSync('d1', at('src/link'));
    mkdirSync(at('src/empty'));
    const before = picture();
    const record = world.keep(loss(at('src')));
    expect(record).toMatchObject({ promises: 'all', counts: { changed: 1, untracked: 2, ignored: 1, other: 0 } });
    const blobs = world.store.paths(record).filter((kept) => kept.type === 'file' && kept.content.in === 'git');
    expect(blobs).toHaveLength(600);
    expect(world.store.bytes()).toBeLessThan(1_000_000);
    rmSync(at('src'), { recursive: true });
    git('gc', '-q', '--prune=now');
    expect(world.undo(record.id)).toMatchObject({ failed: [], problems: [] });
    expect(picture()).toEqual(before);
    expect(readFileSync(at('src/eol.txt'), 'utf8')).toBe('one\r\ntwo\r\n');
  });

  test('with its repository: all is copied', () => {
    manyFiles();
    const before = pictureOf(world.work);
    const record = world.keep(loss(world.work));
    expect(record.repositories).toEqual([]);
    rmSync(world.work, { recursive: true });
    expect(world.undo(record.id).failed).toEqual([]);
    expect(pictureOf(world.work)).toEqual(before);
    expect(git('status', '--porcelain')).toBe('');
  });
});

describe('what git destroys', () => {
  const all = () => [
    lost('changed'),
    lost('untracked'),
    lost('ignored'),
    lost('index'),
    lost('refs', { refs: ['HEAD', 'refs/heads/main'] }),
  ];

  test('reset --hard to another commit and clean -fdx', () => {
    manyFiles();
    appendFileSync(at('src/d1/f1'), 'second');
    file('new-in-second');
    git('add', '.');
    git('commit', '-qm', 'second');
    appendFileSync(at('src/d2/f2'), 'dirty');
    appendFileSync(at('src/d3/f3'), 'staged');
    git('add', 'src/d3/f3');
    file('notes.md', 'mine');
    file('ignored/cache/x');
    mkdirSync(at('empty/deep'), { recursive: true });
    const [before, status, head] = [picture(), git('status', '--porcelain'), git('rev-parse', 'HEAD')];
    const record = world.keep(...all(), lost('untracked', { commit: 'HEAD~1' }));
    expect(record).toMatchObject({ promises: 'all', counts: { changed: 2, untracked: 1, ignored: 1, commits: 1 } });
    git('reset', '-q', '--hard', 'HEAD~1');
    git('clean', '-qfdx');
    expect(world.undo(record.id)).toMatchObject({ failed: [], problems: [] });
    expect(git('rev-parse', 'HEAD')).toBe(head);
    expect(git('status', '--porcelain')).toBe(status);
    // what was clean comes from git, as a checkout writes it: with the time of now
    const { '/new-in-second': _, '/src/d1/f1': __, ...rest } = before;
    expect(picture()).toMatchObject(rest);
    expect(Object.keys(picture())).toEqual(Object.keys(before));
    expect(git('for-each-ref', '--format=%(refname)', 'refs/heads', 'refs/tags')).toBe('refs/heads/main\n');
  });

  test('an ignored folder that is too large is left out alone', () => {
    manyFiles();
    file('.env', 'mine');
    file('.gitignore', 'ignored/\n.env\n');
    for (let number = 0; number < 30; number++) file(`ignored/f${number}`);
    const { entries, missing, incomplete } = world.survey([lost('ignored')], { files: 20 });
    expect(entries.map(({ path }) => path)).toEqual([at('.env')]);
    expect(missing).toEqual([`\`${at('ignored')}\`: more than 20 files`]);
    expect(incomplete).toHaveLength(1);
  });

  test('undo of undo', () => {
    manyFiles();
    appendFileSync(at('src/d2/f2'), 'dirty');
    file('notes.md', 'mine');
    const record = world.keep(...all());
    git('reset', '-q', '--hard');
    git('clean', '-qfdx');
    const after = picture();
    const { kept } = world.undo(record.id);
    expect(world.undo(kept!.id)).toMatchObject({ failed: [], problems: [] });
    expect(Object.keys(picture())).toEqual(Object.keys(after));
    expect(git('status', '--porcelain')).toBe('');
  });

  test('nothing twice', () => {
    manyFiles();
    appendFileSync(at('src/d2/f2'), 'dirty');
    execFileSync('sleep', ['0.1']);
    const first = world.keep(...all());
    expect(world.keep(...all()).id).toBe(first.id);
    expect(world.keep(lost('changed')).id).toBe(first.id);
    appendFileSync(at('src/d2/f2'), 'more');
    expect(world.keep(...all()).id).toBe(first.id + 1);
  });
});
