import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readGit } from '../../../../src/facts/git.ts';
import type { Repository } from '../../../../src/model/loss.ts';
import { bytePath, pathText } from '../../../../src/undo/byte-path.ts';
import { readBlobs } from '../../../../src/undo/git/blobs.ts';
import { type WorktreeRegion, worktreeFiles } from '../../../../src/undo/git/worktree.ts';
import { makeWorld, ok, type World } from './world.ts';

let world: World;
beforeAll(() => {
  world = makeWorld();
});
afterAll(() => world.remove());
beforeEach(() => {
  for (const name of ['work', 'lib', 'ran']) rmSync(world.at(name), { recursive: true, force: true });
  mkdirSync(world.at('work'));
  git('init', '-q');
  write('a', 'a\n');
  write('d/b', 'b\n');
  write('d/e/c', 'c\n');
  write('.gitignore', '*.log\nbuild/\n');
  git('add', '.');
  git('commit', '-qm', 'first');
});

const git = (...words: string[]) => world.git('work', ...words);
const write = (path: string, text: string | Buffer) => world.write(`work/${path}`, text);
const repository = () => readGit(world.at('work'), {}) as Repository;
const LIMITS = { timeoutMs: 10_000, maxFiles: 1_000 };
const ALL = ['changed', 'clean', 'untracked', 'ignored'] as const;

function files(region: WorktreeRegion, limits = LIMITS) {
  return ok(worktreeFiles(repository(), region, world.env, limits));
}

/** `PART KIND PATH` of what is copied, `git PATH` of what git has */
function shown(region: WorktreeRegion): string[] {
  const within = region.within?.map((path) => world.at(`work/${path}`));
  const { copied, committed, nested } = files({ ...region, ...(within ? { within } : {}) });
  const below = (path: string) => path.slice(bytePath(world.at('work')).length + 1);
  return [
    ...copied.map(({ path, part, kind }) => `${part} ${kind} ${below(path)}`),
    ...(committed?.files ?? []).map(({ path }) => `git ${below(path)}`),
    ...nested.map((path) => `nested ${below(path)}`),
  ].sort();
}

describe('of a working tree', () => {
  test('clean files are told by their blobs, which HEAD holds', () => {
    const found = files({ parts: ALL });
    expect(found.copied).toEqual([]);
    expect(found.committed?.held).toEqual([git('rev-parse', 'HEAD')]);
    const blobs = found.committed?.files.map(({ blob }) => blob) ?? [];
    const contents = ok(readBlobs(repository(), blobs, world.env, { timeoutMs: 5_000 })).map(String);
    expect(contents).toEqual(['*.log\nbuild/\n', 'a\n', 'b\n', 'c\n']);
  });

  test('each part has its files', () => {
    write('a', 'edited\n');
    rmSync(world.at('work/d/b'));
    write('u/v/w', 'w\n');
    mkdirSync(world.at('work/u/none'));
    write('u/x.log', 'x\n');
    write('build/deep/o', 'o\n');
    write('y.log', 'y\n');
    expect(shown({ parts: ['changed'] })).toEqual(['changed file a', 'changed file d/b']);
    expect(shown({ parts: ['clean'] })).toEqual(['git .gitignore', 'git d/e/c']);
    expect(shown({ parts: ['untracked'] })).toEqual([
      'untracked file u/v/w',
      'untracked folder u',
      'untracked folder u/none',
      'untracked folder u/v',
    ]);
    expect(shown({ parts: ['ignored'] })).toEqual(['ignored file u/x.log', 'ignored file y.log', 'ignored tree build']);
  });

  test('only what is within is told', () => {
    write('d/n', 'n\n');
    write('a', 'edited\n');
    write('build/o/p', 'p\n');
    expect(shown({ parts: ALL, within: ['d/e', 'd/n'] })).toEqual(['git d/e/c', 'untracked file d/n']);
    expect(shown({ parts: ALL, within: ['build/o'] })).toEqual(['ignored tree build/o']);
    expect(shown({ parts: ALL, within: ['nothing'] })).toEqual([]);
    expect(files({ parts: ALL, within: ['/elsewhere'] })).toEqual({ copied: [], nested: [] });
    expect(files({ parts: ['changed'], within: [world.root] }).copied).toHaveLength(1);
    const many = Array.from({ length: 600 }, (_, at) => `none${at}`);
    expect(shown({ parts: ALL, within: [...many, 'd/e'] })).toEqual(['git d/e/c']);
  });

  test('what a checkout of a commit would overwrite is told, no more', () => {
    git('checkout', '-qb', 'other');
    write('u', 'u\n');
    write('build/o', 'o\n');
    write('a', 'other\n');
    write('t/x', 'x\n');
    git('add', '-f', '.');
    git('commit', '-qm', 'other');
    git('checkout', '-q', 'main');
    write('u', 'mine\n');
    write('v', 'mine\n');
    write('build/o', 'mine\n');
    write('build/p', 'mine\n');
    write('t', 'a file in the way of a folder\n');
    expect(shown({ parts: ALL, commit: 'other' })).toEqual([
      'git a',
      'ignored file build/o',
      'untracked file t',
      'untracked file u',
    ]);
    expect(shown({ parts: ['untracked'], commit: 'none' })).toEqual([]);
    expect(shown({ parts: ['untracked'], commit: '--all' })).toEqual([]);
  });

  test('names are bytes', () => {
    write('line\nbreak', '1\n');
    write('d/"quoted" \t', '2\n');
    write(':(glob)x', '3\n');
    write('-rf', '4\n');
    write('é', '5\n');
    writeFileSync(Buffer.concat([Buffer.from(`${world.at('work')}/b`), Buffer.from([0xff])]), '6\n');
    mkdirSync(Buffer.concat([Buffer.from(`${world.at('work')}/f`), Buffer.from([0xfe])]));
    const found = shown({ parts: ['untracked'] });
    expect(found).toEqual(
      [':(glob)x', '-rf', bytePath('é'), 'b\xff', 'd/"quoted" \t', 'line\nbreak']
        .map((name) => `untracked file ${name}`)
        .concat('untracked folder f\xfe')
        .sort(),
    );
    git('add', '.');
    git('commit', '-qm', 'names');
    const tracked = files({ parts: ['clean'] }).committed?.files.map(({ path }) => path) ?? [];
    expect(tracked.some((path) => path.endsWith('/b\xff'))).toBe(true);
    expect(tracked.map((path) => pathText(path))).toContain(world.at('work/é'));
  });

  test.each<[string, () => void, string]>([
    ['a filter', () => write('.gitattributes', 'a filter=x\n'), 'clean file a'],
    ['ident', () => write('.git/info/attributes', 'a ident\n'), 'clean file a'],
    ['an encoding', () => write('d/.gitattributes', 'b working-tree-encoding=UTF-16\n'), 'clean file d/b'],
  ])('files with %s are copied though clean', (_name, change, expected) => {
    change();
    expect(shown({ parts: ['clean'] })).toContain(expected);
    expect(shown({ parts: ['clean'] })).toContain('git d/e/c');
  });

  test('files whose ends of lines git converts are copied, also where it did so in the past', () => {
    git('config', 'core.autocrlf', 'true');
    rmSync(world.at('work/a'));
    git('checkout', '-q', 'a');
    expect(shown({ parts: ALL })).toContain('clean file a');
    git('config', 'core.autocrlf', 'false');
    expect(shown({ parts: ALL }).join()).toMatch(/(clean|changed) file a/);
  });

  test('what is staged is not held by HEAD', () => {
    write('new', 'new\n');
    git('add', 'new');
    const found = files({ parts: ALL });
    expect(found.committed?.held).toEqual([git('rev-parse', 'HEAD'), git('rev-parse', ':new')]);
    write('new', 'edited\n');
    expect(shown({ parts: ['changed'] })).toEqual(['changed file new']);
  });

  test('files that git was told not to look at are copied', () => {
    git('update-index', '--assume-unchanged', 'a');
    git('update-index', '--skip-worktree', 'd/b');
    write('a', 'hidden\n');
    expect(shown({ parts: ['changed'] })).toEqual(['changed file a', 'changed file d/b']);
    rmSync(world.at('work/d/b'));
    expect(shown({ parts: ['changed'] })).toEqual(['changed file a']);
  });

  test('files in the way of tracked ones are changes of these', () => {
    rmSync(world.at('work/a'));
    write('a/in', 'in\n');
    rmSync(world.at('work/d'), { recursive: true });
    write('d', 'a file\n');
    expect(shown({ parts: ['changed'] })).toEqual([
      'changed file d',
      'changed file d/b',
      'changed file d/e/c',
      'changed tree a',
    ]);
  });

  test('a file that HEAD has and the index has not is changed', () => {
    git('rm', '-q', '--cached', 'a');
    expect(shown({ parts: ['changed'] })).toEqual(['changed file a']);
  });

  test('before the first commit the index is all that there is', () => {
    git('checkout', '-q', '--orphan', 'fresh');
    write('a', 'edited\n');
    expect(shown({ parts: ALL })).toEqual(['changed file a', 'git .gitignore', 'git d/b', 'git d/e/c']);
    expect(files({ parts: ALL }).committed?.held).toHaveLength(3);
  });

  test('other repositories are told and not looked into', () => {
    mkdirSync(world.at('lib'));
    world.git('lib', 'init', '-q');
    world.git('lib', 'commit', '-qm', 'x', '--allow-empty');
    git('submodule', '--quiet', 'add', world.at('lib'), 'sub');
    git('commit', '-qm', 'sub');
    git('clone', '-q', world.at('lib'), 'u/nested');
    git('clone', '-q', world.at('lib'), 'build');
    write('u/nested/x', 'x\n');
    expect(shown({ parts: ALL }).filter((line) => !line.startsWith('git'))).toEqual([
      'nested build',
      'nested sub',
      'nested u/nested',
      'untracked folder u',
    ]);
  });

  test('too many files are a problem', () => {
    for (const name of ['x', 'y', 'z']) write(name, name);
    const limits = { ...LIMITS, maxFiles: 2 };
    expect(worktreeFiles(repository(), { parts: ['untracked'] }, world.env, limits)).toHaveProperty('problem');
    expect(worktreeFiles(repository(), { parts: ALL }, world.env, { ...LIMITS, timeoutMs: 1 })).toHaveProperty(
      'problem',
    );
  });

  test('a broken repository is a problem', () => {
    write('.git/index', 'no index');
    expect(worktreeFiles(repository(), { parts: ALL }, world.env, LIMITS)).toHaveProperty('problem');
  });

  test('a bare repository has none', () => {
    git('clone', '-q', '--bare', '.', world.at('lib'));
    const place = readGit(world.at('lib'), {}) as Repository;
    expect(worktreeFiles(place, { parts: ALL }, world.env, LIMITS)).toEqual({ copied: [], nested: [] });
  });

  test('links are theirs alone', () => {
    symlinkSync('/etc', world.at('work/link'));
    expect(shown({ parts: ['untracked'] })).toEqual(['untracked file link']);
    git('add', 'link');
    expect(shown({ parts: ['changed'] })).toEqual(['git link']);
    chmodSync(world.at('work/a'), 0o755);
    expect(shown({ parts: ['changed'] })).toEqual(['changed file a', 'git link']);
    expect(existsSync(world.at('work/.git/index.lock'))).toBe(false);
  });
});
