import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removePatiently } from '../../src/store/patience.ts';
import { CHECKOUT } from '../support/installed.ts';

/** Writes down what a process loaded of Node.js and of dist/, and how much it read of the compiled policy. */
const WITNESS = `
  const fs = require('node:fs');
  const { basename } = require('node:path');
  const { readFileSync, openSync, readSync } = fs;
  const parts = [];
  const packs = new Set();
  let policyBytes = 0;
  fs.readFileSync = (path, ...rest) => {
    if (String(path).includes('/dist/')) parts.push(basename(path));
    return readFileSync(path, ...rest);
  };
  fs.openSync = (path, ...rest) => {
    if (String(path).includes('/dist/')) parts.push(basename(path));
    const descriptor = openSync(path, ...rest);
    if (String(path).endsWith('.pack')) packs.add(descriptor);
    return descriptor;
  };
  fs.readSync = (descriptor, ...rest) => {
    const count = readSync(descriptor, ...rest);
    if (packs.has(descriptor)) policyBytes += count;
    return count;
  };
  process.on('exit', () => {
    const builtins = process.moduleLoadList.filter((name) => name.startsWith('NativeModule'));
    fs.writeFileSync(process.env.SEEN, JSON.stringify({ builtins, parts, policyBytes }));
  });`;

interface Seen {
  readonly builtins: readonly string[];
  readonly parts: readonly string[];
  readonly policyBytes: number;
}

let home: string;
beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'safeshell-plain-')));
  writeFileSync(join(home, 'witness.cjs'), WITNESS);
  writeFileSync(join(home, 'empty.cjs'), '');
  refresh();
});
afterAll(() => removePatiently(home));

const env = () => ({
  HOME: home,
  PATH: '/usr/bin:/bin',
  SAFESHELL_CONTEXT: 'human',
  SAFESHELL_STEP: 'ask',
  SAFESHELL_SHIMS: join(home, '.local/share/safeshell/shims'),
  SEEN: join(home, 'seen.json'),
});

function refresh(): void {
  const ran = spawnSync(process.execPath, [join(CHECKOUT, 'dist/cli.cjs'), 'refresh'], { cwd: home, env: env() });
  if (ran.status !== 0) throw new Error(String(ran.stderr));
}

function seen(main: string, ...argv: readonly string[]): Seen & { status: number | null } {
  const words = ['--require', join(home, 'witness.cjs'), main, ...argv];
  const { status } = spawnSync(process.execPath, words, { cwd: home, env: env() });
  return { status, ...(JSON.parse(readFileSync(env().SEEN, 'utf8')) as Seen) };
}

const answer = (...argv: readonly string[]) => seen(join(CHECKOUT, 'dist/shim.cjs'), ...argv);

test('a plain answer loads no more than it needs', () => {
  const nothing = new Set(seen(join(home, 'empty.cjs')).builtins);
  for (const [argv, part] of [
    [['git', 'commit', '-m', 'x'], 'git.cjs'],
    [['rm', '-f', 'no-such-file'], 'grammars.cjs'],
  ] as const) {
    answer(...argv);
    const { status, builtins, parts } = answer(...argv);
    expect(status).toBe(222);
    expect(parts).toEqual(['shim.cjs', 'shim-main.cjs', part]);
    expect(builtins.filter((name) => !nothing.has(name))).toEqual(['NativeModule vm']);
  }
});

test('what is read of a policy does not grow with the rules for other programs', () => {
  const before = answer('git', 'commit', '-m', 'x').policyBytes;
  const rules = Array.from(
    { length: 120 },
    (_none, at) => `  - { name: r${at}, commands: [tool-${at}], action: deny, conditions: [{ args: { operand: x } }] }`,
  );
  const folder = join(home, '.config/safeshell/rules');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'many.yaml'), `version: 1\nrules:\n${rules.join('\n')}\n`);
  refresh();
  answer('git', 'commit', '-m', 'x');
  const { policyBytes } = answer('git', 'commit', '-m', 'x');
  expect(before).toBeGreaterThan(20_000);
  expect(policyBytes).toBeLessThan(before * 1.05);
});
