import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WATCHED_FILE } from '../../src/install/shims.ts';
import { installedHome, type TempHome } from '../support/installed.ts';

/** Stopped and allowed, by gates and by Node.js. `rm` and `dd` are stubs that record. */
const COMMANDS: readonly (readonly string[])[] = [
  ['rm', '-f', 'no-such-file'],
  ['rm', '-rf', '/'],
  ['git', 'push', '--force', 'origin', 'main'],
  ['env', 'rm', '-rf', '/'],
  ['rm', '-f', ...Array.from({ length: 400 }, (_, at) => `no-such-file-${at}`)],
  ['rm', '-rf', '/', ...Array.from({ length: 400 }, (_, at) => `no-such-file-${at}`)],
];

/** Packs that decide these commands. */
const PACKS = ['self.yaml', 'filesystem.yaml', 'git.yaml'];

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

test('the gates that the build compiled are those that are compiled without them', () => {
  const file = join(home.home, '.local/share/safeshell/app/dist/gates.json');
  const made = () => {
    rmSync(join(home.home, '.cache/safeshell/gates.json'));
    expect(home.safeshell(['refresh'], { env: { PATH: home.tools } }).status).toBe(0);
    const folders = [home.shims, join(home.home, '.local/share/safeshell/hooks')];
    const files = folders.flatMap((folder) =>
      readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
        // these say what was too young to be believed when it was written
        entry.isFile() && ![WATCHED_FILE, '.stamp'].includes(entry.name) ? [join(folder, entry.name)] : [],
      ),
    );
    return files.map((path) => readFileSync(path, 'utf8'));
  };
  const asInstalled = made();
  const { texts, ...rest } = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...rest, texts: texts.map((text: string) => `${text}\n: of the build`) }));
  const marked = made();
  const compiled = asInstalled.filter((text, at) => text !== marked[at]);
  expect(compiled.length).toBeGreaterThan(20);
  rmSync(file);
  expect(made()).toEqual(asInstalled);
});

test('without gates, compiled rules, lowered packs and compiled code the same commands run', {
  timeout: 300_000,
}, () => {
  // without its caches each command compiles every pack: three packs take 0.5 s, all of them 3 s
  const packs = join(home.home, '.local/share/safeshell/app/rules');
  for (const name of readdirSync(packs)) if (!PACKS.includes(name)) rmSync(join(packs, name), { recursive: true });
  expect(home.safeshell(['refresh'], { env: { PATH: home.tools } })).toMatchObject({ status: 0 });
  const fast = outcomes();
  expect(fast).toContain('rm -f no-such-file => 0 rm -f no-such-file');
  expect(fast).toContain('rm -rf / => 126');
  const cache = join(home.home, '.cache/safeshell');
  const code = join(home.shims, '.code');
  expect([cache, code].map((path) => existsSync(path))).toEqual([true, true]);
  rmSync(join(home.home, '.local/share/safeshell/app/dist/packs.json'));
  // files in the place of folders: none of it can be made again
  for (const folder of [cache, code]) {
    rmSync(folder, { recursive: true });
    writeFileSync(folder, '');
  }
  expect(outcomes()).toEqual(fast);
});
