import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NotKept } from '../../../src/undo/keep.ts';
import { planRestore } from '../../../src/undo/plan.ts';
import { forget, retain } from '../../../src/undo/retention.ts';
import { isEmpty } from '../../../src/undo/survey.ts';
import { loss, type UndoWorld, undoWorld } from '../../support/undo-world.ts';

let world: UndoWorld;
beforeEach(() => {
  world = undoWorld();
});
afterEach(() => world.remove());

const at = (name: string) => world.path(name);
const file = (name: string, text: string | Buffer = name) => {
  writeFileSync(at(name), text);
  return at(name);
};
const inStore = (...names: string[]) => join(world.store.root, ...names);
/** Older than the clock of the file system can tell apart from now. */
const settle = () => execFileSync('sleep', ['0.1']);
const MANY_DAYS = { keepDays: 14, keepBytes: 1e9 };
const DAY_MS = 86_400_000;

describe('the store', () => {
  test('is its owner’s alone', () => {
    world.keep(loss(file('a')), loss(file('big', Buffer.alloc(200_000))));
    const modes = execFileSync('find', [world.store.root, '-printf', '%y%m\n'], { encoding: 'utf8' });
    expect([...new Set(modes.trim().split('\n'))].sort()).toEqual(['d700', 'f600']);
  });

  test('lists the newest first', () => {
    const ids = ['a', 'b', 'c'].map((name) => world.keep(loss(file(name))).id);
    expect(ids).toEqual([1, 2, 3]);
    expect(world.store.list()).toMatchObject({
      records: [{ id: 3 }, { id: 2 }, { id: 1, command: 'rm' }],
      problems: [],
    });
  });

  test('gives no number twice', () => {
    expect([world.keep(loss(file('a'))).id, world.keep(loss(file('b'))).id]).toEqual([1, 2]);
    forget(world.store, 2, world.env);
    forget(world.store, 1, world.env);
    expect(world.keep(loss(file('c'))).id).toBe(3);
  });

  test.each([
    ['nothing', (path: string) => truncateSync(path)],
    ['half of it', (path: string) => truncateSync(path, 40)],
    ['another text', (path: string) => writeFileSync(path, '{"id":1}\n')],
    [
      'a link',
      (path: string) => {
        rmSync(path);
        symlinkSync('/etc/passwd', path);
      },
    ],
    [
      'a folder',
      (path: string) => {
        rmSync(path);
        mkdirSync(path);
      },
    ],
  ])('tells a record that is damaged: %s', (_what, damage) => {
    const { id } = world.keep(loss(file('a')));
    world.keep(loss(file('b')));
    damage(inStore('1', 'record.json'));
    const { records, problems } = world.store.list();
    expect([records.length, problems.length]).toEqual([1, 1]);
    expect(() => world.store.read(id)).toThrow(/^record 1 /);
    retain(world.store, MANY_DAYS, world.env);
    expect(existsSync(inStore('1'))).toBe(true);
    expect(world.keep(loss(file('c'))).id).toBe(3);
  });

  test.each(['/etc/../passwd', 'relative', '/é€'])('follows no path that it would not write: %s', (path) => {
    const record = world.keep(loss(file('a')));
    writeFileSync(inStore('1', 'paths.jsonl'), `${JSON.stringify({ path, type: 'absent' })}\n`);
    expect(() => planRestore(record, world.store, world.env)).toThrow(/damaged/);
  });

  test('writes nothing of damaged bytes', () => {
    const [small, large] = [file('a', 'small'), file('b', Buffer.alloc(300_000, 'b'))];
    const record = world.keep(loss(small), loss(large));
    for (const name of record.files) writeFileSync(inStore(name), Buffer.alloc(statSync(inStore(name)).size, '?'));
    rmSync(small);
    rmSync(large);
    const { failed } = world.undo(record.id);
    expect(failed.map(({ why }) => why)).toEqual(Array(2).fill('what was kept of it is damaged'));
    expect(readdirSync(world.work)).toEqual([]);
  });

  test('says who wrote what it cannot read', () => {
    world.keep(loss(file('a')));
    const text = readFileSync(inStore('1', 'record.json'), 'utf8');
    writeFileSync(inStore('1', 'record.json'), text.replace('"version":1', '"version":99'));
    expect(() => world.store.read(1)).toThrow(/newer version/);
  });
});

describe('keeping', () => {
  test('the same content is stored once', () => {
    const content = Buffer.alloc(300_000, 'x');
    for (const name of ['a', 'b', 'c']) file(name, content);
    for (const name of ['d', 'e']) file(name, 'small');
    const { files } = world.keep(...['a', 'b', 'c', 'd', 'e'].map((name) => loss(at(name))));
    expect(files).toHaveLength(2);
    expect(world.store.bytes()).toBeLessThan(310_000);
    file('f', content);
    file('g', 'small');
    expect(
      world
        .keep(loss(at('f')), loss(at('g')))
        .files.slice()
        .sort(),
    ).toEqual(files.slice().sort());
  });

  test('what a record has already is not kept again', () => {
    file('a');
    file('b');
    settle();
    const first = world.keep(loss(at('a')), loss(at('b')));
    expect(world.keep(loss(at('a'))).id).toBe(first.id);
    file('b', 'B');
    const second = world.keep(loss(at('a')), loss(at('b')));
    expect(second.id).toBe(first.id + 1);
    rmSync(at('a'));
    file('a');
    expect(world.keep(loss(at('a'))).id).toBe(second.id + 1);
  });

  test('what an earlier record has is kept again: undo without a number is about the latest', () => {
    file('a');
    file('b');
    settle();
    const first = world.keep(loss(at('a')));
    const second = world.keep(loss(at('b')));
    expect(world.keep(loss(at('a'))).id).toBe(second.id + 1);
    rmSync(at('a'));
    const { kept } = world.undo(first.id);
    rmSync(at('a'));
    expect(world.keep(loss(at('a'), 'entry')).id).not.toBe(kept?.id);
  });

  test('a full disk leaves nothing half', () => {
    file('a', Buffer.alloc(500_000, 'a'));
    mkdirSync(world.store.root, { recursive: true });
    // as a quota would: the store has no more room
    const isLimited = limited(world.store.root);
    if (!isLimited) return;
    try {
      expect(() => world.keep(loss(at('a')))).toThrow(NotKept);
      expect(() => world.keep(loss(at('a')))).toThrow('the disk is full');
      expect(readdirSync(world.store.root).filter((name) => /^[0-9]/.test(name))).toEqual([]);
      expect(world.store.list().records).toEqual([]);
    } finally {
      execFileSync('umount', [world.store.root]);
    }
  });

  test('nothing is kept of what is not there, nor of what is written to a device', () => {
    const survey = world.survey([
      loss(at('none')),
      loss(at('none/deep')),
      loss('/dev/null', 'content'),
      loss(at('new'), 'entry'),
    ]);
    expect(isEmpty(survey)).toBe(true);
    expect(survey.missing).toEqual([]);
  });
});

describe('what cannot be kept', () => {
  test('passes the budget: nothing of that loss, all of the others', () => {
    mkdirSync(at('d'));
    for (let number = 0; number < 30; number++) file(`d/${number}`);
    file('a', 'x'.repeat(500));
    const losses = [loss(at('d')), loss(at('a'))];
    const few = world.survey(losses, { files: 20 });
    expect(few).toMatchObject({ missing: ['more than 20 files'], incomplete: [losses[0]] });
    expect(few.entries.map(({ path }) => path)).toEqual([at('a')]);
    expect(world.survey(losses, { bytes: 400 })).toMatchObject({
      missing: ['more than 400 bytes'],
      incomplete: [losses[1]],
    });
    const late = world.survey(losses, { milliseconds: -1 });
    expect(late).toMatchObject({ missing: ['looking at it takes longer than -1 ms'], incomplete: [losses[0]] });
  });

  test('is told: sockets and pipes, and never opened', async () => {
    mkdirSync(at('d'));
    execFileSync('mkfifo', [at('d/pipe')]);
    const server = createServer().listen(at('d/socket'));
    await new Promise((resolve) => server.on('listening', resolve));
    file('d/f');
    const record = world.keep(loss(at('d')));
    server.close();
    expect(record).toMatchObject({ promises: 'partly', counts: { other: 1 } });
    expect(record.missing.slice().sort()).toEqual([
      `\`${at('d/pipe')}\` is a named pipe`,
      `\`${at('d/socket')}\` is a socket`,
    ]);
  });

  test('is told: the store itself, and what it is in', () => {
    world.keep(loss(file('a')));
    const survey = world.survey([loss(world.env.HOME), loss(inStore('1'))]);
    expect(survey.entries).toEqual([]);
    expect(survey.missing).toEqual(['what undo keeps is in it', expect.stringContaining('is part of what undo keeps')]);
  });

  test('is told: what nobody knows', () => {
    const unknown = { kind: 'unknown', why: 'a program that is not known', invocation: 0 } as const;
    expect(world.survey([unknown])).toMatchObject({ missing: ['a program that is not known'], incomplete: [unknown] });
  });

  test('links to large places are not followed', () => {
    mkdirSync(at('d'));
    symlinkSync('/', at('d/root'));
    expect(world.survey([loss(at('d'))]).entries).toHaveLength(2);
  });
});

describe('retention', () => {
  test('removes what is old, and its bytes', () => {
    world.keep(loss(file('a', 'one')), loss(file('b', Buffer.alloc(200_000, 'b'))));
    expect(retain(world.store, MANY_DAYS, world.env, Date.now() + 13 * DAY_MS)).toEqual([]);
    expect(retain(world.store, MANY_DAYS, world.env, Date.now() + 15 * DAY_MS)).toEqual([1]);
    expect(world.store.list().records).toEqual([]);
    expect(execFileSync('find', [inStore('objects'), inStore('small'), '-type', 'f'], { encoding: 'utf8' })).toBe('');
  });

  test('removes the oldest until the rest is small enough; bytes that others need stay', () => {
    for (const name of ['a', 'b', 'c']) file(name, Buffer.alloc(300_000, name));
    world.keep(loss(at('a')), loss(at('b')));
    // more than the one before has, however fast this machine is
    world.keep(loss(at('b')), loss(file('d')));
    world.keep(loss(at('c')));
    const later = Date.now() + DAY_MS;
    expect(retain(world.store, { keepDays: 14, keepBytes: 700_000 }, world.env, later)).toEqual([1]);
    rmSync(at('b'));
    expect(world.undo(2).failed).toEqual([]);
    expect(readFileSync(at('b'), 'latin1')).toBe('b'.repeat(300_000));
  });

  test('keeps what was promised just now, however large', () => {
    world.keep(loss(file('a', Buffer.alloc(300_000))));
    expect(retain(world.store, { keepDays: 14, keepBytes: 1 }, world.env)).toEqual([]);
  });

  test('sweeps what was left half an hour ago and more, and no younger', () => {
    world.keep(loss(file('a')));
    mkdirSync(inStore('7.part'));
    mkdirSync(inStore('8.part'));
    writeFileSync(inStore('small', '7-abc'), 'x');
    const old = Date.now() / 1000 - 4000;
    utimesSync(inStore('7.part'), old, old);
    utimesSync(inStore('small', '7-abc'), old, old);
    retain(world.store, MANY_DAYS, world.env);
    expect([
      existsSync(inStore('7.part')),
      existsSync(inStore('8.part')),
      existsSync(inStore('small', '7-abc')),
    ]).toEqual([false, true, false]);
  });

  test('lets go of what git held for a record that was left half', () => {
    const git = (...words: readonly string[]) => execFileSync('git', words, { cwd: world.work, encoding: 'utf8' });
    git('init', '-q');
    world.keep(loss(file('a')));
    const blob = git('hash-object', '-w', 'a').trim();
    const repository = { root: world.work, gitDir: at('.git') };
    for (const id of [7, 8]) {
      git('update-ref', `refs/safeshell/undo/s/${id}/held`, blob);
      mkdirSync(inStore(`${id}.part`));
      const held = [{ repository, refPrefix: `refs/safeshell/undo/s/${id}` }, { repository: 1 }];
      writeFileSync(inStore(`${id}.part`, 'held.json'), JSON.stringify(held));
    }
    const old = Date.now() / 1000 - 4000;
    utimesSync(inStore('7.part'), old, old);
    retain(world.store, MANY_DAYS, world.env);
    expect(git('for-each-ref', '--format=%(refname)').trim()).toBe('refs/safeshell/undo/s/8/held');
  });

  test('one process at a time', () => {
    world.keep(loss(file('a')));
    writeFileSync(inStore('lock'), `${process.pid} ${Date.now()} x`);
    expect(retain(world.store, { keepDays: 0, keepBytes: 0 }, world.env, Date.now() + DAY_MS)).toBeUndefined();
    expect(world.store.list().records).toHaveLength(1);
  });
});

/** A small file system in place of a folder; false = this user may not. */
function limited(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=128k,mode=700', 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
