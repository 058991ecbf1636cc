import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installedHome, type TempHome } from '../support/installed.ts';

/** Stopped and allowed, by gates and by Node.js; few, as each compiles all rules. `rm` and `dd` are stubs that record. */
const COMMANDS: readonly (readonly string[])[] = [
  ['rm', '-f', 'no-such-file'],
  ['rm', '-rf', 'build'],
  ['rm', '-rf', '/'],
  ['dd', 'if=/dev/zero', 'of=/dev/sda'],
  ['git', 'push', '--force', 'origin', 'main'],
  ['env', 'rm', '-rf', '/'],
  // so long that Node.js starts as for long work
  ['rm', '-f', ...Array.from({ length: 400 }, (_, at) => `no-such-file-${at}`)],
  ['rm', '-rf', '/', ...Array.from({ length: 400 }, (_, at) => `no-such-file-${at}`)],
];

let home: TempHome;
beforeAll(() => {
  home = installedHome();
  home.file('work/.git/HEAD', 'ref: refs/heads/main\n');
}, 120_000);
afterAll(() => home.remove());

/** For each command how it ends, and what was started. */
function outcomes(): readonly string[] {
  const env = { PATH: home.guardedPath, CLAUDECODE: '1' };
  return COMMANDS.map((words) => {
    const before = home.starts().length;
    const { status } = home.run('/bin/sh', ['-c', 'exec "$@"', 'sh', ...words], { env, cwd: join(home.home, 'work') });
    return [...words, '=>', status, ...home.starts().slice(before)].join(' ');
  });
}

test('without gates, compiled rules, lowered packs and compiled code the same commands run', {
  timeout: 300_000,
}, () => {
  const fast = outcomes();
  expect(fast).toContain('rm -f no-such-file => 0 rm -f no-such-file');
  expect(fast).toContain('rm -rf / => 126');
  const cache = join(home.home, '.cache/safeshell');
  const code = [join(home.shims, '.code'), join(home.shims, '.code-long')];
  expect([cache, ...code].map((path) => existsSync(path))).toEqual([true, true, true]);
  rmSync(join(home.home, '.local/share/safeshell/app/dist/packs.json'));
  // files in the place of folders: none of it can be made again
  for (const folder of [cache, ...code]) {
    rmSync(folder, { recursive: true });
    writeFileSync(folder, '');
  }
  expect(outcomes()).toEqual(fast);
});
