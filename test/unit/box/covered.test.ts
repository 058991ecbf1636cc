import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Covered, coveredPrograms, type ProgramDisk } from '../../../src/box/covered.ts';
import { programFolders } from '../../../src/box/folders.ts';
import { WAYS } from '../../support/box/ways.ts';

/** Files by their paths: a link's target, or the number of the file. */
function disk(files: Readonly<Record<string, string | number>>): ProgramDisk {
  const realPath = (path: string): string => {
    const file = files[path];
    return typeof file === 'string' ? realPath(file) : path;
  };
  const count = (id: unknown) => Object.values(files).filter((one) => one === id).length;
  return {
    names: (folder) =>
      Object.keys(files).flatMap((path) =>
        path.replace(/\/[^/]*$/, '') === folder ? [path.slice(folder.length + 1)] : [],
      ),
    program(path) {
      const real = realPath(path);
      const id = files[real];
      return id === undefined ? undefined : { path: real, id: String(id), nameCount: count(id) };
    },
    id(path) {
      const id = files[realPath(path)];
      return id === undefined ? undefined : String(id);
    },
  };
}

describe('over which files shims lie', () => {
  test.each<[string, Record<string, string | number>, readonly Covered[]]>([
    [
      'each place of a name',
      { '/bin/rm': 1, '/usr/bin/rm': 2 },
      [
        { path: '/bin/rm', names: ['rm'] },
        { path: '/usr/bin/rm', names: ['rm'] },
      ],
    ],
    ['behind links, once', { '/bin/rm': '/usr/bin/rm', '/usr/bin/rm': 1 }, [{ path: '/usr/bin/rm', names: ['rm'] }]],
    [
      'all shims of one file, its own name first',
      { '/bin/sh': '/usr/bin/dash', '/usr/bin/dash': 1 },
      [{ path: '/usr/bin/dash', names: ['dash', 'sh'] }],
    ],
    [
      'a name that is no shim',
      { '/usr/bin/python3': '/usr/bin/python3.11', '/usr/bin/python3.11': 1 },
      [{ path: '/usr/bin/python3.11', names: ['python3'] }],
    ],
    [
      'other names of the file',
      { '/usr/bin/perl': 7, '/bin/perl5.36': 7 },
      [
        { path: '/usr/bin/perl', names: ['perl'] },
        { path: '/bin/perl5.36', names: ['perl'] },
      ],
    ],
    [
      'all of its other names, also such as begin otherwise, and of two files',
      { '/usr/bin/rm': 8, '/usr/bin/perl': 7, '/bin/other': 7, '/bin/zap': 8, '/elsewhere/third': 7, '/bin/a': 1 },
      [
        { path: '/usr/bin/rm', names: ['rm'] },
        { path: '/usr/bin/perl', names: ['perl'] },
        { path: '/bin/other', names: ['perl'] },
        { path: '/bin/zap', names: ['rm'] },
      ],
    ],
    [
      'both names where both have a shim',
      { '/usr/bin/sh': 7, '/usr/bin/dash': 7, '/usr/bin/ash': 7 },
      [
        { path: '/usr/bin/sh', names: ['sh'] },
        { path: '/usr/bin/dash', names: ['dash'] },
        { path: '/usr/bin/ash', names: ['dash'] },
      ],
    ],
    ['nothing else', { '/usr/bin/ls': 1, '/elsewhere/rm': 2, '/bin/rm': '/nowhere' }, []],
  ])('%s', (_, files, covered) => {
    const names = ['rm', 'sh', 'dash', 'python3', 'perl'];
    expect(coveredPrograms(names, ['/bin', '/usr/bin'], disk(files))).toEqual(covered);
  });
});

test('where they stand: the PATH first, then the system, then what people have below HOME', () => {
  const names = (folder: string) => (folder === '/h/.nvm/versions/node' ? ['v20', 'v22'] : []);
  const folders = programFolders({ home: '/h', path: '/opt/x/bin/:relative::/usr/bin' }, names);
  expect(folders.slice(0, 2)).toEqual(['/opt/x/bin', '/usr/bin']);
  expect(folders.filter((one) => one === '/usr/bin')).toHaveLength(1);
  expect(folders).toContain('/usr/lib/git-core');
  expect(folders.filter((one) => one.includes('.nvm'))).toEqual([
    '/h/.nvm/versions/node/v20/bin',
    '/h/.nvm/versions/node/v22/bin',
  ]);
  expect(programFolders({ home: undefined, path: '' }, names)).not.toContain('undefined/bin');
});

test('each way round that is tried stands in the docs', () => {
  const docs = readFileSync('docs/box.md', 'utf8');
  expect(WAYS.map(({ name }) => name).filter((name) => !docs.includes(name))).toEqual([]);
});
