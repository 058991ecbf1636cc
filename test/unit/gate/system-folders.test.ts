import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { isSystemFolder } from '../../../src/conditions/path/system-folders.ts';
import { PROJECT } from '../../../src/gate/word-marks.ts';

/** What the shim's sh says of a working directory. */
function isOutside(cwd: string): boolean {
  const script = `PWD=$1 HOME=/home/dev __ss_words=\n${PROJECT}\n[ "$__ss_words" ]`;
  try {
    execFileSync('/bin/sh', ['-c', script, 'sh', cwd]);
    return true;
  } catch {
    return false;
  }
}

test.each(['/', '/bin', '/etc', '/root', '/lib64', '/usr', '/usr/lib', '/var', '/var/www', '/Users', '/Applications'])(
  '%s is a system folder, for decide and for gates',
  (cwd) => {
    expect([isSystemFolder(cwd), isOutside(cwd)]).toEqual([true, true]);
  },
);

test.each([
  '/home/dev/app',
  '/srv',
  '/srv/app',
  '/etc/nginx',
  '/root/app',
  '/data',
  '/usrlocal',
  '/Users/dev',
  '/workspace',
])('%s is none', (cwd) => {
  expect([isSystemFolder(cwd), isOutside(cwd)]).toEqual([false, false]);
});

test('two levels below /usr and /var only gates keep asking', () => {
  expect([isSystemFolder('/usr/src/app'), isOutside('/usr/src/app')]).toEqual([false, true]);
});
