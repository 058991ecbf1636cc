import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Finding } from '../../src/install/doctor/finding.ts';
import { FIXED_HASHES, recordedOptions } from '../../src/install/node-options.ts';
import { installedHome, type TempHome } from '../support/installed.ts';

let home: TempHome;
beforeAll(() => {
  home = installedHome();
});
afterAll(() => home.remove());

/** That of a guarded shell, without the stubs: none were there when the shims were made. */
const PATH = () => `${home.shims}:${home.tools}`;

function examine(env: Readonly<Record<string, string>> = {}) {
  const { status, stdout } = home.safeshell(['doctor', '--json'], { env: { PATH: PATH(), ...env } });
  const { problems, findings } = JSON.parse(stdout) as { problems: number; findings: readonly Finding[] };
  const faults = findings.filter(({ state }) => state === 'problem');
  return { status, problems, findings, checks: [...new Set(faults.map(({ check }) => check))].sort(), faults };
}

describe('safeshell doctor', () => {
  test('finds nothing where all is well', () => {
    const { status, problems, checks, findings } = examine();
    expect(checks).toEqual([]);
    expect([status, problems]).toEqual([0, 0]);
    expect(findings.map(({ check }) => check)).toContain('path-bash-login');
    expect(home.safeshell(['doctor'], { env: { PATH: PATH() } }).stdout).toMatch(/No problems found\.\n$/);
  });

  test('says who asks', () => {
    const { findings } = examine({ SAFESHELL_CONTEXT: 'ai' });
    expect(findings.find(({ check }) => check === 'actor')?.what).toContain("an agent's");
  });

  test('finds a PATH without the shims, or with something before them', () => {
    const without = home.safeshell(['doctor'], { env: { PATH: home.tools } });
    expect(without.status).toBe(1);
    expect(without.stdout).toContain(`fix: . '${home.home}/.local/share/safeshell/env.sh'`);
    const late = examine({ PATH: `/usr/bin:${PATH()}` });
    expect(late.checks).toEqual(['path']);
    expect(late.faults[0]?.what).toContain('/usr/bin stands before');
    const nvm = join(home.home, '.nvm/versions/node/v20/bin');
    expect(examine({ PATH: `${nvm}:${PATH()}` }).faults[0]?.what).toContain(`${nvm} (nvm) stands before`);
  });

  test('finds options that Node.js does not take, and a Node.js that has changed', async () => {
    const line = '.local/share/safeshell/safeshell-line';
    home.file(line, home.read(line).replace(FIXED_HASHES, '--no-such-option'));
    const tried = '.local/share/safeshell/node/tried.json';
    home.file(tried, home.read(tried).replace(/(?<="seen":\{"[^"]*":")/, '1'));
    const { faults } = examine();
    expect(faults.map(({ check, what }) => [check, what])).toEqual([
      ['node', `${process.execPath} does not take options of ours: --no-such-option`],
      ['node', `${process.execPath} has changed since its options were tried: it runs without them`],
    ]);
    // a call that Node.js answers brings both in line
    expect(home.run('/bin/sh', ['-c', 'rm -rf /'], { env: { PATH: home.guardedPath } }).status).toBe(126);
    await vi.waitFor(() => expect(recordedOptions(dirname(join(home.home, tried)))).toBeDefined(), 30_000);
    await vi.waitFor(() => expect(home.read(line)).toContain(FIXED_HASHES), 30_000);
  });

  test('finds what is broken, each with its fix', () => {
    home.safeshell(['refresh'], { env: { PATH: `${PATH()}:${dirname(home.launcher)}` } }); // waits for a refresh in the background
    home.file('.profile', home.read('.profile').replace(/^if .*$/gm, ':'));
    home.file('.config/safeshell/rules/mine.yaml', 'rules:\n  - { name: x, comands: [git], action: deny }\n');
    chmodSync(join(home.home, '.config/safeshell'), 0o777);
    home.script(join(home.shims, 'frob'), 'echo a stranger');
    rmSync(join(home.shims, 'git'));
    const elsewhere = join(home.home, 'other');
    mkdirSync(elsewhere);
    home.script(join(elsewhere, 'safeshell'), 'echo another');
    const { status, faults, checks } = examine({ PATH: `${PATH()}:${elsewhere}` });
    expect(status).toBe(1);
    // whether gates were marked before its mode changed depends on what was called meanwhile
    const others = checks.filter((check) => check !== 'freshness');
    expect(others).toEqual(['duplicates', 'path-bash-login', 'permissions', 'rules', 'shims']);
    expect(faults.every(({ fix }) => fix)).toBe(true);
    expect(faults.find(({ check }) => check === 'rules')?.what).toContain('mine.yaml:2:');
    expect(faults.filter(({ check }) => check === 'shims').map(({ what }) => what)).toEqual([
      'these programs have no shim: git',
      `${home.shims}/frob is no shim of ours`,
    ]);
  });
});
