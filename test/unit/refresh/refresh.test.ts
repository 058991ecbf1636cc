import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refresh } from '../../../src/refresh/refresh.ts';

let home: string;
beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'temporary-refresh-')));
  for (const name of ['git', 'rm']) program(name);
  put('.config/safeshell/rules/mine.yaml', `version: 1\nrules:\n${RULE}`);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Its directory is no glob: that is told. */
const RULE = "  - { name: mine, commands: [shred], directory: '^/x', action: deny, message: No. }\n";
const CACHED = ['.cache/safeshell/policy/own.pack', '.cache/safeshell/gates.json'];

const at = (file: string) => join(home, file);
const shims = () => readdirSync(at('.local/share/safeshell/shims')).filter((name) => !name.startsWith('.'));
const shim = (name: string) => readFileSync(at(`.local/share/safeshell/shims/${name}`), 'utf8');
const hasGate = (name: string) => !/# ---- gate:.*\n:\n/.test(shim(name));
const now = (cwd = home) => refresh({ cwd, env: { HOME: home, PATH: at('bin') } });
const inodes = () => CACHED.map((file) => statSync(at(file)).ino);

function put(file: string, text: string): void {
  mkdirSync(dirname(at(file)), { recursive: true });
  writeFileSync(at(file), text);
}

function program(name: string): void {
  put(`bin/${name}`, '#!/bin/sh\n');
  chmodSync(at(`bin/${name}`), 0o755);
}

/** What was changed a moment ago may change again unseen, and is compiled again. */
async function settled(): Promise<void> {
  await expect.poll(() => Date.now() - statSync(at('.config/safeshell/rules/mine.yaml')).ctimeMs).toBeGreaterThan(100);
  now();
}

describe('with nothing changed', () => {
  test('nothing is compiled, and the same is told', async () => {
    const first = now();
    expect(first.problems.map(({ level }) => level)).toEqual(['notice']);
    expect(first.shims.written).toEqual(['git', 'rm']);
    await settled();
    const before = inodes();
    expect(now()).toEqual({ ...first, shims: { ...first.shims, written: [] } });
    expect(inodes()).toEqual(before);
  });

  test.each([
    ['edited', () => put('.local/share/safeshell/shims/rm', shim('rm').replace('__ss_gate=shut', '__ss_gate=open'))],
    ['removed', () => rmSync(at('.local/share/safeshell/shims/rm'))],
  ])('a shim that somebody %s is written anew', (_what, harm) => {
    const right = shim('rm');
    harm();
    now();
    expect(shim('rm')).toBe(right);
  });

  test('what another build of the product kept is not used', () => {
    const right = shim('git');
    for (const file of CACHED) {
      const text = readFileSync(at(file), 'latin1');
      writeFileSync(
        at(file),
        text.replaceAll(process.version, 'v0.0.0').replaceAll('__ss_way=node', '__ss_way=run_'),
        'latin1',
      );
    }
    now();
    expect(shim('git')).toBe(right);
  });
});

describe('sees', () => {
  const cases: readonly (readonly [string, () => void, () => unknown, unknown])[] = [
    ['a program that is installed', () => program('dd'), shims, ['dd', 'git', 'rm']],
    ['one that goes', () => rmSync(at('bin/dd')), shims, ['git', 'rm']],
    [
      'a rule',
      () =>
        put('.config/safeshell/rules/more.yaml', 'version: 1\nrules: [{ name: n, commands: [git], action: deny }]\n'),
      () => hasGate('git'),
      false,
    ],
    ['a rule that goes', () => rmSync(at('.config/safeshell/rules/more.yaml')), () => hasGate('git'), true],
    [
      'settings',
      () => put('.config/safeshell/config.yaml', 'audit: { everything: true }\n'),
      () => hasGate('git'),
      false,
    ],
    ['settings that go', () => rmSync(at('.config/safeshell/config.yaml')), () => hasGate('git'), true],
  ];
  test.each(cases)('%s', async (_what, change, seen, wanted) => {
    await settled();
    change();
    now();
    expect(seen()).toEqual(wanted);
  });

  test('a rule that was edited under its old time', async () => {
    const file = at('.config/safeshell/rules/mine.yaml');
    await settled();
    const { atime, mtime } = statSync(file);
    writeFileSync(file, readFileSync(file, 'utf8').replace('deny', 'allo'));
    utimesSync(file, atime, mtime);
    expect(now().standing).toBe('last-good');
    put('.config/safeshell/rules/mine.yaml', `version: 1\nrules:\n${RULE}`);
    expect(now().standing).toBe('current');
  });

  test('programs that only a project names, also from elsewhere', async () => {
    program('frobnicate');
    put('p/.safeshell/rules.yaml', 'version: 1\nrules: [{ name: p, commands: [frobnicate], action: deny }]\n');
    now(at('p'));
    await settled();
    now();
    expect(shims()).toEqual(['frobnicate', 'git', 'rm']);
  });
});
