import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readGit } from '../../../../src/facts/git.ts';
import { openGit } from '../../../../src/git/start-git.ts';
import type { Repository } from '../../../../src/model/loss.ts';
import { planState } from '../../../../src/undo/git/plan.ts';
import { forgetState, surveyState } from '../../../../src/undo/git/state.ts';
import { worktreeFiles } from '../../../../src/undo/git/worktree.ts';
import { keepAll, makeWorld, memory, restoreAll, type World } from './world.ts';

let world: World;
beforeEach(() => {
  world = makeWorld();
  mkdirSync(world.at('work'));
  git('init', '-q');
  for (const text of ['one\n', 'two\n']) {
    world.write('work/a', text);
    git('add', '.');
    git('commit', '-qm', text);
  }
  world.write('tools/program', `#!/bin/sh\ntouch ${world.at('ran')}\ncat\n`);
  chmodSync(world.at('tools/program'), 0o755);
});
afterEach(() => world.remove());

const git = (...words: string[]) => world.git('work', ...words);
const repository = () => readGit(world.at('work'), {}) as Repository;
const ALL = { parts: ['changed', 'clean', 'untracked', 'ignored'] } as const;
const STATE = { refs: 'all', index: true, stash: true, operation: true } as const;
const LIMITS = { timeoutMs: 10_000, maxFiles: 100 };
const HOOKS = ['post-index-change', 'reference-transaction', 'post-checkout', 'fsmonitor-watchman', 'query-watchman'];

test.each([
  ['core.fsmonitor', 'PROGRAM'],
  ['core.hooksPath', 'HOOKS'],
  ['filter.x.clean', 'PROGRAM'],
  ['filter.x.smudge', 'PROGRAM'],
  ['filter.x.process', 'PROGRAM'],
  ['diff.external', 'PROGRAM'],
  ['diff.x.textconv', 'PROGRAM'],
  ['merge.x.driver', 'PROGRAM'],
  ['core.alternateRefsCommand', 'PROGRAM'],
  ['core.sshCommand', 'PROGRAM'],
  ['core.gitProxy', 'PROGRAM'],
  ['core.editor', 'PROGRAM'],
  ['gpg.program', 'PROGRAM'],
  ['trailer.x.command', 'PROGRAM'],
  ['alias.status', '!PROGRAM'],
  ['alias.update-ref', '!PROGRAM'],
])('%s is not run', (key, value) => {
  for (const hook of HOOKS) {
    for (const folder of ['tools', 'work/.git/hooks']) {
      world.write(`${folder}/${hook}`, readFileSync(world.at('tools/program')));
      chmodSync(world.at(`${folder}/${hook}`), 0o755);
    }
  }
  git('config', key, value.replace('PROGRAM', world.at('tools/program')).replace('HOOKS', world.at('tools')));
  if (key.startsWith('filter.')) git('config', 'filter.x.required', 'true');
  git('config', 'commit.gpgSign', 'true');
  git('config', 'core.splitIndex', 'true');
  world.write('work/.gitattributes', '* filter=x diff=x merge=x\n');
  world.write('work/new', 'new\n');
  rmSync(world.at('ran'), { force: true });
  const objects = memory();
  const kept = keepAll(world, repository(), { worktree: ALL, state: STATE }, objects);
  openGit(repository(), world.env)?.run(['reset', '--hard', 'HEAD~1']);
  rmSync(world.at('work/new'));
  restoreAll(world, kept, objects);
  expect(readFileSync(world.at('work/a'), 'utf8')).toBe('two\n');
  expect(readFileSync(world.at('work/new'), 'utf8')).toBe('new\n');
  expect(forgetState(kept.state, world.env)).toBeUndefined();
  expect(existsSync(world.at('ran'))).toBe(false);
});

test('a partial clone fetches nothing', () => {
  const blob = git('rev-parse', 'HEAD:a');
  git('config', 'extensions.partialClone', 'origin');
  git('config', 'remote.origin.url', `ext::${world.at('tools/program')}`);
  git('config', 'remote.origin.promisor', 'true');
  git('config', 'protocol.ext.allow', 'always');
  rmSync(world.at(`work/.git/objects/${blob.slice(0, 2)}/${blob.slice(2)}`));
  worktreeFiles(repository(), ALL, world.env, LIMITS);
  surveyState(repository(), STATE, world.env, LIMITS);
  expect(existsSync(world.at('ran'))).toBe(false);
});

test.each(['info/exclude', 'info/attributes', 'config.worktree', 'index', 'MERGE_HEAD', 'commondir', 'packed-refs'])(
  'a pipe as %s ends with the time limit',
  (name) => {
    git('config', 'extensions.worktreeConfig', 'true');
    const place = repository();
    rmSync(world.at(`work/.git/${name}`), { force: true });
    mkdirSync(world.at('work/.git/info'), { recursive: true });
    execFileSync('mkfifo', [world.at(`work/.git/${name}`)]);
    const limits = { ...LIMITS, timeoutMs: 300 };
    const began = performance.now();
    worktreeFiles(place, ALL, world.env, limits);
    surveyState(place, STATE, world.env, limits);
    expect(performance.now() - began).toBeLessThan(3_000);
  },
);

test('names in what is kept lead nowhere else', () => {
  const kept = keepAll(world, repository(), { state: STATE }, memory()).state;
  const plan = planState(
    { ...kept, repository: { root: world.at('none'), gitDir: world.at('none/.git') } },
    {
      objects: memory(),
      env: world.env,
    },
  );
  expect(plan.problems).toHaveLength(1);
});
