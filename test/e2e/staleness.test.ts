import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { installedHome, type TempHome } from '../support/installed.ts';

const RULES = (flag: string) => `version: 1
rules:
  - { name: no-frob, commands: [frob], conditions: [{ args: { any_flag: ${flag} } }], action: deny, message: No. }
`;
const HOUR_S = 3600;

let home: TempHome;
let rules: string;
let config: string;
let cache: string;
let project: string;
beforeAll(() => {
  home = installedHome();
  home.script(home.file('bin/frob', ''), ':');
  rules = home.file('.config/safeshell/rules/mine.yaml', RULES('-x'));
  config = home.file('.config/safeshell/config.yaml', '');
  home.file('project/file', '');
  project = join(home.home, 'project');
  cache = join(home.home, '.cache/safeshell');
  const { status, stderr } = home.safeshell(['refresh'], { env: { PATH: path() } });
  expect([status, stderr]).toEqual([0, '']);
}, 120_000);
afterAll(() => home.remove());

/** As if nothing had changed for an hour, the rules had been compiled half an hour ago, and someone were at it. */
beforeEach(() => {
  writeFileSync(rules, RULES('-x'));
  const nowS = Date.now() / 1000;
  for (const one of watched()) utimesSync(one, nowS - HOUR_S, nowS - HOUR_S);
  writeFileSync(join(cache, 'stamp'), '');
  utimesSync(join(cache, 'stamp'), nowS - HOUR_S / 2, nowS - HOUR_S / 2);
  writeFileSync(join(cache, 'refreshing'), '');
});

const path = () => `${home.shims}:${join(home.home, 'bin')}:${home.tools}`;

function watched(): readonly string[] {
  const text = readFileSync(join(home.shims, '.watched.json'), 'utf8');
  const { watched: sources } = JSON.parse(text) as { watched: { changing: readonly string[] } };
  return sources.changing.filter((one) => one.startsWith(home.home));
}

/** What the gate answers itself leaves no record. */
function records(): number {
  const folder = join(home.home, '.local/state/safeshell/audit');
  if (!existsSync(folder)) return 0;
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  return files.reduce((sum, name) => sum + readFileSync(join(folder, name), 'utf8').split('\n').length - 1, 0);
}

function isNodeAsked(args: readonly string[] = [], cwd = home.home): boolean {
  const before = records();
  home.run(join(home.shims, 'frob'), args, { env: { PATH: path() }, cwd });
  return records() > before;
}

function packs(): string {
  const folder = watched().find((one) => one.endsWith('/app/rules'));
  if (folder === undefined) throw new Error('no packs are watched');
  return folder;
}

/** An edit keeps the inode, and the times of the folder. */
function touch(file: string, s = Date.now() / 1000): void {
  utimesSync(file, s, s);
}

const elsewhere = (text: string) => home.file('elsewhere.yaml', text);

const CHANGES: readonly (readonly [string, () => void])[] = [
  ['a rule file is edited in place', () => writeFileSync(rules, RULES('-y'))],
  ['a rule file is put in its place', () => renameSync(elsewhere(RULES('-y')), rules)],
  ['a rule file comes', () => renameSync(elsewhere(RULES('-y')), join(rules, '../more.yaml'))],
  ['a rule file goes', () => rmSync(join(rules, '../more.yaml'))],
  ['the settings change', () => writeFileSync(config, 'packs: { disable: [git] }\n')],
  ['a shipped pack comes, goes or is put in the place of another', () => touch(packs())],
  ['a clock is ahead', () => touch(rules, Date.now() / 1000 + HOUR_S)],
  ['the stamp is gone', () => rmSync(join(cache, 'stamp'))],
];

test.each(CHANGES)('Node is asked when %s', (_what, change) => {
  expect(isNodeAsked()).toBe(false);
  change();
  expect(isNodeAsked()).toBe(true);
});

test('Node is asked below a project with rules, and no more when they are gone', () => {
  expect(isNodeAsked([], project)).toBe(false);
  home.file('.safeshell/rules.yaml', 'version: 1\nrules: []\n');
  expect(isNodeAsked([], project)).toBe(true);
  rmSync(join(home.home, '.safeshell'), { recursive: true });
  expect(isNodeAsked([], project)).toBe(false);
});

test('an edit under the old time of the file is seen by the next call that asks Node', () => {
  const { atimeMs, mtimeMs } = statSync(rules);
  writeFileSync(rules, RULES('-y'));
  utimesSync(rules, atimeMs / 1000, mtimeMs / 1000);
  expect(home.run(join(home.shims, 'frob'), ['-x'], { env: { PATH: path() } }).status).toBe(0);
  expect(home.safeshell(['refresh'], { env: { PATH: path() } }).status).toBe(0);
  expect(home.run(join(home.shims, 'frob'), ['-y'], { env: { PATH: path() } }).status).toBe(126);
});
