import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { committedEntry, indexEntries } from '../../../../src/undo/git/index-entries.ts';

const folder = mkdtempSync(join(tmpdir(), 'index-'));
const git = (...args: readonly string[]) => execFileSync('/usr/bin/git', args, { cwd: folder, encoding: 'utf8' });
const read = () => readFileSync(join(folder, '.git/index'));
const names = ['a', 'a b', 'bb', 'c\nd', 'deeper-name', 'x'.repeat(200)];

beforeAll(() => {
  git('init', '-q');
  for (const name of names) writeFileSync(join(folder, name), name);
  git('add', '-A');
});
afterAll(() => rmSync(folder, { recursive: true }));

test('entries are those of git ls-files', () => {
  const listed = git('ls-files', '-s', '-z').split('\0').filter(Boolean);
  const found = indexEntries(read());
  expect(found?.map(({ path, blob }) => `100644 ${blob} 0\t${path}`)).toEqual(listed);
  expect(found?.map(({ size }) => size)).toEqual(names.map(({ length }) => length));
});

test('of another form: git is to be asked', () => {
  git('update-index', '--assume-unchanged', 'a');
  expect(indexEntries(read())).toBeUndefined();
  git('update-index', '--no-assume-unchanged', 'a');
  git('update-index', '--index-version', '4');
  expect(indexEntries(read())).toBeUndefined();
  git('update-index', '--index-version', '2');
  git('update-index', '--split-index');
  expect(indexEntries(read())).toBeUndefined();
  git('update-index', '--no-split-index');
  expect(indexEntries(read())).toHaveLength(names.length);
});

test('one entry, where nothing is staged since the last commit', () => {
  let tree = '0'.repeat(40);
  const found = (path: string) => committedEntry(read(), Buffer.from(path), tree)?.path;
  const all = () => ['a', 'deep/er/b', 'deep/c', 'gone'].map(found);
  const staged = (name: string, text: string) => {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    writeFileSync(join(folder, name), text);
    git('add', name);
  };
  const commit = () => {
    git('-c', 'user.name=x', '-c', 'user.email=x@x', 'commit', '-qm', 'x');
    tree = git('rev-parse', 'HEAD^{tree}').trim();
  };
  for (const name of ['deep/er/b', 'deep/c']) staged(name, name);
  expect(all()).toEqual([undefined, undefined, undefined, undefined]);
  commit();
  expect(all()).toEqual(['a', 'deep/er/b', 'deep/c', undefined]);
  staged('deep/c', 'other');
  expect(all()).toEqual([undefined, undefined, undefined, undefined]);
  git('write-tree');
  expect(all()).toEqual([undefined, undefined, undefined, undefined]);
  commit();
  expect(all()).toEqual(['a', 'deep/er/b', 'deep/c', undefined]);
  git('update-index', '--assume-unchanged', 'a');
  git('update-index', '--no-assume-unchanged', 'a');
  expect(all()).toEqual([undefined, undefined, undefined, undefined]);
  git('rm', '-q', '--cached', '-r', 'deep');
});

test('damaged, and still with the right hash: never more than is there', () => {
  const whole = read();
  for (let at = 0; at < whole.length - 20; at += 3) {
    for (const value of [0, 0x61, 0xff]) {
      const damaged = Buffer.from(whole);
      damaged[at] = value;
      createHash('sha1')
        .update(damaged.subarray(0, -20))
        .digest()
        .copy(damaged, damaged.length - 20);
      expect(indexEntries(damaged)?.length ?? 0).toBeLessThanOrEqual(names.length);
      expect(() => committedEntry(damaged, Buffer.from('a b'), '0'.repeat(40))).not.toThrow();
    }
  }
  for (let length = 0; length < whole.length; length += 7)
    expect(indexEntries(whole.subarray(0, length))).toBeUndefined();
});
