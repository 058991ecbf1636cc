import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { policySources } from '../../../src/policy/sources.ts';
import { loadBasePolicy } from '../../../src/refresh/base-policy.ts';
import { keepSay, projectSay, projectsOf } from '../../../src/refresh/project-say.ts';

let home: string;
beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'temporary-say-')));
  put('.config/safeshell/rules/mine.yaml', 'version: 1\nrules: [{ name: mine, commands: [frob], action: allow }]\n');
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

function put(file: string, text: string): void {
  mkdirSync(dirname(join(home, file)), { recursive: true });
  writeFileSync(join(home, file), text);
}

const env = () => ({ HOME: home });
const place = () => policySources({ cwd: join(home, 'p'), env: env() });
const SHELLS = ['sh', 'dash', 'bash'];

test.each<[string, string, readonly string[] | undefined]>([
  ['no rules', 'rules: []', []],
  ['a rule', 'rules: [{ name: a, commands: [knob, /opt/x/nib], action: deny }]', ['knob', 'nib', ...SHELLS]],
  ['a rule that allows', 'rules: [{ name: a, commands: [knob], action: allow }]', []],
  ['a rule about any command', 'rules: [{ name: a, conditions: [{ command_contains: x }], action: deny }]', undefined],
  [
    'a rule that asks what went before',
    'rules: [{ name: a, commands: [knob], conditions: [{ first_use: operation }], action: deny }]',
    undefined,
  ],
  ['an override that loosens', 'overrides: [{ name: git/push-force, disabled: true }]', []],
  ['an override that tightens', 'overrides: [{ name: mine/mine, action: deny }]', ['frob', ...SHELLS]],
  ['errors, never good: it is left out', 'ruls: []', []],
])('of %s', (_what, text, about) => {
  put('p/.safeshell/rules.yaml', `version: 1\n${text}\n`);
  expect(projectSay(place()).about).toEqual(about);
});

test('is kept for one policy, until another takes its place', () => {
  put('p/.safeshell/rules.yaml', 'version: 1\nrules: []\n');
  const first = loadBasePolicy(env());
  expect(keepSay(place(), first)).toBe(false);
  const folder = join(dirname(projectsOf(first)), 'of another');
  mkdirSync(folder, { recursive: true });
  keepSay(place(), first);
  expect(existsSync(folder)).toBe(false);
  put('.config/safeshell/config.yaml', 'packs: { disable: [windows] }\n');
  expect(projectsOf(loadBasePolicy(env()))).not.toBe(projectsOf(first));
  expect(readdirSync(dirname(projectsOf(first)))).toEqual([]);
});
