import { expect, test } from 'vitest';
import { bubblewrapOptions, tooMany } from '../../../src/box/bubblewrap.ts';
import type { Mount } from '../../../src/box/mount.ts';
import { boxMounts } from '../../../src/box/mounts.ts';

const INPUT = {
  places: { folder: '/f', root: '/f/root', own: '/f/own' },
  guarded: { config: '/h/c', program: '/h/c' },
  alsoGuarded: ['/etc/safeshell'],
  probe: '/h/c/probe',
  files: { 'session.json': '/h/s' },
  over: { '/usr/bin/rm': '/h/rm' },
};
const MOUNTS = boxMounts(INPUT);

const shown = (mounts: readonly Mount[]) =>
  mounts.map((one) => ('from' in one ? `${one.kind} ${one.from} ${one.to}` : `${one.kind} ${one.to}`));

test('the world as it is, the guard read-only in both views of it, shims over programs last', () => {
  expect(shown(MOUNTS)).toEqual([
    'writable / /',
    'memory /f',
    'folder /f/root',
    'writable / /f/root',
    'read-only /h/c /h/c',
    'read-only /etc/safeshell /etc/safeshell',
    'read-only /h/c /f/root/h/c',
    'read-only /etc/safeshell /f/root/etc/safeshell',
    'writable /h/c/probe /h/c/probe',
    'writable /h/c/probe /f/root/h/c/probe',
    'read-only /h/c /f/own/config',
    'read-only /h/c /f/own/program',
    'read-only /h/s /f/session.json',
    'sealed /f',
    'read-only /h/rm /usr/bin/rm',
  ]);
});

test('behind a wall all is read-only but what it leaves; what it hides is hidden in both views, after what can be written', () => {
  const wall = {
    writable: ['/h/app', '/dev/null'],
    kept: ['/h/.claude/settings.json'],
    hiddenFolders: ['/h/.gnupg'],
    hiddenFiles: ['/h/app/.env'],
    emptied: ['/run/user/7'],
  };
  const walled = shown(boxMounts({ ...INPUT, wall }));
  expect(walled.slice(0, 15)).toEqual([
    'read-only / /',
    'memory /f',
    'folder /f/root',
    'read-only / /f/root',
    'memory /run/user/7',
    'writable /h/app /h/app',
    'writable /dev/null /dev/null',
    'read-only /h/.claude/settings.json /h/.claude/settings.json',
    'hidden /h/.gnupg',
    'read-only /dev/null /h/app/.env',
    'hidden /f/root/run/user/7',
    'hidden /f/root/h/.gnupg',
    'read-only /dev/null /f/root/h/app/.env',
    'read-only /h/c /h/c',
    'read-only /etc/safeshell /etc/safeshell',
  ]);
  // all that holds without a wall, after it
  expect(walled.slice(13)).toEqual(shown(MOUNTS).slice(4));
  expect(bubblewrapOptions([{ kind: 'hidden', to: '/x' }], undefined)).toEqual([
    ...['--unshare-user', '--perms', '0000', '--tmpfs', '/x'],
  ]);
});

test('bubblewrap makes a user namespace for everybody but root', () => {
  const options = bubblewrapOptions(MOUNTS, undefined);
  expect(options.slice(0, 4)).toEqual(['--unshare-user', '--dev-bind', '/', '/']);
  expect(options.slice(-3)).toEqual(['--ro-bind', '/h/rm', '/usr/bin/rm']);
});

test('root asks for what it has and may keep, and for nothing else: else bwrap would leave it all', () => {
  const chownAdminAndResource = 1n | (1n << 21n) | (1n << 24n);
  const options = bubblewrapOptions([], chownAdminAndResource);
  expect(options).toEqual(['--cap-drop', 'ALL', '--cap-add', 'CAP_CHOWN', '--cap-add', 'CAP_SYS_RESOURCE']);
  expect(tooMany(chownAdminAndResource)).toBe(1n << 21n);
});
