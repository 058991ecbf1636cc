import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { compileGates } from '../../../src/gate/gate.ts';
import { passed } from '../../support/gate/run-gates.ts';
import { GateWorld } from '../../support/gate/world.ts';
import { presentShells } from '../../support/shim-world.ts';
import { shipped } from '../../support/shipped.ts';

const world = new GateWorld();
afterAll(() => world.remove());
const gates = compileGates(shipped().policy, ['git']);

test.each(presentShells().map((shell) => [shell.join(' '), shell] as const))(
  'a commit on another branch than the main one starts no Node: %s',
  (_, shell) => {
    const unborn = join(world.home, 'unborn/.git');
    for (const part of ['objects', 'refs']) mkdirSync(join(unborn, part), { recursive: true });
    writeFileSync(join(unborn, 'HEAD'), 'ref: refs/heads/new\n');
    const folders = ['feature', 'unborn', 'other', 'project', 'project/src', 'blank', 'lines', 'reftable', 'worktree'];
    const words = ['commit', '-m', 'x'].map((word) => Buffer.from(word));
    const calls = folders.map((folder) => ({ program: 'git', words, folder: join(world.home, folder) }));
    const run = passed(calls, { shell, gates, env: world.env(), folder: world.root });
    expect(folders.filter((_folder, at) => run[at])).toEqual(['feature', 'unborn', 'other']);
    const named = { shell, gates, env: world.env({ GIT_DIR: join(world.home, 'project/.git') }), folder: world.root };
    expect(passed(calls, named)).toEqual(calls.map(() => false));
  },
);
