import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { retain } from '../../../src/undo/retention.ts';
import { type UndoWorld, undoWorld } from '../../support/undo-world.ts';

/** Writes files anew and keeps them, again and again; one byte on stdout before the first. */
const KEEPER = `
  const { keep, layoutOf, survey, undoStore } = require('./keeper.cjs');
  const { writeFileSync, writeSync } = require('node:fs');
  const [home, path, times, bytes] = process.argv.slice(1);
  const env = { HOME: home };
  const store = undoStore(layoutOf(env));
  const budget = { files: 10000, bytes: 1e9, milliseconds: 60000 };
  writeSync(1, '.');
  for (let n = 0; n < Number(times); n++) {
    if (bytes !== '0') writeFileSync(path, Buffer.alloc(Number(bytes), path + n));
    const found = survey([{ kind: 'path', what: 'tree', path, invocation: 0 }], { env, budget });
    keep(found, { command: 'rm', cwd: '/', actor: 'ai', session: 's' }, store, env);
  }`;

let world: UndoWorld;
beforeEach(async () => {
  world = undoWorld();
  const src = (name: string) => JSON.stringify(fileURLToPath(new URL(`../../../src/${name}`, import.meta.url)));
  const contents = `
    export { layoutOf } from ${src('store/layout.ts')};
    export { keep } from ${src('undo/keep.ts')};
    export { undoStore } from ${src('undo/store.ts')};
    export { survey } from ${src('undo/survey.ts')};`;
  const options = {
    bundle: true,
    platform: 'node',
    format: 'cjs',
    outfile: join(world.env.HOME, 'keeper.cjs'),
  } as const;
  await build({ stdin: { contents, resolveDir: '.' }, ...options });
});
afterEach(() => world.remove());

function keeper(name: string, times: number, bytes: number): ChildProcess {
  const args = ['-e', KEEPER, '--', world.env.HOME, world.path(name), String(times), String(bytes)];
  return spawn(process.execPath, args, { cwd: world.env.HOME, stdio: ['ignore', 'pipe', 'inherit'] });
}

test('processes that keep at the same time get numbers of their own', async () => {
  const children = Array.from({ length: 5 }, (_, number) => keeper(`file${number}`, 8, 100 + number * 60_000));
  const ends = await Promise.all(children.map((child) => once(child, 'exit')));
  expect(ends.map(([code]) => code)).toEqual([0, 0, 0, 0, 0]);
  const { records, problems } = world.store.list();
  expect(problems).toEqual([]);
  expect(records.map(({ id }) => id)).toEqual(Array.from({ length: 40 }, (_, at) => 40 - at));
  for (const record of records) {
    expect(world.store.paths(record)).toHaveLength(1);
    for (const name of record.files) expect(existsSync(join(world.store.root, name))).toBe(true);
  }
});

test('a process that is killed leaves nothing that is listed', async () => {
  mkdirSync(world.path('d'));
  for (let number = 0; number < 300; number++)
    writeFileSync(world.path(`d/${number}`), Buffer.alloc(150_000 - number * 400, String(number)));
  for (let afterMs = 0; afterMs < 400; afterMs += 50) {
    const child = keeper('d', 1, 0);
    await once(child.stdout!, 'data');
    const killing = setTimeout(() => child.kill('SIGKILL'), afterMs);
    await once(child, 'exit');
    clearTimeout(killing);
  }
  const { records, problems } = world.store.list();
  expect(problems).toEqual([]);
  for (const record of records) {
    expect(world.store.paths(record)).toHaveLength(301);
    rmSync(world.path('d'), { recursive: true });
    expect(world.undo(record.id)).toMatchObject({ restored: 301, failed: [] });
  }
  retain(world.store, { keepDays: 14, keepBytes: 1e9 }, world.env, Date.now() + 12 * 3_600_000);
  expect(readdirSync(world.store.root).filter((name) => name.endsWith('.part'))).toEqual([]);
});
