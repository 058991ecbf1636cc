import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { expandPath } from '../../../src/confine/expand-path.ts';
import { wallWords } from '../../../src/confine/wall.ts';
import { layoutOf } from '../../../src/store/layout.ts';
import { leaveWall } from '../../../src/store/walls.ts';

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

describe('words left for a shim', () => {
  const layout = layoutOf({ HOME: home });

  test('one a line, the last one first', () => {
    leaveWall(layout, 7, ['/l', '--rw', '/a b', '--']);
    expect(readFileSync(join(layout.state.walls, '7'), 'utf8')).toBe('--\n/a b\n--rw\n/l\n');
  });
  test('none with a line break', () => {
    expect(() => leaveWall(layout, 8, ['/l', '/a\nb'])).toThrow('line break');
    expect(() => readFileSync(join(layout.state.walls, '8'))).toThrow('ENOENT');
  });
});
