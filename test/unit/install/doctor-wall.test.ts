import { describe, expect, test } from 'vitest';
import { wallFound } from '../../../src/install/doctor/wall.ts';
import type { WallHere } from '../../../src/install/wall.ts';
import { lackText, strengthText } from '../../../src/text/wall.ts';

const FULL: WallHere = { wall: { kind: 'landlock', launcher: '/l' }, strength: 'full' };
const NONE: WallHere = { wall: undefined, strength: 'none', lack: 'launcher' };

describe('doctor about the wall', () => {
  test('recommends the pack where the wall is full', () => {
    expect(wallFound([], FULL).what).toContain('safeshell packs enable local-code');
    expect(wallFound([], { ...FULL, strength: 'partial' }).what).not.toContain('enable');
    expect(wallFound([], NONE).what).not.toContain('enable');
  });
  test('says that the pack is on', () => {
    expect(wallFound(['git', 'local-code'], FULL)).toMatchObject({ state: 'ok' });
    expect(wallFound(['local-code'], NONE).what).toContain('what it confines is not run');
  });
});

test.each([
  ['landlock', 'full', '6.18.4', []],
  ['landlock', 'partial', '6.1.0-13-amd64', ['truncate', 'ioctl']],
  ['landlock', 'partial', '5.15.0', ['truncate', 'ioctl']],
  ['landlock', 'partial', '6.8.0', ['ioctl']],
  ['seatbelt', 'full', '23.1.0', []],
] as const)('%s, %s, kernel %s: lets %j through', (kind, strength, release, expected) => {
  const text = strengthText(kind, strength, release);
  expect(['truncate', 'ioctl'].filter((one) => text.includes(one))).toEqual(expected);
});

test.each([
  ['launcher', 'linux', 'C compiler'],
  ['kernel', 'linux', 'Landlock'],
  ['launcher', 'darwin', 'sandbox-exec'],
  ['launcher', 'freebsd', 'Linux or macOS'],
] as const)('without a %s on %s it says what is missing', (lack, platform, expected) => {
  expect(lackText(lack, { platform, arch: 'x64', release: '6.1' })).toContain(expected);
});
