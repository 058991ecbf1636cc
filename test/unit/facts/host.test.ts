import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hostFacts } from '../../../src/facts/host.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'temporary-host-')));
const at = (path: string) => join(root, path);
const host = hostFacts({ env: { HOME: at('home') }, cwd: root });

beforeAll(() => {
  mkdirSync(at('a/b'), { recursive: true });
  mkdirSync(at('a/.hid'));
  writeFileSync(at('a/one.ts'), 'one');
  writeFileSync(at('a/two.ts'), 'twö');
  symlinkSync('a', at('link'));
  symlinkSync('../gone/file', at('a/dangling'));
  symlinkSync('loop2', at('loop1'));
  symlinkSync('loop1', at('loop2'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('realpath', () => {
  test.each([
    ['a/b', 'a/b'],
    ['link/b', 'a/b'],
    ['link/new/file', 'a/new/file'],
    ['link/../x', 'x'],
    ['a/dangling', 'gone/file'],
    ['link/dangling/more', 'gone/file/more'],
    ['loop1/x', 'loop1/x'],
    ['none/../a', 'a'],
    // further names in folders that were asked about
    ['link/new/other', 'a/new/other'],
    ['link/new/deep/file', 'a/new/deep/file'],
    ['link/dangling/more/two', 'gone/file/more/two'],
    ['link/dangling', 'gone/file'],
    ['loop1/x/y', 'loop1/x/y'],
    ['a/one.ts/below', 'a/one.ts/below'],
    ['a/one.ts/below/it', 'a/one.ts/below/it'],
    ['link/one.ts', 'a/one.ts'],
  ])('%s is %s', (path, real) => expect(host.realpath(`${root}/${path}`)).toBe(at(real)));

  test('odd paths', () => {
    expect(host.realpath('/')).toBe('/');
    expect(host.realpath('/nul\0byte/../x')).toBe('/x');
    expect(host.realpath(`/${'a/'.repeat(40_000)}..`)).toMatch(/^\/a\/a/);
  });
});

describe('exists', () => {
  test.each([
    ['a/one.ts', 'yes'],
    ['a', 'yes'],
    ['link/one.ts', 'yes'],
    ['a/none', 'no'],
    ['a/one.ts/below', 'no'],
    ['a/dangling', 'no'],
    ['nul\0byte', 'no'],
    ['loop1', 'unknown'],
  ])('%s: %s', (path, expected) => expect(host.exists(`${root}/${path}`)).toBe(expected));
});

describe('readText', () => {
  test.each([
    ['a/two.ts', 4, 'twö'],
    ['a/two.ts', 3, undefined],
    ['a', 100, undefined],
    ['none', 100, undefined],
  ])('%s up to %d bytes', (path, max, text) => expect(host.readText(at(path), max)).toBe(text));

  test('does not wait for a device', () => expect(host.readText('/dev/zero', 10)).toBeUndefined());
});

describe('expandGlob', () => {
  test.each<[string, string[] | undefined]>([
    ['a/*.ts', ['a/one.ts', 'a/two.ts']],
    ['*/one.ts', ['a/one.ts', 'link/one.ts']],
    ['a/*', ['a/b', 'a/dangling', 'a/one.ts', 'a/two.ts']],
    ['a/.h*', ['a/.hid']],
    ['a/*/', ['a/b']],
    ['a/[!o]*.ts', ['a/two.ts']],
    ['a/\\*', []],
    ['none/*', []],
    ['**', undefined],
  ])('%s', (pattern, found) => expect(host.expandGlob(pattern, root, 10)).toEqual(found?.map(at)));

  test('a name that is no UTF-8 is found, and no folder to look in', () => {
    mkdirSync(at('lossy'));
    writeFileSync(Buffer.concat([Buffer.from(at('lossy/byte')), Buffer.from([0xff])]), '');
    expect(host.expandGlob('lossy/by*', root, 3)).toEqual([at('lossy/byte\ufffd')]);
    expect(host.expandGlob('lossy/*/x', root, 3)).toBeUndefined();
  });

  test('more than asked for is not known', () => expect(host.expandGlob('a/*', root, 3)).toBeUndefined());
});

describe('filesBelow', () => {
  const below = (files: readonly string[]) => {
    const folder = mkdtempSync(at('below-'));
    for (const file of files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), '');
    }
    return folder;
  };
  const listed = (folder: string, hidden: boolean) =>
    hostFacts({ env: {}, cwd: root })
      .filesBelow(folder, hidden)
      ?.map((path) => path.slice(folder.length + 1))
      .sort();

  test('files at any depth, hidden ones if asked for', () => {
    const folder = below(['a', 'b/c/d', '.e', '.f/g', 'node_modules/x/y', '.venv/lib/site-packages/z/w', '.git/HEAD']);
    symlinkSync(folder, join(folder, 'b/again'));
    expect(listed(folder, false)).toEqual(['a', 'b/c/d']);
    expect(listed(folder, true)).toEqual(['.e', '.f/g', '.git/config', 'a', 'b/c/d']);
  });

  test('a file, and what is not there, has none below it', () => {
    const folder = below(['a']);
    expect(listed(join(folder, 'a'), true)).toEqual([]);
    expect(listed(join(folder, 'b'), true)).toEqual([]);
  });

  test('too many are not known', () => {
    const folder = below(['a/b']);
    for (let at = 0; at < 20_001; at++) linkSync(join(folder, 'a/b'), join(folder, `a/${at}`));
    expect(listed(folder, false)).toBeUndefined();
  });
});

describe('home and temp directories', () => {
  const tmpOf = (TMPDIR: string) => hostFacts({ env: { TMPDIR }, cwd: root }).tmp;
  test('TMPDIR counts where it looks like one', () => {
    expect(tmpOf(at('my/tmp'))).toContain(at('my/tmp'));
    expect(tmpOf('/var/folders/xy/T')).toContain('/var/folders/xy/T');
    expect(tmpOf('/home/me')).not.toContain('/home/me');
    expect(tmpOf('/')).not.toContain('/');
    expect(tmpOf('tmp')).toEqual(hostFacts({ env: {}, cwd: root }).tmp);
  });

  test('a relative HOME is none', () => {
    expect(hostFacts({ env: { HOME: 'x' }, cwd: root }).home).toBeUndefined();
    expect(host.home).toBe(at('home'));
  });
});
