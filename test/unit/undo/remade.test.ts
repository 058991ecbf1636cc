import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loss, type UndoWorld, undoWorld } from '../../support/undo-world.ts';

let world: UndoWorld;
beforeEach(() => {
  world = undoWorld();
  git('init', '-q');
  file('.gitignore', 'node_modules/\ntarget/\n');
  file('package-lock.json');
  file('node_modules/a/index.js');
  git('add', '-A');
});
afterEach(() => world.remove());

const at = (name: string) => world.path(name);
const file = (name: string, text = name) => {
  mkdirSync(dirname(at(name)), { recursive: true });
  writeFileSync(at(name), text);
};
const git = (...args: readonly string[]) => execFileSync('/usr/bin/git', args, { cwd: world.work, stdio: 'ignore' });
const namesOf = (path: string) =>
  world.survey([loss(at(path))]).entries.map((one) => one.path.slice(world.work.length));

test('what a lock file makes again is not kept, and not missed', () => {
  expect(world.survey([loss(at('node_modules'))])).toMatchObject({
    entries: [],
    missing: [],
    remade: [expect.stringContaining('npm ci')],
  });
});

test('in a workspace the lock may be further up', () => {
  file('packages/one/node_modules/b.js');
  expect(namesOf('packages')).toEqual(['/packages', '/packages/one']);
});

test('the record of all around it does not promise it, and does not take it for new', () => {
  file('src/a.js');
  const ignored = { kind: 'git', invocation: 0, what: 'ignored' } as const;
  const repository = { root: world.work, gitDir: at('.git') };
  const found = world.survey([{ ...ignored, repository }]);
  expect(found).toMatchObject({ entries: [], missing: [] });
  const record = world.keep(loss(at('src')), loss(at('node_modules')));
  expect(record).toMatchObject({ promises: 'partly', missing: [expect.stringContaining('npm ci')] });
  rmSync(at('src'), { recursive: true });
  world.undo(record.id);
  expect(readFileSync(at('src/a.js'), 'utf8')).toBe('src/a.js');
  expect(existsSync(at('node_modules/a/index.js'))).toBe(true);
});

test('all else of that name is kept: no lock, not ignored, a tracked file in it', () => {
  file('target/own.txt');
  expect(namesOf('target')).toEqual(['/target', '/target/own.txt']);
  file('Cargo.lock');
  expect(namesOf('target')).toEqual([]);
  git('add', '-f', 'target/own.txt');
  expect(namesOf('target')).toEqual(['/target', '/target/own.txt']);
  writeFileSync(at('.gitignore'), '');
  expect(namesOf('node_modules')).toContain('/node_modules/a/index.js');
});
