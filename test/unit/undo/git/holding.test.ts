import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readGit } from '../../../../src/facts/git.ts';
import type { Repository } from '../../../../src/model/loss.ts';
import { planState, restoreState } from '../../../../src/undo/git/plan.ts';
import { forgetState, keepState, type StateRegion, surveyState } from '../../../../src/undo/git/state.ts';
import { runs } from '../../../support/runs.ts';
import { keepAll, makeWorld, memory, ok, restoreAll, snapshot, type World } from './world.ts';

let world: World;
let objects: ReturnType<typeof memory>;
beforeEach(() => {
  world = makeWorld();
  objects = memory();
  mkdirSync(world.at('work'));
  git('init', '-q');
  for (const text of ['1', '2', '3']) {
    write('a', text);
    write(`f${text}`, text);
    git('add', '.');
    git('commit', '-qm', text);
  }
});
afterEach(() => world.remove());

const git = (...words: string[]) => world.git('work', ...words);
const write = (path: string, text: string) => world.write(`work/${path}`, text);
const repository = () => readGit(world.at('work'), {}) as Repository;
const survey = (region: StateRegion) => ok(surveyState(repository(), region, world.env, { timeoutMs: 10_000 }));
const keep = (state: StateRegion) => keepAll(world, repository(), { state }, objects).state;
const HEAD: StateRegion = { refs: ['HEAD', 'refs/heads/main'] };
/** long after the command */
const LATER = { asOfMs: 0 };

describe('what is counted', () => {
  test('commits that no other ref has', () => {
    git('branch', 'other', 'HEAD~2');
    expect(survey(HEAD).commits).toBe(2);
    expect(survey({ ...HEAD, stays: ['HEAD~1'] }).commits).toBe(1);
    expect(survey({ ...HEAD, stays: ['HEAD~1', 'nothing', '--all'] }).commits).toBe(1);
    expect(survey({ refs: ['refs/heads/other'] }).commits).toBe(0);
    expect(survey({ refs: ['refs/heads/none'] }).commits).toBe(0);
    git('tag', 'v', 'HEAD');
    expect(survey(HEAD).commits).toBe(0);
    expect(survey({ refs: 'all' }).commits).toBe(0);
  });

  test('what safeshell holds does not count as held', () => {
    keep(HEAD);
    expect(survey(HEAD).commits).toBe(3);
  });

  test('stash entries and staged files', () => {
    write('a', 'x');
    git('stash');
    write('a', 'y');
    git('add', 'a');
    expect(survey({ stash: true, index: true })).toMatchObject({ stashes: 1, staged: 1 });
  });
});

/** What is held of each of 20 edits; 200 in all where every run of a property is made. */
const TIMES = Math.min(10, runs(10));

describe('what is held', () => {
  test('is not to be seen after many times, survives a collection, and is whole', () => {
    git('clone', '-q', '--bare', '.', world.at('remote'));
    git('remote', 'add', 'origin', world.at('remote'));
    git('fetch', '-q');
    const shown = () => [
      git('status'),
      git('branch', '-a'),
      git('tag'),
      git('log', '--branches', '--tags', '--oneline', '--decorate'),
      git('stash', 'list'),
      git('push', '--all', '--porcelain', 'origin'),
      git('push', '--tags', '--porcelain', 'origin'),
      git('fetch', 'origin'),
      git('ls-remote', 'origin'),
    ];
    const before = shown();
    const kept = Array.from({ length: 20 }, (_, at) => {
      write('a', `edited ${at}`);
      git('add', 'a');
      const request = { repository: repository(), held: [git('rev-parse', 'HEAD')] };
      for (let more = 1; more < TIMES; more += 1) {
        ok(keepState({ ...request, refPrefix: `refs/safeshell/undo/t/${at * 10 + more}` }, objects, world.env));
      }
      return keep({ index: true });
    });
    git('reset', '-q', '--hard');
    expect(shown()).toEqual(before);
    git('gc', '-q', '--prune=now');
    expect(git('fsck', '--no-dangling')).toBe('');
    expect(shown()).toEqual(before);
    git('clone', '-q', '.', world.at('copy'));
    expect(world.git('copy', 'for-each-ref', '--format=%(refname)')).not.toContain('safeshell');
    for (const at of [0, 10, 19]) {
      const options = { objects, env: world.env };
      restoreState(planState(kept[at]!, options), { overNewer: true }, options);
      expect(git('show', ':a')).toBe(`edited ${at}`);
    }
    expect(readdirSync(world.at('work/.git/logs/refs'))).not.toContain('safeshell');
  }, 120_000);

  test('is let go of', () => {
    const state = keep(HEAD);
    git('tag', '-am', 'about', 'v');
    const tagged = keep({ refs: 'all' });
    expect(git('for-each-ref', 'refs/safeshell').split('\n')).toHaveLength(2);
    for (const one of [state, tagged, state]) expect(forgetState(one, world.env)).toBeUndefined();
    expect(git('for-each-ref', 'refs/safeshell')).toBe('');
    expect(existsSync(world.at('work/.git/refs/safeshell/undo/s'))).toBe(false);
    rmSync(world.at('work/.git'), { recursive: true });
    expect(forgetState(state, world.env)).toBeUndefined();
  });

  test('has a place of its own', () => {
    const request = { repository: repository(), held: [git('rev-parse', 'HEAD')] };
    for (const refPrefix of ['refs/heads/main', 'refs/safeshell/undo/a/b/c', 'refs/safeshell/undo/../1', '--all']) {
      expect(keepState({ ...request, refPrefix }, objects, world.env)).toHaveProperty('problem');
      expect(forgetState({ ...request, refPrefix }, world.env)).toHaveProperty('problem');
    }
  });

  test('must be there', () => {
    const request = { repository: repository(), refPrefix: 'refs/safeshell/undo/s/1', held: [`${'0'.repeat(39)}1`] };
    expect(keepState(request, objects, world.env)).toHaveProperty('problem');
    expect(git('for-each-ref', 'refs/safeshell')).toBe('');
  });
});

describe('newer work', () => {
  test.each<[string, StateRegion, () => void, () => void]>([
    [
      'a commit',
      HEAD,
      () => git('reset', '-q', '--hard', 'HEAD~1'),
      () => git('commit', '-qm', 'new', '--allow-empty'),
    ],
    [
      'a staged file',
      { index: true },
      () => git('rm', '-q', '--cached', 'a'),
      () => {
        write('n', 'n');
        git('add', 'n');
      },
    ],
    [
      'a merge',
      HEAD,
      () => git('reset', '-q', '--hard', 'HEAD~1'),
      () => {
        git('checkout', '-q', '-b', 'side', 'HEAD~1');
        write('a', 'side');
        git('commit', '-qam', 'side');
        expect(() => git('merge', 'main')).toThrow();
      },
    ],
  ])('%s is not overwritten without a yes, and all else stays too', (_name, region, command, work) => {
    const kept = keep(region);
    command();
    const options = { objects, env: world.env };
    expect(planState(kept, options).steps.some((step) => step.isNewer)).toBe(false);
    work();
    const plan = planState(kept, { ...options, ...LATER });
    expect(plan.steps.some((step) => step.isNewer)).toBe(true);
    const before = snapshot(world, 'work');
    expect(restoreState(plan, { overNewer: false }, { ...options, ...LATER }).problems).toHaveLength(1);
    expect(snapshot(world, 'work')).toEqual(before);
    expect(restoreState(plan, { overNewer: true }, { ...options, ...LATER }).problems).toEqual([]);
    expect(planState(kept, options).steps).toEqual([]);
  });

  test('of the stash stays above what comes back', () => {
    for (const text of ['s1', 's2']) {
      write('a', text);
      git('stash', 'push', '-qm', text);
    }
    const kept = keep({ stash: true });
    git('stash', 'clear');
    write('a', 's3');
    git('stash', 'push', '-qm', 's3');
    const options = { objects, env: world.env };
    expect(restoreState(planState(kept, options), { overNewer: false }, options).problems).toEqual([]);
    expect(git('stash', 'list', '--format=%gs').split('\n')).toEqual(['On main: s3', 'On main: s2', 'On main: s1']);
    git('stash', 'drop', '-q', 'stash@{1}');
    expect(git('stash', 'list', '--format=%gs').split('\n')).toEqual(['On main: s3', 'On main: s1']);
  });

  test('files stay as they are where the command was about the index alone', () => {
    write('mine', 'untracked then');
    const kept = keep({ index: true });
    write('a', 'edited');
    git('add', '-A');
    git('commit', '-qm', 'mine');
    const plan = planState(kept, { objects, env: world.env, ...LATER });
    expect(plan.steps.map((step) => step.isNewer)).toEqual([true]);
    expect(plan.files).toEqual([]);
    expect(restoreState(plan, { overNewer: true }, { objects, env: world.env, ...LATER }).problems).toEqual([]);
    expect(readFileSync(world.at('work/mine'), 'utf8')).toBe('untracked then');
    expect(readFileSync(world.at('work/a'), 'utf8')).toBe('edited');
  });

  test('files that were edited since stay', () => {
    const kept = keep(HEAD);
    git('reset', '-q', '--hard', 'HEAD~1');
    write('a', 'edited since');
    const options = { objects, env: world.env };
    const plan = planState(kept, options);
    expect(plan.files.map((path) => path.slice(path.lastIndexOf('/') + 1))).toEqual(['f3']);
    restoreState(plan, { overNewer: false }, options);
    expect(readFileSync(world.at('work/a'), 'utf8')).toBe('edited since');
    expect(git('status', '--porcelain')).toBe('M a'.padStart(4));
  });
});

describe('others who write', () => {
  test('a lock of another git is respected', () => {
    const kept = keep(HEAD);
    git('reset', '-q', '--hard', 'HEAD~1');
    const options = { objects, env: world.env };
    const plan = planState(kept, options);
    writeFileSync(world.at('work/.git/index.lock'), '');
    expect(restoreState(plan, { overNewer: false }, options).problems.join()).toContain('index.lock');
    rmSync(world.at('work/.git/index.lock'));
    const again = planState(kept, options);
    expect(restoreState(again, { overNewer: false }, options).problems).toEqual([]);
    expect(git('status', '--porcelain')).toBe('');
  });

  test('a change since the plan stops it', () => {
    const kept = keep(HEAD);
    git('reset', '-q', '--hard', 'HEAD~1');
    const options = { objects, env: world.env };
    const plan = planState(kept, options);
    git('reset', '-q', '--hard', 'HEAD~1');
    expect(restoreState(plan, { overNewer: true }, options)).toMatchObject({ done: [] });
    expect(git('log', '--oneline').split('\n')).toHaveLength(1);
  });

  test('undo is undone', () => {
    write('a', 'edited');
    git('add', 'a');
    const before = snapshot(world, 'work');
    const kept = keepAll(world, repository(), { worktree: { parts: ['changed'] }, state: HEAD }, objects);
    git('reset', '-q', '--hard', 'HEAD~2');
    const after = snapshot(world, 'work');
    const plan = planState(kept.state, { objects, env: world.env });
    const present = keepAll(
      world,
      repository(),
      { worktree: { parts: ['changed'] }, state: kept.state.region },
      objects,
    );
    expect(plan.files.length).toBeGreaterThan(0);
    restoreAll(world, kept, objects);
    expect(snapshot(world, 'work')).toEqual(before);
    rmSync(world.at('work/a'));
    git('checkout-index', '-f', 'a');
    restoreAll(world, present, objects);
    expect({ ...snapshot(world, 'work'), index: 0, operation: 0 }).toEqual({ ...after, index: 0, operation: 0 });
  });

  test('refs and index of a bare repository', () => {
    git('clone', '-q', '--bare', '.', world.at('bare'));
    const bare = readGit(world.at('bare'), {}) as Repository;
    const kept = keepAll(world, bare, { state: { refs: 'all' } }, objects);
    world.git('bare', 'update-ref', '-d', 'refs/heads/main');
    restoreAll(world, kept, objects);
    expect(world.git('bare', 'rev-parse', 'main')).toBe(git('rev-parse', 'main'));
  });

  test('an index that is as old as it was is not newer', () => {
    write('n', 'n');
    git('add', 'n');
    const kept = keep({ index: true });
    git('reset', '-q');
    write('m', 'm');
    git('add', 'm');
    utimesSync(world.at('work/.git/index'), 1, 1);
    expect(planState(kept, { objects, env: world.env }).steps.map((step) => step.isNewer)).toEqual([false]);
  });
});
