import { mkdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readGit } from '../../../../src/facts/git.ts';
import type { Repository } from '../../../../src/model/loss.ts';
import { readBlobs } from '../../../../src/undo/git/blobs.ts';
import { makeWorld } from './world.ts';

test('objects are read of a linked working tree that is gone, and of none that never was', () => {
  const world = makeWorld();
  try {
    mkdirSync(world.at('work'));
    const git = (...words: string[]) => world.git('work', ...words);
    git('init', '-q');
    world.write('work/a', 'one\n');
    git('add', '.');
    git('commit', '-qm', 'one');
    git('worktree', 'add', '-q', world.at('linked'), '-b', 'other');
    const linked = readGit(world.at('linked'), {}) as Repository;
    const blob = git('rev-parse', 'HEAD:a');
    const read = (repository: Repository) => readBlobs(repository, [blob], world.env, { timeoutMs: 10_000 });
    expect(read(linked)).toEqual([Buffer.from('one\n')]);
    git('worktree', 'remove', '--force', world.at('linked'));
    expect(read(linked)).toEqual([Buffer.from('one\n')]);
    expect(read({ ...linked, gitDir: world.at('none/worktrees/linked') })).toHaveProperty('problem');
  } finally {
    world.remove();
  }
});
