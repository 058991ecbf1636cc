import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { policyBesidePacks, policyFromFiles, policyOfFiles, shippedPacks } from '../../../src/policy/load.ts';
import { loweredPacks, PACKS_FILE, packsFileText } from '../../../src/policy/lowered-packs.ts';
import { readRules } from '../../../src/policy/read-rules.ts';
import { sha256 } from '../../../src/store/sha256.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'temporary-packs-'));
  writeFileSync(join(folder, 'compile.cjs'), 'one build');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const pack = (text: string) => ({ file: '/p/x.yaml', text, tier: 'pack', module: 'x' }) as const;
const NOTHING = { rules: [], overrides: [] };
const find = (text: string) => loweredPacks(folder).find(pack(text));
const written = () => JSON.parse(packsFileText(folder)) as { compiler: string; packs: Record<string, object> };
/** What a build would have written of a pack that this process has not lowered. */
const fileWith = (text: string, content: unknown = NOTHING) => ({
  ...written(),
  packs: { [`x ${sha256(text)}`]: content },
});
const write = (file: object | string) =>
  writeFileSync(join(folder, PACKS_FILE), typeof file === 'string' ? file : JSON.stringify(file));

test('packs that were lowered before are the same rules, wherever they are installed', () => {
  const names = [...shippedPacks()].filter(([, { isUsual }]) => isUsual).map(([name]) => name);
  const first = policyBesidePacks([], names);
  expect(first.problems).toEqual([]);
  expect(policyBesidePacks([], names)).toEqual(first);
  const files = names.map((name) => shippedPacks().get(name)?.file as string);
  expect(first.policy).toEqual(readRules(files.map((file) => ({ file, tier: 'pack' }))).policy);
  const { packs } = written();
  expect(Object.keys(packs).length).toBeGreaterThan(10);
  expect(JSON.stringify(packs)).not.toContain(process.cwd());
});

test("a pack that is judged by alone has the rules that its file has, and a file of its name is a person's own", () => {
  const { file = '' } = shippedPacks().get('git') ?? {};
  const rulesOf = ({ policy }: ReturnType<typeof policyOfFiles>) => policy.modules.flatMap(({ rules }) => rules);
  const found = policyOfFiles([file]);
  expect(found.problems).toEqual([]);
  expect(found.policy.modules.map(({ tier }) => tier)).toEqual(['pack']);
  expect(rulesOf(found)).toEqual(rulesOf(policyFromFiles([file])));
  const own = join(folder, 'git.yaml');
  const rule = 'name: x, commands: [x], action: deny, tests: { match: [y] }';
  writeFileSync(own, `version: 1\nrules: [{ ${rule} }]\n`);
  const read = policyOfFiles([own]);
  expect(read.policy.modules.map(({ tier }) => tier)).toEqual(['user']);
  expect(read.problems.map(({ code }) => code)).toEqual(policyFromFiles([own]).problems.map(({ code }) => code));
  expect(read.problems).not.toEqual([]);
});

test('another text, name or tier is lowered anew; the rules are of the file that has the text now', () => {
  const { packs: all } = written();
  const [key = '', content] = Object.entries(all).find(([name]) => name.startsWith('git ')) ?? [];
  write({ ...written(), packs: { [key.replace('git ', 'x ')]: content } });
  const text = readFileSync('rules/git.yaml', 'utf8');
  const files = find(text)?.rules.map(({ rule }) => rule.at.file);
  expect(new Set(files)).toEqual(new Set(['/p/x.yaml']));
  const packs = loweredPacks(folder);
  expect(packs.find({ ...pack(text), tier: 'user' })).toBeUndefined();
  expect(packs.find({ ...pack(text), module: 'y' })).toBeUndefined();
  expect(packs.find(pack(`${text} `))).toBeUndefined();
});

test('a user rule file, and one with overrides, is not kept', () => {
  const packs = loweredPacks(folder);
  packs.add({ ...pack('of a user'), tier: 'user' }, NOTHING);
  packs.add(pack('with overrides'), { rules: [], overrides: [{ name: 'r', path: [], change: { unless: [] } }] });
  expect(find('of a user')).toBeUndefined();
  expect(find('with overrides')).toBeUndefined();
});

test('what this build did not write, or nobody writes so, is lowered anew', () => {
  const ok = (text: string) => JSON.stringify(fileWith(text));
  write(ok('whole'));
  expect(find('whole')).toEqual(NOTHING);
  const damaged = {
    short: ok('short').slice(0, -2),
    rule: fileWith('rule', { rules: [{ rule: {}, enabled: true }], overrides: [] }),
    override: fileWith('override', { rules: [], overrides: [{}] }),
    compiler: { ...fileWith('compiler'), compiler: 'another' },
    list: '[]',
  };
  for (const [text, file] of Object.entries(damaged)) {
    rmSync(folder, { recursive: true });
    folder = mkdtempSync(join(tmpdir(), 'temporary-packs-'));
    writeFileSync(join(folder, 'compile.cjs'), 'one build');
    write(file);
    expect(find(text), text).toBeUndefined();
  }
});

test('code of another build, or none, has its packs lowered anew', () => {
  write(fileWith('of another build'));
  writeFileSync(join(folder, 'compile.cjs'), 'another build');
  expect(find('of another build')).toBeUndefined();
});
