import { describe, expect, test } from 'vitest';
import { strengthFound } from '../../../src/install/doctor/wall.ts';
import type { WallHere } from '../../../src/install/wall.ts';
import type { BoxLack, BoxWallLack } from '../../../src/model/box.ts';
import { lackText, strengthText } from '../../../src/text/wall.ts';

const FULL: WallHere = { wall: { kind: 'landlock', launcher: '/l' }, strength: 'full' };
const NONE: WallHere = { wall: undefined, strength: 'none', lack: 'launcher' };

describe('doctor about the wall', () => {
  test('recommends the pack where the wall is full', () => {
    expect(strengthFound([], FULL).what).toContain('safeshell packs enable local-code');
    expect(strengthFound([], { ...FULL, strength: 'partial' }).what).not.toContain('enable');
    expect(strengthFound([], NONE).what).not.toContain('enable');
  });
  test('says that the pack is on', () => {
    expect(strengthFound(['git', 'local-code'], FULL)).toMatchObject({ state: 'ok' });
    expect(strengthFound(['local-code'], NONE)).toMatchObject({
      state: 'problem',
      what: expect.stringContaining('`confine: local_code` changes nothing'),
    });
    expect(strengthFound(['local-code'], { ...NONE, lack: 'kernel' }).what).toContain('nothing of that runs');
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

test('says beside it whether there can be a box, or what is missing', () => {
  const box = { bubblewrap: '/usr/bin/bwrap', bash: '/bin/bash', version: 'bubblewrap 0.8.0', resetsSignals: true };
  expect(strengthFound([], FULL, box).what).toMatch(/; bubblewrap 0\.8\.0 can keep an agent in a box.*safeshell run/);
  const missing = (lack: BoxLack, said?: string) =>
    strengthFound([], FULL, { bubblewrap: undefined, lack, said: said ?? '' }).what;
  expect(missing('program')).toContain('apt install bubblewrap');
  expect(missing('platform')).toContain('takes Linux');
  expect(missing('forbidden', 'bwrap: No permissions\nx\x1b[0m')).toMatch(/bwrap: No permissions; x.*user namespaces/);
});

test('and whether there can be a wall around it', () => {
  const box = { bubblewrap: '/usr/bin/bwrap', bash: '/bin/bash', version: 'bubblewrap 0.8.0', resetsSignals: true };
  const here = { package: '/p/dist/index.js', socat: '/usr/bin/socat', setsid: '/usr/bin/setsid' };
  const without = (lack: BoxWallLack) => strengthFound([], FULL, box, { package: undefined, lack }).what;
  expect(strengthFound([], FULL, box, here).what).toContain('safeshell run --wall');
  expect(without('package')).toContain('@anthropic-ai/sandbox-runtime is not installed');
  expect(without('socat')).toContain('apt install socat');
  expect(without('setsid')).toContain('util-linux');
});
