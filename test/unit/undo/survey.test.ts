import { appendFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bytePath } from '../../../src/undo/byte-path.ts';
import { readUnchanged } from '../../../src/undo/read-file.ts';
import { loss, pictureOf, type UndoWorld, undoWorld } from '../../support/undo-world.ts';

let world: UndoWorld;
beforeEach(() => {
  world = undoWorld();
});
afterEach(() => world.remove());

const at = (name: string) => world.path(name);
const file = (name: string, text = name) => {
  mkdirSync(dirname(at(name)), { recursive: true });
  writeFileSync(at(name), text);
  return at(name);
};
const paths = (found: { readonly entries: readonly { readonly path: string; readonly type: string }[] }) =>
  found.entries.map(({ path, type }) => `${type} ${path.slice(world.work.length + 1)}`);

test('names: what has one of them, with all below it, in upper or lower case', () => {
  for (const name of ['d/a.o', 'd/B.O', 'd/a.c', 'd/x.o/deep', 'd/sub/c.o']) file(name);
  const found = world.survey([{ ...loss(at('d'), 'below'), names: ['*.o'] }]);
  expect(paths(found)).toEqual(['file d/B.O', 'file d/a.o', 'file d/sub/c.o', 'dir d/x.o', 'file d/x.o/deep']);
});

test('from: what has the place of something that is laid over it; what is new goes again', () => {
  for (const name of [
    'from/a',
    'from/sub/b',
    'from/new/deep/c',
    'from/t',
    'to/a',
    'to/sub/b',
    'to/sub/other',
    'to/t/f',
  ])
    file(name);
  const before = pictureOf(at('to'));
  const laid = { ...loss(at('to'), 'below'), from: at('from') };
  expect(paths(world.survey([laid]))).toEqual(['file to/a', 'absent to/new', 'file to/sub/b', 'dir to/t']);
  const { id } = world.keep(laid);
  file('to/a', 'over');
  file('to/sub/b', 'over');
  file('to/new/deep/c', 'over');
  expect(world.undo(id).failed).toEqual([]);
  expect(Object.keys(pictureOf(at('to')))).toEqual(Object.keys(before));
  expect(readFileSync(at('to/sub/b'), 'utf8')).toBe('to/sub/b');
});

test('below: what the command adds goes again', () => {
  file('d/a');
  const { id } = world.keep(loss(at('d'), 'below'));
  file('d/a', 'over');
  file('d/sub/new');
  world.undo(id);
  expect(Object.keys(pictureOf(at('d')))).toEqual(['', '/a']);
});

test('links in the folders of a path are followed, itself it is not', () => {
  file('real/f');
  symlinkSync('real', at('alias'));
  symlinkSync('f', at('real/link'));
  expect(paths(world.survey([loss(at('alias/f')), loss(at('alias/link'))]))).toEqual(['file real/f', 'link real/link']);
  expect(paths(world.survey([loss(at('real/link'), 'content')]))).toEqual(['file real/f']);
});

test('what several losses name is kept once, and counts once', () => {
  file('d/a', '12345');
  const { entries, counts } = world.survey([loss(at('d')), loss(at('d/a')), loss(at('d/a'), 'content')]);
  expect(entries).toHaveLength(2);
  expect(counts).toMatchObject({ other: 1, bytes: 5 });
});

test('a file that is written to while it is read is read again, then told', () => {
  const path = bytePath(file('log', 'x'));
  let reads = 0;
  const grow = (times: number) => () => {
    if (reads++ < times) appendFileSync(at('log'), 'y');
  };
  expect(readUnchanged(path, grow(1)).isTorn).toBe(false);
  expect(reads).toBe(2);
  expect(readUnchanged(path, grow(100)).isTorn).toBe(true);
  rmSync(at('log'));
  symlinkSync('/etc/passwd', at('log'));
  expect(() => readUnchanged(path, () => {})).toThrow();
});
