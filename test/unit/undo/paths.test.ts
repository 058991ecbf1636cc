import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { planRestore } from '../../../src/undo/plan.ts';
import { NeedsYes } from '../../../src/undo/restore.ts';
import { loss, pictureOf, type UndoWorld, undoWorld } from '../../support/undo-world.ts';

let world: UndoWorld;
beforeEach(() => {
  world = undoWorld();
});
afterEach(() => world.remove());

const at = (name: string) => world.path(name);
const file = (name: string, text: string | Buffer = name, mode = 0o644) => {
  writeFileSync(at(name), text, { mode });
  return at(name);
};
const folder = (name: string) => {
  mkdirSync(at(name), { recursive: true });
  return at(name);
};
const plan = (id: number) => planRestore(world.store.read(id)!, world.store, world.env);

describe('what comes back', () => {
  test('a tree with names, links, modes, times and empty folders', () => {
    folder('d/empty');
    folder('d/a/b');
    file('d/a/line\nbreak');
    file('d/a/b/-rf', 'x', 0o600);
    writeFileSync(Buffer.concat([Buffer.from(at('d/a/b/')), Buffer.from([0xff, 0xfe, 0x20])]), 'no UTF-8');
    file(`d/${'n'.repeat(255)}`);
    file('d/é', '');
    file('d/run', '#!/bin/sh\n', 0o755);
    symlinkSync('a/b', at('d/link'));
    symlinkSync('/nowhere', at('d/dangling'));
    linkSync(at('d/run'), at('d/run-too'));
    chmodSync(at('d/a/b'), 0o2750);
    utimesSync(at('d/é'), 1e9, 1e9);
    utimesSync(at('d/a'), 1.1e9, 1.1e9);
    const before = pictureOf(at('d'));
    const { id, promises } = world.keep(loss(at('d')));
    expect(promises).toBe('all');
    rmSync(at('d'), { recursive: true });
    expect(world.undo(id)).toMatchObject({ failed: [], problems: [] });
    expect(pictureOf(at('d'))).toEqual(before);
  });

  test('a file that was truncated, overwritten, replaced by a folder, a link', () => {
    for (const name of ['a', 'b', 'c', 'd']) file(name, `old ${name}`);
    const before = pictureOf(world.work);
    const { id } = world.keep(loss(at('a'), 'content'), ...['b', 'c', 'd'].map((name) => loss(at(name), 'entry')));
    writeFileSync(at('a'), '');
    renameSync(file('new'), at('b'));
    rmSync(at('c'));
    mkdirSync(join(at('c'), 'deep'), { recursive: true });
    rmSync(at('d'));
    symlinkSync('a', at('d'));
    expect(world.undo(id).failed).toEqual([]);
    const after = pictureOf(world.work);
    expect({ ...after, '': '' }).toEqual({ ...before, '': '' });
  });

  test('a file by its other name, where that stays', () => {
    file('a', 'shared');
    linkSync(at('a'), at('b'));
    const { id } = world.keep(loss(at('a'), 'content'));
    writeFileSync(at('a'), 'gone');
    world.undo(id);
    expect(readFileSync(at('b'), 'utf8')).toBe('shared');
    expect(statSync(at('a')).ino).toBe(statSync(at('b')).ino);
  });

  test('a large file and holes', () => {
    file('big', Buffer.alloc(3_000_001, 'abc'));
    file('holes', 'start');
    truncateSync(at('holes'), 100_000_000);
    const { id } = world.keep(loss(at('big')), loss(at('holes')));
    expect(world.store.bytes()).toBeLessThan(10_000_000);
    rmSync(at('big'));
    rmSync(at('holes'));
    world.undo(id);
    expect(readFileSync(at('big')).equals(Buffer.alloc(3_000_001, 'abc'))).toBe(true);
    expect(statSync(at('holes')).size).toBe(100_000_000);
    expect(statSync(at('holes')).blocks).toBeLessThan(10_000);
  });

  test('nothing, where nothing was: what the command made goes', () => {
    file('a');
    const { id } = world.keep(loss(at('a')), loss(at('b'), 'entry'));
    renameSync(at('a'), at('b'));
    world.undo(id);
    expect(existsSync(at('a'))).toBe(true);
    expect(existsSync(at('b'))).toBe(false);
  });

  test('modes that keep out their owner', () => {
    folder('d/closed');
    file('d/closed/f');
    file('d/none', 'x', 0);
    chmodSync(at('d/none'), 0);
    chmodSync(at('d/closed'), 0o500);
    const isRoot = process.getuid?.() === 0;
    const before = isRoot ? pictureOf(at('d')) : {};
    const { id, promises } = world.keep(loss(at('d')));
    expect(promises).toBe(isRoot ? 'all' : 'partly');
    chmodSync(at('d/closed'), 0o700);
    rmSync(at('d'), { recursive: true });
    expect(world.undo(id).failed).toEqual([]);
    if (isRoot) expect(pictureOf(at('d'))).toEqual(before);
    expect(lstatSync(at('d/closed')).mode & 0o777).toBe(0o500);
    chmodSync(at('d/closed'), 0o700);
  });
});

describe('undo of undo', () => {
  test('brings back what the command left, then what was before it', () => {
    folder('d');
    file('d/a', 'one');
    file('b', 'two');
    const before = pictureOf(at('d'));
    const first = world.keep(loss(at('d')), loss(at('b'), 'content'));
    rmSync(at('d'), { recursive: true });
    writeFileSync(at('b'), 'other');
    const { kept: second } = world.undo(first.id);
    expect(second).toMatchObject({ undoes: first.id, command: `safeshell undo ${first.id}`, promises: 'all' });
    const { kept: third } = world.undo(second!.id);
    expect(existsSync(at('d'))).toBe(false);
    expect(readFileSync(at('b'), 'utf8')).toBe('other');
    world.undo(third!.id);
    expect(pictureOf(at('d'))).toEqual(before);
    expect(readFileSync(at('b'), 'utf8')).toBe('two');
  });

  test('takes away the folders that undo had to make', () => {
    folder('d');
    folder('d/deep');
    file('d/deep/a');
    const { id } = world.keep(loss(at('d/deep/a')));
    rmSync(at('d'), { recursive: true });
    const { kept } = world.undo(id);
    expect(existsSync(at('d/deep/a'))).toBe(true);
    world.undo(kept!.id);
    expect(existsSync(at('d'))).toBe(false);
  });

  test('takes away what one that was killed left beside its place', () => {
    folder('d');
    file('d/a');
    const { id } = world.keep(loss(at('d/a')));
    rmSync(at('d/a'));
    const [left, others] = ['d/.safeshell-undo.4194303.abc', `d/.safeshell-undo.${process.pid}.abc`];
    folder(left);
    file(`${left}/half`);
    file(others);
    expect(world.undo(id).failed).toEqual([]);
    expect([existsSync(at(left)), existsSync(at(others)), existsSync(at('d/a'))]).toEqual([false, true, true]);
  });

  test('twice is once', () => {
    file('a');
    const { id } = world.keep(loss(at('a')));
    rmSync(at('a'));
    world.undo(id);
    expect(world.undo(id)).toEqual({ restored: 0, failed: [], problems: [] });
  });
});

describe('newer work', () => {
  const later = (id: number) => world.store.touch(id, Date.now() - 60_000);

  test('is not overwritten without a yes, and kept', () => {
    file('a', 'old');
    const { id } = world.keep(loss(at('a')));
    later(id);
    file('a', 'newer');
    expect(plan(id)).toMatchObject({ needsYes: true, steps: [{ does: 'replace', newerMs: expect.any(Number) }] });
    expect(() => world.undo(id)).toThrow(NeedsYes);
    expect(readFileSync(at('a'), 'utf8')).toBe('newer');
    const { kept } = world.undo(id, true);
    expect(readFileSync(at('a'), 'utf8')).toBe('old');
    world.undo(kept!.id, true);
    expect(readFileSync(at('a'), 'utf8')).toBe('newer');
  });

  test('in a folder that the command made stays', () => {
    file('a');
    const { id } = world.keep(loss(at('a')), loss(at('made'), 'entry'));
    later(id);
    folder('made');
    file('made/newer');
    expect(plan(id).conflicts).toEqual([{ path: at('made'), why: expect.stringContaining('it stays') }]);
    world.undo(id, true);
    expect(existsSync(at('made/newer'))).toBe(true);
  });

  test('beside what comes back stays', () => {
    folder('d');
    file('d/a');
    const { id } = world.keep(loss(at('d')));
    rmSync(at('d'), { recursive: true });
    later(id);
    folder('d');
    file('d/new');
    world.undo(id);
    expect([existsSync(at('d/a')), existsSync(at('d/new'))]).toEqual([true, true]);
  });

  test('that is what was kept needs no yes', () => {
    file('a', 'same');
    const { id } = world.keep(loss(at('a')));
    rmSync(at('a'));
    later(id);
    file('a', 'same');
    expect(plan(id)).toMatchObject({ needsYes: false, steps: [] });
  });

  test('that comes between plan and undo is not overwritten', async () => {
    file('a', 'old');
    const { id } = world.keep(loss(at('a')));
    rmSync(at('a'));
    const planned = plan(id);
    file('a', 'just now');
    const { restore } = await import('../../../src/undo/restore.ts');
    const call = { actor: 'human', session: 's', cwd: world.work, env: world.env, yes: true } as const;
    expect(restore(planned, world.store, call).failed).toHaveLength(1);
    expect(readFileSync(at('a'), 'utf8')).toBe('just now');
  });
});

describe('links on the way', () => {
  test('are a conflict, told before', () => {
    folder('d/sub');
    file('d/sub/f', 'mine');
    folder('other');
    const { id } = world.keep(loss(at('d/sub/f'), 'entry'));
    rmSync(at('d'), { recursive: true });
    symlinkSync(at('other'), at('d'));
    expect(plan(id)).toMatchObject({
      steps: [],
      conflicts: [{ path: at('d/sub/f'), why: expect.stringContaining('a link now') }],
    });
    expect(world.undo(id)).toMatchObject({ restored: 0 });
    expect(existsSync(at('other/sub'))).toBe(false);
  });

  test('give way to a folder that was kept itself', () => {
    folder('d');
    file('d/f', 'mine');
    folder('other');
    const { id } = world.keep(loss(at('d')));
    rmSync(at('d'), { recursive: true });
    symlinkSync(at('other'), at('d'));
    expect(world.undo(id).failed).toEqual([]);
    expect(readFileSync(at('d/f'), 'utf8')).toBe('mine');
    expect(existsSync(at('other/f'))).toBe(false);
  });

  test('a file where a folder was is a conflict too', () => {
    folder('d');
    file('d/f');
    const { id } = world.keep(loss(at('d/f'), 'entry'));
    rmSync(at('d'), { recursive: true });
    file('d');
    expect(plan(id).conflicts).toHaveLength(1);
  });
});
