import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { compileGates } from '../../../src/gate/gate.ts';
import { passed } from '../../support/gate/run-gates.ts';
import { GateWorld } from '../../support/gate/world.ts';
import { presentShells } from '../../support/shim-world.ts';
import { shipped } from '../../support/shipped.ts';

const world = new GateWorld();
afterAll(() => world.remove());
const gates = compileGates(shipped().policy, ['git', 'cp', 'rm']);
const wordsOf = (line: string) => line.split(' ').map((word) => Buffer.from(word));

/** A working directory below the home directory, and whether gates pass what names a file in it. */
const PLACES: Readonly<Record<string, boolean>> = {
  'work/plain': true,
  'work/safeshell': true,
  'work/safeshell/src': true,
  'work/my-safeshell-fork': true,
  'work/src/hooks': true,
  '.config/safeshell': false,
  '.config/safeshell/rules': false,
  '.local/share/safeshell/shims': false,
  'work/app/.safeshell': false,
  'work/app/.claude/hooks': false,
};

test.each(presentShells().map((shell) => [shell.join(' '), shell] as const))(
  'only the folders of the guard itself and of agents go to Node, not all of such a name: %s',
  (_, shell) => {
    const folders = Object.keys(PLACES).map((place) => join(world.home, place));
    for (const folder of folders) mkdirSync(folder, { recursive: true });
    const calls = folders.map((folder) => ({ program: 'cp', words: wordsOf('a.txt b.txt'), folder }));
    const run = passed(calls, { shell, gates, env: world.env(), folder: world.root });
    expect(Object.fromEntries(Object.keys(PLACES).map((place, at) => [place, run[at]]))).toEqual(PLACES);
  },
);

test('words of git that start in another work tree go to Node', () => {
  const calls = ['status', 'log -p README.md', 'rm --cached README.md'].map((line) => ({
    program: 'git',
    words: wordsOf(line),
    folder: join(world.home, 'feature'),
  }));
  const answers = (variables: Record<string, string>) =>
    passed(calls, { shell: ['dash'], gates, env: world.env(variables), folder: world.root });
  expect(answers({}).slice(0, 2)).toEqual([true, true]);
  expect(answers({ GIT_WORK_TREE: world.home })).toEqual([false, false, false]);
});
