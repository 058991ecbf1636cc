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
import { installedHome, onlyPacks, type TempHome } from '../support/installed.ts';

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
  home = installedHome(undefined, { packs: [] });
  home.script(home.file('bin/frob', ''), ':');
  rules = home.file('.config/safeshell/rules/mine.yaml', RULES('-x'));
  config = join(home.home, '.config/safeshell/config.yaml');
  home.file('project/file', '');
  project = join(home.home, 'project');
  cache = join(home.home, '.cache/safeshell');
  const { status, stderr } = home.safeshell(['refresh'], { env: { PATH: path() } });
  expect([status, stderr]).toEqual([0, '']);
});
afterAll(() => home.remove());

/** Rules of an hour ago, compiled; someone is at a change already, so that what each test does stays seen. */
beforeEach(() => {
  writeFileSync(rules, RULES('-x'));
  rmSync(join(rules, '../more.yaml'), { force: true });
  for (const one of watched().filter(existsSync)) setTime(one, Date.now() / 1000 - HOUR_S);
  const keepOthersAway = () => writeFileSync(join(cache, 'refreshing'), '');
  // sources that changed a moment ago leave no stamp
  do {
    keepOthersAway();
    expect(home.safeshell(['refresh'], { env: { PATH: path() } }).status).toBe(0);
  } while (!existsSync(stamp()));
  keepOthersAway();
});

const stamp = () => join(cache, 'stamp');
const until = () => join(cache, 'stamp.marks/until');

const path = () => `${home.shims}:${join(home.home, 'bin')}:${home.tools}`;

function watched(): readonly string[] {
  const text = readFileSync(join(home.shims, '.watched.json'), 'utf8');
  const { watched: sources } = JSON.parse(text) as { watched: { seen: Readonly<Record<string, string>> } };
  return Object.keys(sources.seen).filter((one) => one.startsWith(home.home));
}

/** What the gate answers itself leaves no record. */
function records(): number {
  const folder = join(home.home, '.local/state/safeshell/audit');
  if (!existsSync(folder)) return 0;
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  return files.reduce((sum, name) => sum + readFileSync(join(folder, name), 'utf8').split('\n').length - 1, 0);
}

/** What doctor says of gates, up to its advice. */
function told(): readonly (readonly [string, string | undefined])[] {
  const { findings } = JSON.parse(home.safeshell(['doctor', '--json'], { env: { PATH: path() } }).stdout) as {
    findings: readonly { readonly check: string; readonly state: string; readonly what: string }[];
  };
  return findings.flatMap(({ check, state, what }) => (check === 'freshness' ? [[state, what.split(':')[0]]] : []));
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

function setTime(file: string, s: number): void {
  utimesSync(file, s, s);
}

/** Neither its time nor that of its folder tells it. */
function underOldTime(file: string, change: () => void): void {
  const s = statSync(file).mtimeMs / 1000;
  change();
  setTime(file, s);
}

const elsewhere = (text: string) => home.file('elsewhere.yaml', text);

function copyKept(from: string, to: string, ageS: number): void {
  setTime(from, Date.now() / 1000 + ageS);
  expect(home.run('/bin/cp', ['-p', from, to]).status).toBe(0);
}

/** What changes has the times that it would have had `s` seconds from now. */
function underClockOf(s: number, change: () => void): void {
  change();
  for (const one of watched()) {
    if (Date.now() - statSync(one).mtimeMs < 1000) setTime(one, Date.now() / 1000 + s);
  }
}

const CHANGES: readonly (readonly [string, () => void])[] = [
  ['a rule file is edited in place', () => writeFileSync(rules, RULES('-y'))],
  ['a rule file is put in its place', () => renameSync(elsewhere(RULES('-y')), rules)],
  ['a rule file comes', () => renameSync(elsewhere(RULES('-y')), join(rules, '../more.yaml'))],
  ['a rule file goes', () => rmSync(rules)],
  ['the settings change', () => writeFileSync(config, onlyPacks(['disk']))],
  ['a shipped pack comes, goes or is put in the place of another', () => setTime(packs(), Date.now() / 1000)],
  ['a clock is ahead', () => setTime(rules, Date.now() / 1000 + HOUR_S)],
  ['an older file is put back by cp -p', () => copyKept(elsewhere(RULES('-y')), rules, -2 * HOUR_S)],
  ['the clock went back before an edit', () => underClockOf(-HOUR_S / 2, () => writeFileSync(rules, RULES('-y')))],
  ['the stamp is gone', () => rmSync(stamp())],
];

test.each(CHANGES)('Node is asked when %s', (_what, change) => {
  expect(isNodeAsked()).toBe(false);
  change();
  expect(isNodeAsked()).toBe(true);
});

test('doctor does not say that a rule changed which was written just before gates were made', () => {
  writeFileSync(rules, RULES('-y'));
  expect(home.safeshell(['refresh']).status).toBe(0);
  expect(told()).toEqual([['note', expect.stringContaining('rules were written while gates were made')]]);
});

test('Node is asked below a project with rules, and no more when they are gone', () => {
  expect(isNodeAsked([], project)).toBe(false);
  home.file('.safeshell/rules.yaml', 'version: 1\nrules: []\n');
  expect(isNodeAsked([], project)).toBe(true);
  rmSync(join(home.home, '.safeshell'), { recursive: true });
  expect(isNodeAsked([], project)).toBe(false);
});

test('what keeps its exact time is seen by the next call that asks Node, which comes of itself', () => {
  underOldTime(rules, () => writeFileSync(rules, RULES('-y')));
  expect(isNodeAsked(['-y'])).toBe(false);
  expect(told()).toEqual([['problem', `${rules} was changed under the time that it had`]]);
  setTime(until(), Date.now() / 1000 - 1);
  expect(home.run(join(home.shims, 'frob'), ['-y'], { env: { PATH: path() } }).status).toBe(126);
  expect(isNodeAsked()).toBe(true); // nothing vouches for the gates until they are made anew
  expect(home.safeshell(['refresh'], { env: { PATH: path() } }).status).toBe(0);
  expect(home.run(join(home.shims, 'frob'), ['-y'], { env: { PATH: path() } }).status).toBe(126);
});

test.each([
  ['time is over', -1],
  ['end is further off than ever was written', 24 * HOUR_S],
])('Node vouches for gates again whose %s', (_what, s) => {
  setTime(until(), Date.now() / 1000 + s);
  expect(isNodeAsked(['-x'])).toBe(true);
  expect(statSync(until()).mtimeMs).toBeGreaterThan(Date.now());
  expect(statSync(until()).mtimeMs).toBeLessThan(Date.now() + HOUR_S * 1000);
  expect(isNodeAsked()).toBe(false);
});

test('rules from a time to come count, and are no reason to ask Node for ever', () => {
  setTime(rules, Date.now() / 1000 + HOUR_S);
  expect(isNodeAsked()).toBe(true);
  do {
    expect(home.safeshell(['refresh'], { env: { PATH: path() } }).status).toBe(0);
  } while (!existsSync(stamp()));
  expect(isNodeAsked()).toBe(false);
  expect(told()).toEqual([['note', `${rules} has a time to come`]]);
  writeFileSync(rules, RULES('-y'));
  expect(told()).toEqual([['note', `${rules} has changed`]]);
  expect(home.run(join(home.shims, 'frob'), ['-y'], { env: { PATH: path() } }).status).toBe(126);
});
