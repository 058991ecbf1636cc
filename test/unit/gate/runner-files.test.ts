import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { compileGates } from '../../../src/gate/gate.ts';
import { passed } from '../../support/gate/run-gates.ts';
import { GateWorld } from '../../support/gate/world.ts';
import { presentShells } from '../../support/shim-world.ts';
import { shipped } from '../../support/shipped.ts';

const world = new GateWorld();
afterAll(() => world.remove());
const gates = compileGates(shipped().policy, [
  'cargo',
  'ctest',
  'git',
  'gulp',
  'invoke',
  'ninja',
  'node',
  'npm',
  'pip',
  'pytest',
  'python3',
  'vagrant',
]);

const FILES: Readonly<Record<string, string>> = {
  'samples/.git/hooks/pre-commit.sample': '',
  'samples/.git/config': '[core]\n\tbare = false\n',
  'hooked/.git/hooks/pre-push': '',
  'elsewhere/.git/config': '[core]\n\thooksPath = .husky/_\n',
  'linked/.git/commondir': '/x',
  'package/package.json': '{}',
  'crate/Cargo.toml': '',
  'config/gulpfile.mjs': '',
  'config/Vagrantfile': '',
  'tested/CTestTestfile.cmake': '',
  'tested/build.ninja': '',
};
for (const [name, text] of Object.entries(FILES)) {
  const file = join(world.home, 'runners', name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
for (const name of ['samples', 'hooked', 'elsewhere']) {
  for (const part of ['objects', 'refs', 'deep']) mkdirSync(join(world.home, 'runners', name, '.git', part));
  mkdirSync(join(world.home, 'runners', name, 'deep'));
  writeFileSync(join(world.home, 'runners', name, '.git/HEAD'), 'ref: refs/heads/feature\n');
}
for (const name of ['package', 'config']) mkdirSync(join(world.home, 'runners', name, 'deep'));

/** Does the gate answer for an agent? */
const ROWS: readonly (readonly [folder: string, line: string, passes: boolean])[] = [
  ['samples', 'git commit -m x', true],
  ['samples/deep', 'git merge feature', true],
  ['hooked', 'git commit -m x', false],
  ['hooked/deep', 'git merge feature', false],
  ['hooked', 'git status', true],
  ['samples', 'git --git-dir=../hooked/.git commit -m x', false],
  ['samples', 'git --git-dir ../hooked/.git --work-tree ../hooked commit -m x', false],
  ['samples', 'git -C ../hooked commit -m x', false],
  ['samples', `git -C ${world.home}/.codex mv hooks.json x`, false],
  ['samples', `git --work-tree=${world.home}/.codex mv hooks.json x`, false],
  ['elsewhere', 'git commit -m x', false],
  ['elsewhere/deep', 'git merge feature', false],
  ['package', 'npm run build', false],
  ['package/deep', 'npm test', false],
  ['package/deep', 'npm ls', true],
  ['package', 'npm --version', true],
  ['samples', 'pytest -q', false],
  ['samples', 'python3 -m pytest -q', false],
  ['samples', 'python3 -m unittest', false],
  ['samples', 'python3 -m unittest tests.test_a', false],
  ['samples', 'pip install .', false],
  ['samples', 'pip list', true],
  ['samples', 'node --test', false],
  ['crate', 'cargo build', false],
  ['crate', 'cargo +nightly test', false],
  ['crate', 'cargo fmt', true],
  ['samples', 'cargo build --release', true],
  ['samples', 'cargo build --manifest-path ../crate/Cargo.toml', false],
  ['config', 'gulp', false],
  ['config/deep', 'gulp build', false],
  ['config/deep', 'vagrant up', false],
  ['config', 'invoke build', true],
  ['config', 'ninja', true],
  ['config', 'ninja -C out', false],
  ['config', 'ctest -R x', true],
  ['config', 'ctest --test-dir out', false],
  ['tested', 'ctest -R x', false],
  ['tested', 'ninja x', false],
  ['samples', 'gulp build', true],
  ['samples', 'gulp -f ../config/gulpfile.mjs', false],
  ['samples', 'npm run build', true],
  ['samples', 'npm run build --prefix x', false],
];

test.each(presentShells().map((shell) => [shell.join(' '), shell] as const))(
  'what files make a program run goes to Node, other calls do not: %s',
  (_, shell) => {
    const calls = ROWS.map(([folder, line]) => {
      const [program = '', ...words] = line.split(' ');
      return { program, words: words.map((word) => Buffer.from(word)), folder: join(world.home, 'runners', folder) };
    });
    const run = { shell, gates, env: world.env({ SAFESHELL_CONTEXT: 'ai' }), folder: world.root };
    const wanted = ROWS.map(([folder, line, passes]) => `${folder}: ${line}: ${passes}`);
    const got = passed(calls, run).map((passes, at) => `${ROWS[at]?.[0]}: ${ROWS[at]?.[1]}: ${passes}`);
    expect(got).toEqual(wanted);
  },
);
