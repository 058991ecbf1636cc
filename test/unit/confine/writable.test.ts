import { describe, expect, test } from 'vitest';
import { type WritableInput, writableBy } from '../../../src/confine/writable.ts';
import { type WhatIfWorld, whatIfFacts } from '../../../src/facts/what-if.ts';

const HOME = '/home/dev';
const PROJECT = `${HOME}/src/app`;
const AT = { hour: 12, minute: 0, day: 'mon' } as unknown as WhatIfWorld['at'];
const GUARD = `${HOME}/.config/safeshell`;
const FILES = ['/tmp/x', '/var/tmp/x', '/etc/passwd', '/usr/local/bin/x', `${HOME}/Documents/x`, `${PROJECT}/src/x.ts`];

type World = Partial<WhatIfWorld> & Partial<Pick<WritableInput, 'programs' | 'write'>> & { own?: WritableInput['env'] };

function written({ files = FILES, env = { HOME }, cwd = PROJECT, git = null, ...rest }: World) {
  const { programs = [], write = [], own = env, ...world } = rest;
  const facts = whatIfFacts({ env, cwd, git, files, at: AT, ...world });
  return writableBy({ facts, cwd, env: own, guarded: [GUARD], programs, write });
}

const paths = (world: World) => [...written(world).paths].sort();
const TEMP = ['/tmp', '/var/tmp'];

describe('what a confined command may write', () => {
  test.each<[string, World, readonly string[]]>([
    ['its project', {}, [PROJECT]],
    ['the repository around it', { cwd: `${PROJECT}/src`, git: { root: PROJECT } }, [PROJECT]],
    ['no home directory', { cwd: HOME }, []],
    [
      'no home directory that is a repository',
      { cwd: `${HOME}/Documents`, git: { root: HOME } },
      [`${HOME}/Documents`],
    ],
    ['nothing that holds it', { cwd: '/home' }, []],
    ['not /', { cwd: '/' }, []],
    ['no folder of the system', { cwd: '/usr/local' }, []],
    ['no home directory that is a link', { env: { HOME: '/home/link' }, links: { '/home/link': HOME }, cwd: HOME }, []],
    ['no home directory that the caller names otherwise', { env: { HOME: '/nowhere' }, own: { HOME }, cwd: HOME }, []],
    ['nothing of the guard', { cwd: `${GUARD}/rules`, files: [...FILES, `${GUARD}/rules/x`] }, []],
    ['nothing that holds it', { cwd: `${HOME}/.config`, git: {}, files: [...FILES, `${GUARD}/rules/x`] }, []],
    ['a folder that rules permit', { write: ['~/Documents', './src'] }, [`${HOME}/Documents`, PROJECT]],
    ['an absolute one', { write: [`${HOME}/Documents/x`] }, [`${HOME}/Documents/x`, PROJECT]],
    ['not whatever rules permit', { write: ['/', '/etc', '~', '/home'] }, [PROJECT]],
    ['no link that leads to the home directory', { write: ['/tmp/l'], links: { '/tmp/l': HOME } }, [PROJECT]],
    [
      'a link that leads to a folder',
      { write: ['/tmp/l'], links: { '/tmp/l': `${HOME}/Documents` } },
      [`${HOME}/Documents`, PROJECT],
    ],
    ['nothing that is not there', { write: ['~/Pictures'] }, [PROJECT]],
    ['no TMPDIR of its choice', { env: { HOME, TMPDIR: `${HOME}/Documents` } }, [PROJECT]],
    ['nor by a link', { env: { HOME, TMPDIR: '/tmp/l' }, links: { '/tmp/l': `${HOME}/Documents` } }, [PROJECT]],
    [
      'caches that are there',
      { files: [...FILES, `${HOME}/.npm/x`, `${HOME}/.cache/pip/x`] },
      [`${HOME}/.cache/pip`, `${HOME}/.npm`, PROJECT],
    ],
    [
      'caches that a variable moves',
      { env: { HOME, PIP_CACHE_DIR: `${HOME}/Documents` } },
      [`${HOME}/Documents`, PROJECT],
    ],
    [
      'not where the variable is an agent’s',
      { env: { HOME, PIP_CACHE_DIR: `${HOME}/Documents` }, own: { HOME } },
      [PROJECT],
    ],
  ])('%s', (_what, world, expected) => {
    expect(paths(world)).toEqual([...expected, ...TEMP].sort());
  });

  test('devices that are there', () => {
    expect(paths({ files: [...FILES, '/dev/null', '/dev/sda', '/dev/shm/x'] })).toEqual(
      ['/dev/null', '/dev/shm', PROJECT, ...TEMP].sort(),
    );
  });

  test('temp folders, but for one in which the home directory lies', () => {
    const files = ['/tmp/home/app/x', '/tmp/home/tmp/x', '/var/tmp/x'];
    expect(paths({ files, env: { HOME: '/tmp/home' }, cwd: '/tmp/home/app' })).toEqual(['/tmp/home/app', '/var/tmp']);
    expect(paths({ files, env: { HOME: '/tmp/home', TMPDIR: '/tmp/home/tmp' }, cwd: '/tmp/home/app' })).toEqual([
      '/tmp/home/app',
      '/var/tmp',
    ]);
    expect(paths({ files: ['/var/tmp/home/app/x'], env: { HOME: '/var/tmp/home' }, cwd: '/var/tmp/home/app' })).toEqual(
      ['/var/tmp/home/app'],
    );
  });

  test('no path with a line break', () => {
    const cwd = `${HOME}/a\nb`;
    expect(paths({ cwd, files: [`${cwd}/x`] })).toEqual([]);
  });

  test('caches of the tools that it starts, or that are installed, are made, of others not', () => {
    expect(written({ programs: ['npm'] }).missing).toEqual({ folders: [`${HOME}/.npm`], files: [] });
    expect(written({ programs: ['cargo'], files: [...FILES, `${HOME}/.cargo/registry/x`] }).missing).toEqual({
      folders: [`${HOME}/.cargo/git`],
      files: ['.package-cache', '.package-cache-mutate', '.global-cache'].map((name) => `${HOME}/.cargo/${name}`),
    });
    expect(written({ programs: ['ls'] }).missing).toEqual({ folders: [], files: [] });
    const installed = {
      env: { HOME, PATH: 'node_modules/.bin:/usr/bin' },
      files: [...FILES, '/usr/bin/ccache', 'node_modules/.bin/npm'],
    };
    expect(written(installed).missing.folders).toEqual([`${HOME}/.cache/ccache`]);
    expect(written({ programs: ['npm'], env: { HOME, npm_config_cache: '/opt' } }).missing.folders).toEqual([]);
  });

  test('no folder whose being there changes where its tool looks for the others', () => {
    const made = (files: readonly string[]) => written({ programs: ['cabal'], files: [...FILES, ...files] }).missing;
    expect(made([]).folders).toEqual([`${HOME}/.cache/cabal`, `${HOME}/.local/state/cabal`]);
    expect(made([`${HOME}/.cabal/config`]).folders).toContain(`${HOME}/.cabal/store`);
  });
});

describe('a linked working tree of git', () => {
  const MAIN = `${HOME}/src/main`;
  const gitDir = `${MAIN}/.git/worktrees/app`;
  const FILES_OF_TREE = {
    [`${PROJECT}/.git`]: `gitdir: ${gitDir}`,
    [`${gitDir}/commondir`]: '../..\n',
    [`${gitDir}/gitdir`]: `${PROJECT}/.git\n`,
    [`${MAIN}/.git/HEAD`]: 'ref: refs/heads/main',
    [`${HOME}/Documents/.git/HEAD`]: '',
  };

  function treePaths(files: Readonly<Record<string, string>>, dir = gitDir) {
    const facts = whatIfFacts({ env: { HOME }, cwd: PROJECT, git: null, files, at: AT });
    const git = { root: PROJECT, gitDir: dir, branch: 'x' };
    return writableBy({
      facts: { ...facts, git: () => git },
      cwd: PROJECT,
      env: { HOME },
      guarded: [],
      programs: [],
      write: [],
    }).paths;
  }

  test('may write the repository that names it', () => {
    expect(treePaths(FILES_OF_TREE)).toEqual([PROJECT, `${MAIN}/.git`]);
  });
  test('of which that alone that names it', () => {
    const { [`${gitDir}/gitdir`]: _, ...without } = FILES_OF_TREE;
    expect(treePaths(without)).toEqual([PROJECT]);
    expect(treePaths({ ...FILES_OF_TREE, [`${gitDir}/gitdir`]: `${HOME}/other/.git` })).toEqual([PROJECT]);
    expect(treePaths({ ...FILES_OF_TREE, [`${gitDir}/commondir`]: `${HOME}/Documents` })).toEqual([PROJECT]);
  });
  test('a submodule may write its own folder in the repository around it alone', () => {
    const modules = (top: string) => `${top}/.git/modules/app`;
    const files = (top: string) => ({ [`${modules(top)}/HEAD`]: '', [`${PROJECT}/x`]: '' });
    expect(treePaths(files(`${HOME}/src`), modules(`${HOME}/src`))).toEqual([PROJECT, modules(`${HOME}/src`)]);
    expect(treePaths(files(`${HOME}/Documents`), modules(`${HOME}/Documents`))).toEqual([PROJECT]);
  });
});
