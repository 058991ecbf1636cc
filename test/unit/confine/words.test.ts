import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { expandPath } from '../../../src/confine/expand-path.ts';
import { wallWords } from '../../../src/confine/wall.ts';
import { layoutOf } from '../../../src/store/layout.ts';
import { leaveWall } from '../../../src/store/walls.ts';
import { presentShells } from '../../support/shim-world.ts';

const home = mkdtempSync(join(tmpdir(), 'temporary-walls-'));
afterAll(() => rmSync(home, { recursive: true }));

describe('words in front of a command', () => {
  test('of Landlock', () => {
    expect(wallWords({ kind: 'landlock', launcher: '/l' }, ['/a b', '/c'])).toEqual([
      '/l',
      '--ro',
      '/',
      '--rw',
      '/a b',
      '--rw',
      '/c',
      '--',
    ]);
  });
  test('of sandbox-exec: in one line, no path ends its string', () => {
    const [launcher, option, profile = ''] = wallWords({ kind: 'seatbelt', launcher: '/s' }, ['/a", (x)', '/b\nc']);
    expect([launcher, option]).toEqual(['/s', '-p']);
    expect(profile).toBe(
      String.raw`(version 1) (allow default) (deny file-write*) (allow file-write* (subpath "/a\", (x)") (subpath "/b\nc"))`,
    );
  });
});

test.each<[string, Readonly<Record<string, string>>, string | undefined]>([
  ['~', {}, '/h'],
  ['~/x', {}, '/h/x'],
  ['~x', {}, undefined],
  ['/a', {}, '/a'],
  ['a', {}, undefined],
  ['./a', {}, undefined],
  ['${X:-~/.x}/y', {}, '/h/.x/y'],
  ['${X:-~/.x}/y', { X: '/z' }, '/z/y'],
  ['${X:-~/.x}/y', { X: 'relative' }, '/h/.x/y'],
  ['${X:-~/.x}/y', { X: '' }, '/h/.x/y'],
  ['${X:-~/.x}/y', { X: '/${X:-/z}' }, '/h/.x/y'],
  ['${X:-${Y:-~/.y}/x}', { Y: '/y' }, '/y/x'],
  ['${X:-${Y:-~/.y}/x}', { X: '/x', Y: '/y' }, '/x'],
  ['${X:-~/.x}', { X: '/$&' }, '/h/.x'],
  ['${X}', { X: '/x' }, undefined],
])('%s with %j is %s', (path, env, expected) => {
  expect(expandPath(path, { HOME: '/h', ...env })).toBe(expected);
});

test.each(presentShells())('words left for a shim reach it as they are: %s', (...shell) => {
  const layout = layoutOf({ HOME: home });
  const words = ['/l', '--rw', "/a b'$(x)\n\\", '--'];
  leaveWall(layout, 7, words);
  const script = `__ss_become() { printf '%s\\0' "$__ss_real" "$@"; }\n__ss_real=/p\n. '${join(layout.state.walls, '7')}'`;
  const [program = '', ...args] = [...shell, '-c', script, 'x', '', '*'];
  const { stdout } = spawnSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  expect(stdout.split('\0')).toEqual([...words, '/p', '', '*', '']);
});
