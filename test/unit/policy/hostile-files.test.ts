import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { policyInForce } from '../../../src/policy/load.ts';
import { previewTrust } from '../../../src/policy/trust.ts';
import { readIfThere } from '../../../src/store/atomic-file.ts';
import { identify } from '../../../src/store/policy-cache.ts';

const HEAD = 'version: 1\nrules:\n';
const RULE = '  - { name: no-zap, commands: [zap], action: deny }\n';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'temporary-hostile-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (text: string | Buffer) => (file: string) => writeFileSync(file, text);
const many = (count: number, text: (index: number) => string) => Array.from({ length: count }, (_, at) => text(at));
const mkfifo = (file: string) => expect(spawnSync('mkfifo', [file]).status).toBe(0);
const linkTo = (target: string) => (file: string) => symlinkSync(target, file);
const sparse = (bytes: number) => (file: string) => {
  writeFileSync(file, '');
  truncateSync(file, bytes);
};
/** Each of these in the place of a rule file is a file with errors. */
const FILES: Readonly<Record<string, readonly [make: (file: string) => void, reason: RegExp]>> = {
  'a pipe': [mkfifo, /no regular file/],
  'a link to a pipe': [
    (file) => {
      mkfifo(`${file}.pipe`);
      symlinkSync(`${file}.pipe`, file);
    },
    /no regular file/,
  ],
  'a folder': [(file) => mkdirSync(file), /no regular file/],
  'a link to an endless device': [linkTo('/dev/zero'), /no regular file/],
  'a link to a terminal': [linkTo('/dev/tty'), /no regular file/],
  'a link to itself': [linkTo('rules.yaml'), /ELOOP/],
  'a link to nothing': [linkTo('gone'), /ENOENT/],
  'what /proc says of a process': [linkTo('/proc/self/environ'), /rules: \[\]/],
  'a sparse file of 10 GB': [sparse(10 * 2 ** 30), /larger than 256 KB/],
  'a file of a byte too many': [sparse(256 * 1024 + 1), /larger than 256 KB/],
  '30,000 rules': [write(HEAD + many(30_000, () => '  - {}\n').join('')), /more than/],
  '30,000 rules on one line': [write(`version: 1\nrules: [${'{},'.repeat(30_000)}]\n`), /more than/],
  'as many keys': [write(many(25_000, (at) => `k${at}: 1\n`).join('')), /more than/],
  'lists in lists': [write('['.repeat(100_000)), /more than/],
  'an alias bomb': [
    write(`a: &a [x,x,x]\n${many(20, (at) => `k${at}: &b${at} [*${at ? `b${at - 1}` : 'a'},*a]\n`).join('')}`),
    /unknown-key|aliases|missing-key/,
  ],
  'one line of 200 KB': [write(`version: 1\nrules: [{ name: ${'x'.repeat(200_000)} }]\n`), /./],
  'bytes 0': [write('version: 1\nrules:\n\0\0 - x\n'), /./],
  'another encoding': [write(Buffer.from([...Buffer.from('version: 1\nrules: []\n# '), 0xe9, 0xff])), /not UTF-8/],
};

const env = () => ({ HOME: join(root, 'home'), PATH: '/usr/bin' });
const project = () => join(root, 'project');
const inForce = () => policyInForce({ cwd: project(), env: env() });
const commands = () =>
  inForce().policy.modules.flatMap(({ tier, rules }) => (tier === 'pack' ? [] : rules.map(({ id }) => id)));

function own(): void {
  const folder = join(root, 'home/.config/safeshell/rules');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'mine.yaml'), HEAD + RULE);
}

describe.each(Object.entries(FILES))('%s as rules of a project', (_kind, [make, reason]) => {
  test('is a file with errors, and all other rules stay', () => {
    own();
    mkdirSync(join(project(), '.safeshell'), { recursive: true });
    make(join(project(), '.safeshell/rules.yaml'));
    const { problems, isKnown, broken } = inForce();
    const errors = problems.filter(({ level }) => level === 'error');
    expect(errors.map(({ code, help }) => `${code} ${help}`).join('\n')).toMatch(reason);
    expect([isKnown, broken !== undefined]).toEqual([true, true]);
    expect(commands()).toEqual(['mine/no-zap']);
    expect(() => previewTrust({ cwd: project(), env: env() })).not.toThrow();
  });
});

describe.each([
  ['a plain file', write('x')],
  ['a pipe', mkfifo],
  ['a link to itself', linkTo('.safeshell')],
  ['a link to a device', linkTo('/dev/zero')],
])('%s in the place of the folder .safeshell', (_kind, make) => {
  test('takes no rule away', () => {
    own();
    mkdirSync(project());
    make(join(project(), '.safeshell'));
    expect(inForce().isKnown).toBe(true);
    expect(commands()).toEqual(['mine/no-zap']);
  });
});

test('rules of a project that held stay in force once something else lies in their place', () => {
  own();
  const file = join(project(), '.safeshell/rules.yaml');
  mkdirSync(join(project(), '.safeshell'), { recursive: true });
  writeFileSync(file, HEAD + RULE.replace('no-zap', 'held'));
  expect(commands()).toEqual(['mine/no-zap', 'rules/held']);
  rmSync(file);
  mkfifo(file);
  expect(commands()).toEqual(['mine/no-zap', 'rules/held']);
});

test('a link to a regular file is followed', () => {
  mkdirSync(join(project(), '.safeshell'), { recursive: true });
  writeFileSync(join(root, 'shared.yaml'), HEAD + RULE);
  symlinkSync(join(root, 'shared.yaml'), join(project(), '.safeshell/rules.yaml'));
  expect(commands()).toEqual(['rules/no-zap']);
});

test('settings and rules of a person that are pipes are files with errors', () => {
  own();
  expect(commands()).toEqual(['mine/no-zap']);
  mkfifo(join(root, 'home/.config/safeshell/config.yaml'));
  mkfifo(join(root, 'home/.config/safeshell/rules/more.yaml'));
  expect(inForce().problems.map(({ help }) => help)).toContain('it is no regular file');
  expect(commands()).toEqual(['mine/no-zap']);
});

test('times of devices and of empty files, which change by themselves, do not name a policy', () => {
  const key = (path: string) => identify({ scope: '', paths: [path], productVersion: '' });
  expect(key('/dev/null')).toMatchObject({ key: '["","special /dev/null"]', changedMs: 0 });
  const file = join(root, 'file');
  writeFileSync(file, '');
  expect(key(file)).toMatchObject({ key: JSON.stringify(['', `empty ${file}`]), changedMs: 0 });
  writeFileSync(file, 'x');
  expect(key(file).changedMs).toBeGreaterThan(0);
});

test('nobody waits for a file of ours that is a pipe', () => {
  const file = join(root, 'pipe');
  mkfifo(file);
  expect(readIfThere(file)).toBeUndefined();
  expect(readIfThere('/dev/zero')).toBeUndefined();
  chmodSync(file, 0o600);
});
