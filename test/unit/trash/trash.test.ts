import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { discard, listTrash, restore, type Trashed } from '../../../src/trash/contents.ts';
import { formatInfo, parseInfo } from '../../../src/trash/info.ts';
import { putInTrash } from '../../../src/trash/put.ts';
import { parseRmOptions } from '../../../src/trash/rm-options.ts';

const NOW = new Date(2026, 0, 31, 9, 30);
const STAMP = '2026-01-31T09:30:00';
const uid = process.getuid?.() ?? 0;

let root: string;
let elsewhere: string | undefined;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'temporary-trash-')));
  mkdirSync(join(root, 'work'));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
  if (elsewhere !== undefined) rmSync(elsewhere, { recursive: true, force: true });
  elsewhere = undefined;
});

const owner = () => ({ env: { HOME: root }, uid });
const trash = (name = '') => join(root, '.local/share/Trash', name);
const work = (name: string) => join(root, 'work', name);
const put = (path: string) => putInTrash(path, owner(), NOW);
/** Other tests may leave things in the trashes of other volumes. */
const listed = () => listTrash(owner()).filter(({ path }) => path.startsWith(elsewhere ?? root));
const file = (name: string, text = name) => {
  writeFileSync(work(name), text);
  return work(name);
};
const only = (): Trashed => {
  const [one, ...more] = listed();
  expect(more).toEqual([]);
  if (one === undefined) throw new Error('nothing is in the trash');
  return one;
};

describe('notes', () => {
  test.each([
    ['/a b/é\n%', '/a%20b/%C3%A9%0A%25'],
    ["/-x/'(~)*!", "/-x/'(~)*!"],
    ['rel/x', 'rel/x'],
  ])('%j', (path, escaped) => {
    const text = formatInfo({ path, deleted: STAMP });
    expect(text).toBe(`[Trash Info]\nPath=${escaped}\nDeletionDate=${STAMP}\n`);
    expect(parseInfo(text)).toEqual({ path, deleted: STAMP });
  });

  test.each([
    ['', undefined],
    ['[Other]\nPath=/x\n', undefined],
    ['[Trash Info]\nDeletionDate=2026\n', undefined],
    ['[Trash Info]\nPath=/%zz\n', undefined],
    ['[Trash Info]\r\nDeletionDate=d\r\nPath=/x\r\nPath=/y\r\nMore=1\r\n', { path: '/x', deleted: 'd' }],
    ['[Trash Info]\nPath=/x\n', { path: '/x', deleted: '' }],
  ])('%j', (text, info) => expect(parseInfo(text)).toEqual(info));
});

describe('what is put in comes back', () => {
  test.each(['plain', 'a b', '-rf', 'é\n"$x', '.hidden', 'x.trashinfo'])('a file called %j', (name) => {
    put(file(name));
    expect(existsSync(work(name))).toBe(false);
    expect(only()).toMatchObject({ path: work(name), deleted: STAMP, kind: 'file', file: trash(`files/${name}`) });
    expect(statSync(trash()).mode & 0o777).toBe(0o700);
    restore(only());
    expect(readFileSync(work(name), 'utf8')).toBe(name);
    expect([readdirSync(trash('files')), readdirSync(trash('info'))]).toEqual([[], []]);
  });

  test('a folder with all in it, and its folder is made again', () => {
    mkdirSync(work('d/e'), { recursive: true });
    file('d/e/f');
    put(work('d/e'));
    rmSync(work('d'), { recursive: true });
    restore(only());
    expect(readFileSync(work('d/e/f'), 'utf8')).toBe('d/e/f');
  });

  test('a symbolic link itself, and through a linked folder', () => {
    symlinkSync(file('real'), work('link'));
    symlinkSync(join(root, 'work'), join(root, 'way'));
    put(join(root, 'way/link'));
    expect(readFileSync(work('real'), 'utf8')).toBe('real');
    expect(only()).toMatchObject({ path: work('link'), kind: 'link' });
    restore(only());
    expect(readlinkSync(work('link'))).toBe(work('real'));
  });

  test('a link that leads nowhere', () => {
    symlinkSync('nowhere', work('link'));
    put(work('link'));
    expect(lstatSync(only().file).isSymbolicLink()).toBe(true);
  });

  test('several of one name, each with its own', () => {
    for (const text of ['one', 'two', 'three']) put(file('x', text));
    expect(readdirSync(trash('files')).sort()).toEqual(['x', 'x.2', 'x.3']);
    const texts = listed().map((one) => readFileSync(one.file, 'utf8'));
    expect(texts.sort()).toEqual(['one', 'three', 'two']);
  });

  test('a name is not taken from a file without a note', () => {
    mkdirSync(trash('files'), { recursive: true });
    writeFileSync(trash('files/x'), 'stray');
    put(file('x'));
    expect(readFileSync(trash('files/x'), 'utf8')).toBe('stray');
    expect(only().file).toBe(trash('files/x.2'));
  });

  test('the longest name, twice', () => {
    const name = 'é'.repeat(127);
    put(file(name));
    put(file(name));
    expect(listed().map(({ path }) => path)).toEqual([work(name), work(name)]);
  });
});

describe('what is refused stays', () => {
  test('something is there already', () => {
    put(file('x', 'old'));
    file('x', 'new');
    expect(() => restore(only())).toThrow('something else is there now');
    expect(readFileSync(work('x'), 'utf8')).toBe('new');
    expect(only().path).toBe(work('x'));
  });

  test('the trash, what is in it, and what it is in', () => {
    put(file('x'));
    expect(() => put(trash('files/x'))).toThrow('in the trash already');
    expect(() => put(trash())).toThrow('the trash is in it');
    expect(() => put(join(root, '.local'))).toThrow('the trash is in it');
  });

  test('what is not there leaves no note', () => {
    expect(() => put(work('none'))).toThrow('ENOENT');
    expect(existsSync(trash('info')) ? readdirSync(trash('info')) : []).toEqual([]);
  });

  test.skipIf(uid === 0)('what may not be moved leaves no note', () => {
    const path = file('x');
    chmodSync(join(root, 'work'), 0o500);
    expect(() => put(path)).toThrow('EACCES');
    chmodSync(join(root, 'work'), 0o700);
    expect(readdirSync(trash('info'))).toEqual([]);
    expect(existsSync(path)).toBe(true);
  });

  test('notes that lead out of their volume, or say nothing, are passed by', () => {
    put(file('x'));
    for (const [name, text] of [
      ['up', '[Trash Info]\nPath=../../etc/x\nDeletionDate=2026-01-01T00:00:00\n'],
      ['relative', '[Trash Info]\nPath=x\n'],
      ['spoilt', 'x'],
    ] as const) {
      writeFileSync(trash(`files/${name}`), '');
      writeFileSync(trash(`info/${name}.trashinfo`), text);
    }
    expect(only().path).toBe(work('x'));
  });
});

test('what is discarded is gone, with all in it', () => {
  mkdirSync(work('d/e'), { recursive: true });
  put(work('d'));
  discard(only());
  expect(listed()).toEqual([]);
  expect(readdirSync(trash('files'))).toEqual([]);
});

/** A volume other than that of the temp directory. */
const OTHER = '/dev/shm';
const hasOther = existsSync(OTHER) && statSync(OTHER).dev !== statSync(tmpdir()).dev;

describe.skipIf(!hasOther)('on another volume', () => {
  beforeEach(() => {
    elsewhere = mkdtempSync(join(OTHER, 'temporary-trash-'));
  });

  test('it goes to the trash of that volume, by a path from its top', () => {
    const path = join(elsewhere ?? '', 'x');
    writeFileSync(path, 'there');
    const before = existsSync(join(OTHER, `.Trash-${uid}`));
    put(path);
    try {
      const one = only();
      expect(one.file.startsWith(join(OTHER, `.Trash-${uid}`, 'files'))).toBe(true);
      expect(readFileSync(one.note, 'utf8')).toContain(`Path=${path.slice(OTHER.length + 1)}\n`);
      restore(one);
      expect(readFileSync(path, 'utf8')).toBe('there');
    } finally {
      if (!before) rmSync(join(OTHER, `.Trash-${uid}`), { recursive: true, force: true });
    }
  });

  test('what is put back on another volume is copied whole', () => {
    mkdirSync(work('d'));
    file('d/x');
    symlinkSync('x', work('d/link'));
    put(work('d'));
    const to = join(elsewhere ?? '', 'd');
    const [one] = listTrash(owner()).filter(({ path }) => path === work('d'));
    if (one === undefined) throw new Error('it is not in the trash');
    restore(one, to);
    expect([readFileSync(join(to, 'x'), 'utf8'), readlinkSync(join(to, 'link'))]).toEqual(['d/x', 'x']);
    expect(existsSync(one.file)).toBe(false);
  });
});

describe('options of rm', () => {
  const usual = { force: false, recursive: false, folders: false, ask: 'usual', verbose: false };
  test.each([
    ['x', { operands: ['x'] }],
    ['-rf x', { force: true, recursive: true, ask: 'never', operands: ['x'] }],
    ['x -R y', { recursive: true, operands: ['x', 'y'] }],
    ['-f -i x', { ask: 'each', operands: ['x'] }],
    ['-i -f x', { force: true, ask: 'never', operands: ['x'] }],
    ['-I x', { ask: 'once', operands: ['x'] }],
    ['--interactive=once x', { ask: 'once', operands: ['x'] }],
    ['--interactive x', { ask: 'each', operands: ['x'] }],
    ['--rec --verb --d x', { recursive: true, verbose: true, folders: true, operands: ['x'] }],
    ['-dv -- -x --', { folders: true, verbose: true, operands: ['-x', '--'] }],
    ['-', { operands: ['-'] }],
    ['--preserve-root=all --one-file-system -Px x', { operands: ['x'] }],
  ])('%s', (words, expected) => expect(parseRmOptions(words.split(' '))).toEqual({ ...usual, ...expected }));

  test.each([
    ['-q', "invalid option -- 'q'"],
    ['--nope', "unrecognized option '--nope'"],
    ['--interactive=often', "invalid argument 'often' for '--interactive'"],
    ['--force=x', "option '--force' doesn't allow an argument"],
    ['--no=1', "option '--no-preserve-root' doesn't allow an argument"],
  ])('%s', (words, usage) => expect(parseRmOptions(words.split(' '))).toEqual({ usage }));
});
