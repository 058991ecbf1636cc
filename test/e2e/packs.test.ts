import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { removePatiently } from '../../src/store/patience.ts';
import { callCli } from '../support/call-cli.ts';
import { CHECKOUT } from '../support/installed.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'temporary-packs-')));
const config = join(root, '.config/safeshell/config.yaml');
const CONFIG = '# mine\nversion: 1\naudit: {keep_days: 3} # short\n';

beforeEach(() => {
  rmSync(dirname(config), { recursive: true, force: true });
  mkdirSync(dirname(config), { recursive: true });
  writeFileSync(config, CONFIG);
});
afterAll(() => removePatiently(root));

async function safeshell(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { status, out, err } = await callCli(args, { cwd: root, env: { HOME: root, PATH: '/usr/bin:/bin', ...env } });
  return { status, stdout: out, stderr: err };
}

interface PackJson {
  readonly pack: string;
  readonly state: string;
  readonly optional: boolean;
  readonly description: string;
  readonly version: string;
  readonly rules: readonly { readonly rule: string; readonly on: boolean }[];
  readonly programs: { readonly here: readonly string[]; readonly missing: readonly string[] };
}

async function packs(): Promise<Readonly<Record<string, PackJson>>> {
  const all: readonly PackJson[] = JSON.parse((await safeshell(['packs', '--json'])).stdout);
  return Object.fromEntries(all.map((pack) => [pack.pack, pack]));
}

test('every pack says in one sentence what it stops, and how much of it counts', async () => {
  const all = Object.values(await packs());
  expect(all.length).toBeGreaterThan(14);
  const { version } = JSON.parse(readFileSync(join(CHECKOUT, 'package.json'), 'utf8'));
  for (const { description, state, optional, rules, version: own } of all) {
    expect(description).toMatch(/^\S.{20,140}\.$/);
    expect(state).toBe(optional ? 'off' : 'on');
    expect(rules.length).toBeGreaterThan(0);
    expect(own).toBe(version);
  }
  const { stdout } = await safeshell(['packs']);
  expect(stdout).toMatch(
    /^ {2}git +on {2}\d+ rules: \d+ require_approval; \d+ of \d+ programs here\n {4}What git cannot/m,
  );
  expect(stdout).toMatch(/\nOptional, off by default:\n(.|\n)*^ {2}trash +off /m);
  expect((await safeshell(['packs', 'list'])).stdout).toBe(stdout);
});

test('programs are told that are here, and that are not', async () => {
  const { here, missing } = (await packs()).filesystem?.programs ?? { here: [], missing: [] };
  expect(here).toContain('rm');
  expect(missing).not.toContain('rm');
  expect(missing.length).toBeGreaterThan(0);
});

test('off and on again; the file is as it was, to the letter', async () => {
  const { status, stdout, stderr } = await safeshell(['packs', 'disable', '--yes', 'git']);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('+packs: { disable: [git] }\n');
  expect(stdout).toContain('  git push --force: require_approval becomes allow\n');
  expect(readFileSync(config, 'utf8')).toBe(`${CONFIG}packs: { disable: [git] }\n`);
  expect((await packs()).git?.state).toBe('off');
  expect((await safeshell(['rules', 'show', 'git/reset-hard'])).stdout).toContain(
    `  off: ${config} switches its pack off\n`,
  );
  expect((await safeshell(['packs', 'disable', '--yes', 'git'])).stdout).toBe('git: already off.\n');
  expect((await safeshell(['packs', 'enable', '--yes', 'git'])).status).toBe(0);
  expect(readFileSync(config, 'utf8')).toBe(CONFIG);
});

test('an optional one on and off again', async () => {
  expect((await safeshell(['packs', 'enable', '--yes', 'trash'])).stdout).toContain(
    'trash: on from the next command on.\n',
  );
  expect((await packs()).trash?.state).toBe('on');
  expect((await safeshell(['packs', 'disable', '--yes', 'trash'])).status).toBe(0);
  expect(readFileSync(config, 'utf8')).toBe(CONFIG);
});

test('rules that are switched off one by one leave a pack partly on', async () => {
  expect((await safeshell(['rules', 'disable', '--yes', 'git/reset-hard'])).status).toBe(0);
  expect((await packs()).git?.state).toBe('partly');
  expect((await safeshell(['packs', 'show', 'git'])).stdout).toMatch(/^git +\d+ of \d+ on /);
});

test.each([
  [['packs', 'disable', '--yes', 'self'], 77, 'safeshell: self stays on: it protects the guard itself\n'],
  [['packs', 'disable', 'git'], 1, 'safeshell: nothing was changed\n'],
  [['packs', 'show', 'gti'], 64, 'safeshell: no pack is called `gti`, did you mean `git`?\n'],
  [
    ['packs', 'disabl', 'git'],
    64,
    'safeshell: unknown command `disabl`\n(Did you mean disable?)\n(see safeshell packs --help)\n',
  ],
])('%j changes nothing', async (args, status, stderr) => {
  expect(await safeshell(args)).toMatchObject({ status, stderr });
  expect(readFileSync(config, 'utf8')).toBe(CONFIG);
});

test('settings with errors stay as they are, and they are told', async () => {
  writeFileSync(config, 'packs: { disabled: [git] }\n');
  const { status, stderr } = await safeshell(['packs', 'disable', '--yes', 'git']);
  expect(status).toBe(65);
  expect(stderr).toContain('unknown key `disabled`');
  expect(readFileSync(config, 'utf8')).toBe('packs: { disabled: [git] }\n');
});

test.each(['enable', 'disable'])('an agent may look at packs, and not %s them', async (way) => {
  expect((await safeshell(['packs', way, '--yes', 'git'], { CLAUDECODE: '1' })).status).toBe(77);
  expect((await safeshell(['packs'], { CLAUDECODE: '1' })).status).toBe(0);
  expect(readFileSync(config, 'utf8')).toBe(CONFIG);
});
