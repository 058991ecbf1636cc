import { spawnSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appendLine } from '../../../src/store/append.ts';
import { createFileAtomic, writeFileAtomic } from '../../../src/store/atomic-file.ts';
import { makeFolder } from '../../../src/store/folders.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'temporary-folders-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const at = (...names: readonly string[]) => join(root, ...names);

describe('a folder', () => {
  test('is made with those above it, for the owner alone', () => {
    makeFolder(at('a', 'b', 'c'));
    makeFolder(at('a', 'b', 'c'));
    expect(['a', 'a/b', 'a/b/c'].map((name) => statSync(at(name)).mode & 0o777)).toEqual([0o700, 0o700, 0o700]);
  });

  test('behind a link to a folder is made there', () => {
    mkdirSync(at('real'));
    symlinkSync('real', at('link'));
    makeFolder(at('link', 'a'));
    expect(existsSync(at('real/a'))).toBe(true);
  });

  test.each([
    ['where a file is', 'file'],
    ['below a file', 'file/a/b'],
    ['at a link to nothing', 'dangling'],
    ['below a link to nothing', 'dangling/a'],
    ['below a link to itself', 'loop/a'],
  ])('%s is an error', (_name, path) => {
    writeFileSync(at('file'), '');
    symlinkSync('nothing', at('dangling'));
    symlinkSync('loop', at('loop'));
    expect(() => makeFolder(at(path))).toThrow(/EEXIST|ENOTDIR|ELOOP/);
  });

  // what Node's own `recursive` does there never ends: in a process of its own, so that a test can
  test.skipIf(!existsSync('/proc/self'))('of /proc is an error, at every place that makes folders', () => {
    const uses = [
      [`makeFolder('/proc/safeshell/a')`, 'folders'],
      [`appendLine('/proc/safeshell/a/b', '')`, 'append'],
      [`writeFileAtomic('/proc/safeshell/a/b', '')`, 'atomic-file'],
    ];
    const esbuild = new URL('../../../node_modules/.bin/esbuild', import.meta.url).pathname;
    for (const [call = '', module = ''] of uses) {
      const file = new URL(`../../../src/store/${module}.ts`, import.meta.url).pathname;
      const input = `import * as store from '${file}'; try { store.${call} } catch ({ code }) { console.log(code) }`;
      const bundled = spawnSync(esbuild, ['--bundle', '--platform=node', '--log-level=error'], { input });
      const ran = spawnSync(process.execPath, ['-'], { input: bundled.stdout, timeout: 30_000, encoding: 'utf8' });
      expect([call, ran.stdout.trim()]).toEqual([call, 'ENOENT']);
    }
  });
});

const isRoot = process.getuid?.() === 0;
if (!isRoot) console.warn('not tested, needs root: what root makes in the folder of a person');

describe.skipIf(!isRoot)('what root makes in the folder of a person', () => {
  const [UID, GID] = [12_345, 12_346];
  const ownerOf = (name: string) => [lstatSync(at(name)).uid, lstatSync(at(name)).gid];
  beforeEach(() => chownSync(root, UID, GID));

  test('belongs to that person', () => {
    makeFolder(at('folder', 'below'));
    appendLine(at('state', 'audit', 'day.jsonl'), '{}');
    writeFileAtomic(at('cache', 'file'), 'x');
    createFileAtomic(at('lock'), 'x');
    const made = readdirSync(root, { recursive: true, encoding: 'utf8' });
    expect(made.sort()).toEqual([
      ...['cache', 'cache/file', 'folder', 'folder/below', 'lock', 'state', 'state/audit', 'state/audit/day.jsonl'],
    ]);
    for (const name of made) expect([name, ...ownerOf(name)]).toEqual([name, UID, GID]);
  });

  test('but for what was there before, and for what is in a folder of root', () => {
    writeFileSync(at('old.jsonl'), '');
    appendLine(at('old.jsonl'), '{}');
    mkdirSync(at('own'));
    appendLine(at('own', 'day.jsonl'), '{}');
    expect(['old.jsonl', 'own/day.jsonl'].map(ownerOf)).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });
});
