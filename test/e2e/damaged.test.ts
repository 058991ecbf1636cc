import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { installedHome, type TempHome } from '../support/installed.ts';

/** What crashes, cleaners and full disks leave of a file. */
const DAMAGES: readonly (readonly [string, (text: Buffer) => Buffer | undefined])[] = [
  ['empty', () => Buffer.alloc(0)],
  ['blank', () => Buffer.from('\n')],
  ['cut', (text) => text.subarray(0, text.length / 2)],
  ['full of zeros', (text) => Buffer.alloc(text.length)],
  ['gone', () => undefined],
];

let home: TempHome;
let dist: string;
beforeAll(() => {
  home = installedHome();
  dist = join(home.home, '.local/share/safeshell/app/dist');
}, 120_000);
afterAll(() => home.remove());

const kept = new Map<string, Buffer>();
afterEach(() => {
  for (const [file, bytes] of kept) writeFileSync(file, bytes);
  kept.clear();
});

function damage(file: string, change: (text: Buffer) => Buffer | undefined): void {
  const bytes = readFileSync(file);
  kept.set(file, bytes);
  const left = change(bytes);
  if (left === undefined) rmSync(file);
  else writeFileSync(file, left);
}

/** `rm` is a stub that writes down that it was started. */
const remove = (context: 'ai' | 'human') =>
  home.run('/bin/sh', ['-c', 'rm -rf ~'], { env: { PATH: home.guardedPath, SAFESHELL_CONTEXT: context } });

describe.each(DAMAGES)('a file of the product that is %s', (_what, change) => {
  test('is no yes of the command', () => {
    damage(join(dist, 'cli.cjs'), change);
    const { status, stdout } = home.safeshell(['check', '--actor', 'ai', 'git status']);
    expect([1, 70]).toContain(status);
    expect(stdout).toBe('');
  });

  test.each(['shim.cjs', 'shim-main.cjs', 'compile.cjs'])('%s starts nothing for an agent', (name) => {
    damage(join(dist, name), change);
    if (name === 'compile.cjs') home.file('.config/safeshell/rules/mine.yaml', `# ${_what}\n`);
    expect(remove('ai').status).toBe(126);
    expect(home.starts()).toEqual([]);
  });
});

test('the command still ends as it did', () => {
  const statusOf = (...args: string[]) => home.safeshell(args).status;
  expect(statusOf('check', '--actor', 'ai', 'git status')).toBe(0);
  expect(statusOf('check', '--actor', 'ai', 'rm -rf ~')).not.toBe(0);
  expect(statusOf('--version')).toBe(0);
  expect(statusOf('--no-such-option')).toBe(64);
  expect(home.safeshell(['check', '--', '-e', 'x']).stdout).toContain('-e x');
});

test.each([0, 0.25, 0.5, 0.9])('code that V8 kept, damaged from %f of its length, is made anew', (from) => {
  const files = () => readdirSync(join(home.shims, '.code')).map((name) => join(home.shims, '.code', name));
  remove('ai');
  expect(files().length).toBeGreaterThan(0);
  for (const file of files()) {
    const bytes = readFileSync(file);
    bytes.fill(0, Math.floor(bytes.length * from), Math.floor(bytes.length * from) + 4096);
    writeFileSync(file, bytes);
  }
  for (const _ of ['compiled', 'kept']) {
    const { status, stderr } = remove('ai');
    expect([status, stderr]).toEqual([126, expect.stringContaining('"cause":')]);
    expect(stderr).not.toContain('guard-broken');
  }
});
