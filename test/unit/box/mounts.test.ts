import { expect, test } from 'vitest';
import { bubblewrapOptions, tooMany } from '../../../src/box/bubblewrap.ts';
import { boxMounts } from '../../../src/box/mounts.ts';

const MOUNTS = boxMounts({
  places: { folder: '/f', root: '/f/root', own: '/f/own' },
  guarded: { config: '/h/c', program: '/h/c' },
  alsoGuarded: ['/etc/safeshell'],
  probe: '/h/c/probe',
  files: { 'session.json': '/h/s' },
  over: { '/usr/bin/rm': '/h/rm' },
});

test('the world as it is, the guard read-only in both views of it, shims over programs last', () => {
  expect(MOUNTS.map((one) => ('from' in one ? `${one.kind} ${one.from} ${one.to}` : `${one.kind} ${one.to}`))).toEqual([
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
