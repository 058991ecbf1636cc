import { cpSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readGit } from '../../../../src/facts/git.ts';
import type { Repository } from '../../../../src/model/loss.ts';
import type { StateRegion } from '../../../../src/undo/git/state.ts';
import type { WorktreeRegion } from '../../../../src/undo/git/worktree.ts';
import { keepAll, makeWorld, memory, restoreAll, snapshot, type World } from './world.ts';

let world: World;
let made: World;
beforeAll(() => {
  made = makeWorld();
  world = made;
  mkdirSync(world.at('work'));
  git('init', '-q');
  commit({ a: 'one\n', 'src/b': 'b\n', '.gitignore': '*.log\nbuild/\n', 'src/deep/c': 'c\n' });
  commit({ a: 'two\n', new: 'new\n' });
  commit({ a: 'three\n', 'src/b': 'b3\n', 'later/d': 'd\n' });
});
beforeEach(() => {
  world = makeWorld();
  cpSync(made.at('work'), world.at('work'), { recursive: true });
});
afterEach(() => world.remove());
afterAll(() => made.remove());

const git = (...words: string[]) => world.git('work', ...words);
const write = (path: string, text: string | Buffer) => world.write(`work/${path}`, text);
const repository = (cwd = 'work') => readGit(world.at(cwd), {}) as Repository;

function commit(files: Record<string, string>, cwd = 'work') {
  for (const [path, text] of Object.entries(files)) world.write(`${cwd}/${path}`, text);
  world.git(cwd, 'add', '.');
  world.git(cwd, 'commit', '-qm', `commit ${Object.keys(files).join()}`);
}

/** changed, staged, untracked and ignored files of all kinds */
function dirty() {
  write('a', 'edited\n');
  write('new', 'staged\n');
  git('add', 'new');
  write('new', 'staged and edited\n');
  write('added', 'added\n');
  git('add', 'added');
  git('rm', '-q', '--cached', 'src/deep/c');
  write('untracked/one', 'u1\n');
  mkdirSync(world.at('work/untracked/empty/in'), { recursive: true });
  mkdirSync(world.at('work/src/hollow'));
  write('x.log', 'log\n');
  write('build/out/o', 'out\n');
  write('untracked/y.log', 'log\n');
  symlinkSync('a', world.at('work/link'));
  write('line\nbreak', 'named\n');
  writeFileSync(Buffer.concat([Buffer.from(`${world.at('work')}/byte`), Buffer.from([0xff, 0xfe])]), 'bytes\n');
}

function conflict() {
  git('checkout', '-qb', 'side', 'HEAD~1');
  commit({ a: 'side\n', 'src/side': 's\n' });
  git('checkout', '-q', 'main');
}

function fails(...words: string[]) {
  expect(() => git(...words)).toThrow();
}

function stashes() {
  for (const text of ['s1', 's2', 's3']) {
    write('a', text);
    git('stash', 'push', '-qm', `about ${text}`);
  }
}

interface Recipe {
  readonly before?: () => void;
  readonly command: string[] | (() => void);
  readonly worktree?: WorktreeRegion;
  readonly state?: StateRegion;
  readonly cwd?: string;
}

const ALL: WorktreeRegion = { parts: ['changed', 'untracked', 'ignored'] };
const HEAD: StateRegion = { refs: ['HEAD', 'refs/heads/main'] };

const RECIPES: Record<string, Recipe> = {
  'reset --hard HEAD~2, dirty': {
    before: dirty,
    command: ['reset', '-q', '--hard', 'HEAD~2'],
    worktree: { parts: ['changed'] },
    state: { ...HEAD, index: true },
  },
  'reset --hard of the same commit': {
    before: dirty,
    command: ['reset', '-q', '--hard'],
    worktree: { parts: ['changed'] },
    state: { index: true },
  },
  'reset --soft': { before: dirty, command: ['reset', '-q', '--soft', 'HEAD~2'], state: HEAD },
  'reset, mixed': { before: dirty, command: ['reset', '-q', 'HEAD~2'], state: HEAD },
  'reset --hard over untracked files': {
    before: () => {
      git('checkout', '-q', '--orphan', 'other');
      git('reset', '-q');
      rmSync(world.at('work/later'), { recursive: true });
      write('later', 'a file in the way\n');
    },
    command: ['reset', '-q', '--hard', 'main'],
    worktree: { parts: ['untracked', 'ignored', 'changed'], commit: 'main' },
    state: { refs: ['HEAD', 'refs/heads/other'] },
  },
  'clean -fdx': { before: dirty, command: ['clean', '-qfdx'], worktree: { parts: ['untracked', 'ignored'] } },
  'clean -fd in a folder': {
    before: dirty,
    command: () => git('clean', '-qfd', 'untracked', 'src'),
    worktree: { parts: ['untracked'], within: ['untracked', 'src'] },
  },
  'checkout -- .': { before: dirty, command: ['checkout', '-q', '--', '.'], worktree: { parts: ['changed'] } },
  'checkout of older files': {
    before: dirty,
    command: ['checkout', '-q', 'HEAD~2', '--', 'a', 'src'],
    worktree: { parts: ['changed', 'clean'], within: ['a', 'src'] },
    state: { index: true },
  },
  'restore --staged': { before: dirty, command: ['restore', '--staged', '.'], state: { index: true } },
  'add -A': { before: dirty, command: ['add', '-A'], state: { index: true } },
  'rm -rf of a folder': {
    before: dirty,
    command: () => rmSync(world.at('work/src'), { recursive: true }),
    worktree: { parts: ['changed', 'clean', 'untracked', 'ignored'], within: ['src'] },
  },
  'branch -D of an unmerged branch': {
    before: () => {
      conflict();
      git('config', 'branch.side.description', 'two\nlines');
    },
    command: ['branch', '-qD', 'side'],
    state: { refs: ['refs/heads/side'] },
  },
  'branch -D of a packed branch': {
    before: () => {
      conflict();
      git('pack-refs', '--all');
    },
    command: ['branch', '-qD', 'side'],
    state: { refs: ['refs/heads/side'] },
  },
  'branch -M over another': {
    before: conflict,
    command: ['branch', '-M', 'main', 'side'],
    state: { refs: ['refs/heads/main', 'refs/heads/side', 'HEAD'] },
  },
  'tag -d of tags of commits, tags and files': {
    before: () => {
      git('tag', '-am', 'about', 'v1', git('commit-tree', '-m', 'nowhere else', 'HEAD^{tree}'));
      git('tag', '-am', 'about the tag', 'v2', 'v1');
      git('tag', 'v3', 'HEAD:a');
    },
    command: ['tag', '-d', 'v1', 'v2', 'v3'],
    state: { refs: ['refs/tags/v1', 'refs/tags/v2', 'refs/tags/v3'] },
  },
  'update-ref -d of all': {
    before: conflict,
    command: () => ['side', 'main'].map((name) => git('update-ref', '-d', `refs/heads/${name}`)),
    state: { refs: 'all' },
  },
  'stash drop of the middle entry': {
    before: stashes,
    command: ['stash', 'drop', '-q', 'stash@{1}'],
    state: { stash: true },
  },
  'stash clear': { before: stashes, command: ['stash', 'clear'], state: { stash: true } },
  'stash pop in a clean tree': {
    before: stashes,
    command: ['stash', 'pop', '-q'],
    worktree: { parts: ['changed', 'clean'] },
    state: { stash: true, index: true },
  },
  'merge --abort': {
    before: () => {
      conflict();
      fails('merge', '-q', 'side');
      write('a', 'half resolved\n');
    },
    command: ['merge', '--abort'],
    worktree: { parts: ['changed'] },
    state: { operation: true, index: true },
  },
  'reset --hard in a merge': {
    before: () => {
      conflict();
      fails('merge', '-q', 'side');
    },
    command: ['reset', '-q', '--hard', 'HEAD~1'],
    worktree: { parts: ['changed'] },
    state: { ...HEAD, operation: true },
  },
  'rebase --abort': {
    before: () => {
      conflict();
      git('checkout', '-q', 'side');
      commit({ other: 'o\n' });
      fails('rebase', '-q', 'main');
      write('a', 'half resolved\n');
    },
    command: ['rebase', '--abort'],
    worktree: { parts: ['changed'] },
    state: { operation: true },
  },
  'cherry-pick --abort': {
    before: () => {
      conflict();
      fails('cherry-pick', 'side');
    },
    command: ['cherry-pick', '--abort'],
    worktree: { parts: ['changed'] },
    state: { operation: true },
  },
  'bisect reset': {
    before: () => {
      git('bisect', 'start');
      git('bisect', 'bad');
      git('bisect', 'good', 'HEAD~2');
    },
    command: ['bisect', 'reset'],
    worktree: { parts: ['changed'] },
    state: { operation: true },
  },
  'commit --amend': { command: ['commit', '-q', '--amend', '-m', 'other'], state: HEAD },
  rebase: {
    before: () => {
      conflict();
      git('checkout', '-q', 'side');
      git('reset', '-q', '--hard', 'HEAD~1');
      commit({ own: 'own\n' });
    },
    command: ['rebase', '-q', 'main'],
    worktree: { parts: ['changed'] },
    state: { refs: ['HEAD', 'refs/heads/side'] },
  },
  'reset of a detached HEAD': {
    before: () => {
      git('checkout', '-q', '--detach');
      commit({ a: 'nowhere else\n' });
    },
    command: ['reset', '-q', '--hard', 'HEAD~2'],
    worktree: { parts: ['changed'] },
    state: { refs: ['HEAD'] },
  },
  'checkout -f away from a detached commit': {
    before: () => {
      git('checkout', '-q', '--detach');
      commit({ a: 'nowhere else\n' });
      dirty();
    },
    command: ['checkout', '-qf', 'main'],
    worktree: { parts: ['changed'] },
    state: { refs: ['HEAD'] },
  },
  'clean and reset before the first commit': {
    before: () => {
      git('checkout', '-q', '--orphan', 'fresh');
      write('a', 'edited\n');
    },
    command: () => {
      git('rm', '-rqf', '.');
      git('clean', '-qfdx');
    },
    worktree: ALL,
    state: { index: true },
  },
  'in a linked working tree': {
    before: () => {
      git('worktree', 'add', '-q', world.at('linked'), '-b', 'other');
      world.write('linked/a', 'edited\n');
      world.write('linked/new', 'staged\n');
      world.git('linked', 'add', 'new');
    },
    cwd: 'linked',
    command: () => world.git('linked', 'reset', '-q', '--hard', 'HEAD~2'),
    worktree: { parts: ['changed'] },
    state: { refs: ['HEAD', 'refs/heads/other'] },
  },
  'in a submodule': {
    before: () => {
      withSubmodule();
      world.write('work/sub/s', 'edited\n');
      world.write('work/sub/t', 'untracked\n');
    },
    cwd: 'work/sub',
    command: () => {
      world.git('work/sub', 'reset', '-q', '--hard', 'HEAD~1');
      world.git('work/sub', 'clean', '-qfd');
    },
    worktree: ALL,
    state: { refs: ['HEAD'] },
  },
  'around a submodule': {
    before: () => {
      withSubmodule();
      dirty();
    },
    command: ['reset', '-q', '--hard', 'HEAD~2'],
    worktree: { parts: ['changed'] },
    state: HEAD,
  },
  'with a split index': {
    before: () => {
      git('update-index', '--split-index');
      dirty();
    },
    command: ['reset', '-q', '--hard', 'HEAD~2'],
    worktree: { parts: ['changed'] },
    state: HEAD,
  },
  'with ends of lines of another system': {
    before: () => {
      git('config', 'core.autocrlf', 'true');
      rmSync(world.at('work/a'));
      git('checkout', '-q', '--', 'a');
      write('src/b', 'mixed\r\nends\n');
    },
    command: () => rmSync(world.at('work/a')),
    worktree: { parts: ['clean', 'changed'] },
  },
  'sparse checkout': {
    before: () => {
      git('status');
      git('sparse-checkout', 'set', '--no-cone', '/a', '/new');
      write('src/b', 'outside of the cone\n');
      write('a', 'edited\n');
    },
    command: ['reset', '-q', '--hard', 'HEAD~2'],
    worktree: { parts: ['changed'] },
    state: HEAD,
  },
  'sparse checkout that the files do not follow yet': {
    before: () => {
      for (const name of ['src/deep/c', '.gitignore']) utimesSync(world.at(`work/${name}`), 1, 1);
      git('sparse-checkout', 'set', '--no-cone', '/a', '/new');
      write('src/b', 'outside of the cone\n');
      write('a', 'edited\n');
    },
    command: ['reset', '-q', '--hard', 'HEAD~2'],
    worktree: { parts: ['changed'] },
    state: HEAD,
  },
  'assume-unchanged': {
    before: () => {
      git('update-index', '--assume-unchanged', 'a');
      write('a', 'hidden\n');
    },
    command: ['checkout', '-q', '-f', 'HEAD', '--', '.'],
    worktree: { parts: ['changed'] },
    state: { index: true },
  },
  'intent to add': {
    before: () => {
      write('planned', 'planned\n');
      git('add', '-N', 'planned');
    },
    command: ['rm', '-qf', 'planned'],
    worktree: { parts: ['changed'], within: ['planned'] },
    state: { index: true },
  },
};

function withSubmodule() {
  mkdirSync(world.at('lib'));
  world.git('lib', 'init', '-q');
  commit({ s: '1\n' }, 'lib');
  commit({ s: '2\n' }, 'lib');
  git('submodule', '--quiet', 'add', world.at('lib'), 'sub');
  git('commit', '-qm', 'with a submodule');
}

describe('comes back as it was', () => {
  test.each(Object.keys(RECIPES))('%s', (name) => {
    const { before, command, worktree, state, cwd = 'work' } = RECIPES[name] as Recipe;
    before?.();
    const place = repository(cwd);
    const objects = memory();
    world.git(cwd, 'status');
    const show = () => {
      const { index, ...rest } = snapshot(world, cwd, place.gitDir);
      return state ? { index, ...rest } : rest; // a refreshed index has other bytes
    };
    const earlier = show();
    const within = worktree?.within?.map((path) => world.at(`${cwd}/${path}`));
    const region = worktree && { ...worktree, ...(within ? { within } : {}) };
    const kept = keepAll(
      world,
      place,
      { ...(region ? { worktree: region } : {}), ...(state ? { state } : {}) },
      objects,
    );
    expect(show()).toEqual(earlier);
    if (typeof command === 'function') command();
    else world.git(cwd, ...command);
    expect(show()).not.toEqual(earlier);
    rmSync(world.at('work/.git/logs/HEAD'));
    world.git(cwd, 'gc', '-q', '--prune=now');
    restoreAll(world, kept, objects);
    expect(show()).toEqual(earlier);
    expect(world.git(cwd, 'fsck', '--no-dangling')).toBe('');
  });
});
