import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { compileBeside, compileGates } from '../../../src/gate/gate.ts';
import { type GateCall, passed } from '../../support/gate/run-gates.ts';
import { GateWorld } from '../../support/gate/world.ts';
import { presentShells } from '../../support/shim-world.ts';
import { shipped } from '../../support/shipped.ts';

const world = new GateWorld();
afterAll(() => world.remove());

const [folder = ''] = world.folders;
for (const name of ['notes.md', 'a b', 'lib/src', 'x.bak']) {
  mkdirSync(join(folder, name, '..'), { recursive: true });
  writeFileSync(join(folder, name), '');
}
const { policy } = shipped();
const programs =
  'git rm mv cp ln install tee truncate dd curl sort tar sed cat ls grep mkdir touch chmod npm find wget'.split(' ');
const beside = compileBeside(policy);
const gates = {
  agents: compileGates(policy, programs, 'agents'),
  everybody: compileGates(policy, programs, 'everybody'),
  nobody: compileGates(policy, programs),
};

/** Lines of bare words, or words. */
const callOf = (line: string | readonly string[]): GateCall => {
  const [program = '', ...words] = typeof line === 'string' ? line.split(' ') : line;
  return { program, words: words.map((word) => Buffer.from(word)), folder };
};

function passing(
  lines: readonly (string | readonly string[])[],
  of: keyof typeof gates,
  context: 'ai' | 'human',
  shell: readonly string[] = ['dash'],
) {
  const env = world.env({ SAFESHELL_CONTEXT: context });
  const run = passed(lines.map(callOf), { shell, gates: gates[of], beside, env, folder: world.root });
  return lines.filter((_line, at) => run[at]);
}

const LOSE_NOTHING = [
  'rm gone',
  'rm -rf build dist',
  'mv notes.md new.md',
  'mv notes.md src',
  'cp notes.md new.md',
  'cp notes.md src/',
  'cp -r lib new',
  'ln -s notes.md linked',
  'tee new.txt',
  'truncate -s 0 new.txt',
  'mkdir src',
  'mkdir -p src/a/b',
  'touch notes.md',
  'cat notes.md',
  'ls -la',
  'grep -rn x src',
  'sort notes.md',
  'sed -n 1,5p notes.md',
  'find . -name x.ts',
  'npm run build',
  'git status',
  'git add -A',
  'git commit -m x',
  'git diff',
  'git log',
  'git branch',
  'git branch new',
  'git checkout -b new',
  'git switch new',
  'git stash',
  'git stash list',
  'git tag v1',
  'git merge x',
];

const MAY_LOSE = [
  'rm notes.md',
  'rm -rf src',
  'rm gone notes.md',
  'rm -- notes.md',
  'rm ./notes.md',
  'rm nowhere', // a link to nothing
  ['rm', 'a b'],
  ['rm', 'we ird/x'],
  'mv notes.md README.md',
  'mv README.md notes.md src',
  'cp notes.md README.md',
  'cp src lib',
  'cp -r src lib',
  'cp -r src/ lib',
  'cp -t src notes.md',
  'cp -T src lib',
  'cp -S .bak notes.md README.md',
  'ln -sf notes.md README.md',
  'ln -sf ../project/src',
  'tee notes.md',
  'tee -a new.txt notes.md',
  'truncate -s 0 notes.md',
  'dd if=/dev/zero of=notes.md',
  'curl -o notes.md https://example.com/x',
  'curl -onotes.md https://example.com/x',
  'curl -sonotes.md https://example.com/x',
  'curl --output=notes.md https://example.com/x',
  'curl -O https://example.com/x/notes.md?a=b',
  'wget -O notes.md https://example.com/x',
  'sort -o notes.md notes.md',
  'tar xf notes.md',
  'tar -xzf notes.md',
  'sed -i s/a/b/ notes.md',
  'find . -delete',
  'git reset --hard',
  'git reset -q --hard HEAD~1',
  'git clean -fdx',
  'git checkout -f main',
  'git checkout .',
  'git checkout -- notes.md',
  'git checkout HEAD notes.md',
  'git restore notes.md',
  'git rm notes.md',
  'git branch -D old',
  'git branch --delete --force old',
  'git stash drop',
  'git stash clear',
  'git tag -d v1',
  'git switch --discard-changes x',
  'git switch -f x',
  'git merge --abort',
  'git rebase --abort',
  'git worktree remove x',
  'git update-ref -d refs/heads/x',
];

describe("gates leave an agent's call to Node where it may lose something", () => {
  test.each(presentShells().map((shell) => [shell.join(' '), shell] as const))('%s', (_name, shell) => {
    expect(passing(MAY_LOSE, 'agents', 'ai', shell)).toEqual([]);
  });

  test('and answer all others that they answered before', () => {
    expect(passing(LOSE_NOTHING, 'agents', 'ai')).toEqual(passing(LOSE_NOTHING, 'nobody', 'ai'));
  });

  test('as for people, unless the settings keep what they destroy', () => {
    const all = [...LOSE_NOTHING, ...MAY_LOSE];
    expect(passing(all, 'agents', 'human')).toEqual(passing(all, 'nobody', 'human'));
    expect(passing(all, 'everybody', 'human')).toEqual(passing(LOSE_NOTHING, 'nobody', 'human'));
  });
});
