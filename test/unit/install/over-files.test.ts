import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { overFiles } from '../../../src/install/box/over-files.ts';
import { realFolders } from '../../../src/install/box/program-disk.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'temporary-over-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const TEXTS = new Map([
  ['/bin/a', '#!/bin/sh\n# ä\n'],
  ['/bin/b', ''],
]);

function written(texts: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
  const { files, write } = overFiles(join(folder, 'boxes'), texts);
  write();
  return files;
}

describe('files that lie over programs', () => {
  test('are there, with their texts, to be executed', () => {
    const files = written(TEXTS);
    for (const [path, text] of TEXTS) expect(readFileSync(files[path] ?? '', 'utf8')).toBe(text);
    expect(statSync(files['/bin/a'] ?? '').mode & 0o777).toBe(0o755);
  });

  test('stay as they are for the same texts', () => {
    const [{ '/bin/a': first = '' }] = [written(TEXTS)];
    const { ino } = statSync(first);
    expect(written(TEXTS)['/bin/a']).toBe(first);
    expect(statSync(first).ino).toBe(ino);
  });

  test.each<[string, (file: string) => void]>([
    ['is gone', (file) => rmSync(file)],
    ['is not whole', (file) => writeFileSync(file, '#!')],
  ])('are written again where one %s', (_, damage) => {
    damage(written(TEXTS)['/bin/a'] ?? '');
    expect(readFileSync(written(TEXTS)['/bin/a'] ?? '', 'utf8')).toBe(TEXTS.get('/bin/a'));
  });

  test.each<[string, ReadonlyMap<string, string>]>([
    ['another text', new Map([...TEXTS, ['/bin/b', 'x']])],
    ['another program', new Map([...TEXTS, ['/bin/c', '']])],
    [
      'texts that are swapped',
      new Map([
        ['/bin/a', ''],
        ['/bin/b', '#!/bin/sh\n# ä\n'],
      ]),
    ],
  ])('are others for %s, and the old ones go', (_, texts) => {
    mkdirSync(join(folder, 'boxes/box-1'), { recursive: true });
    const before = written(TEXTS);
    const after = written(texts);
    expect(after['/bin/a']).not.toBe(before['/bin/a']);
    for (const [path, text] of texts) expect(readFileSync(after[path] ?? '', 'utf8')).toBe(text);
    expect(readdirSync(join(folder, 'boxes'))).toHaveLength(2);
  });
});

test('folders of programs are listed once, whatever they are called', () => {
  mkdirSync(join(folder, 'usr/bin'), { recursive: true });
  symlinkSync('usr/bin', join(folder, 'bin'));
  const [bin, usr] = [join(folder, 'bin'), join(folder, 'usr/bin')];
  expect(realFolders([bin, usr, join(folder, 'none')])).toEqual(realFolders([usr]));
  expect(realFolders([usr])).toHaveLength(1);
});
