import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
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
});
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
  test.each(['cli.cjs', 'cli-main.cjs'])('%s is no yes of the command', (name) => {
    damage(join(dist, name), change);
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

describe('code that V8 keeps for the command', () => {
  const code = () => join(dist, '.code');
  const check = () => {
    const { status, stdout, stderr } = home.safeshell(['check', '--actor', 'ai', 'rm -rf ~']);
    expect([status, stdout, stderr]).toEqual([1, expect.stringContaining('filesystem/delete-everything'), '']);
  };

  test('lies beside it, is used, and is made anew where it is damaged', () => {
    const file = join(code(), 'check/cli-main.cjs');
    rmSync(code(), { recursive: true, force: true });
    check();
    const made = statSync(file);
    expect([made.mode & 0o777, statSync(code()).mode & 0o777]).toEqual([0o600, 0o700]);
    check();
    expect(statSync(file).ino).toBe(made.ino);
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0, 5000, 9000));
    check();
    expect(readFileSync(file).equals(bytes)).toBe(false);
  });

  test('is not kept for words that are no command', () => {
    check();
    for (const word of ['nothing', '../../x', '--nothing', '']) expect(home.safeshell([word]).status).not.toBe(70);
    expect(readdirSync(code()).filter((name) => name !== 'help')).toEqual(['check']);
  });

  test('is done without where it cannot be kept', () => {
    rmSync(code(), { recursive: true, force: true });
    writeFileSync(code(), '');
    check();
    check();
    rmSync(code());
  });
});

test.each([0, 0.25, 0.5, 0.9])('code that V8 kept, damaged from %f of its length, is made anew', (from) => {
  const files = () => readdirSync(join(home.shims, '.code')).map((name) => join(home.shims, '.code', name));
  remove('ai');
  expect(files().length).toBeGreaterThan(0);
  for (const file of files()) {
    const bytes = readFileSync(file);
    const start = Math.floor(bytes.length * from);
    bytes.subarray(start, start + 4096).fill(0);
    writeFileSync(file, bytes);
  }
  for (const _ of ['compiled', 'kept']) {
    const { status, stderr } = remove('ai');
    expect([status, stderr]).toEqual([126, expect.stringContaining('"cause":')]);
    expect(stderr).not.toContain('guard-broken');
  }
});

const BROKEN = 'rules:\n  - { name: x, comands: [git], action: deny }\n';
const RULES = '.config/safeshell/rules/mine.yaml';

/** A change that is broken, so that only what was kept of the rules counts. */
function breakRules(): void {
  damage(join(home.home, RULES), () => Buffer.from(BROKEN));
}

/** What is refused is refused by a rule, and what no rule names runs. */
function expectGuarded(cwd = home.home): void {
  for (const context of ['ai', 'human'] as const) {
    const run = (line: string) =>
      home.run('/bin/sh', ['-c', line], { cwd, env: { PATH: home.guardedPath, SAFESHELL_CONTEXT: context } });
    const refused = run('rm -rf ~');
    expect([refused.status, refused.stderr]).toEqual([126, expect.stringContaining('filesystem/delete-everything')]);
    expect(run('git --version --build-options && git config --get no.such; exit 0').stdout).toContain('git version');
  }
  expect(home.starts()).toEqual([]);
}

describe.each(['.cache/safeshell', '.local/state/safeshell'])('while no folder can be made of %s', (folder) => {
  const path = () => join(home.home, folder);
  afterEach(() => {
    rmSync(path());
    renameSync(`${path()}.kept`, path());
  });

  test.each([
    ['rules that are as they were', () => {}],
    ['rules that are broken', breakRules],
  ])('what can be read counts, with %s', (_rules, change) => {
    expectGuarded();
    change();
    renameSync(path(), `${path()}.kept`);
    writeFileSync(path(), '');
    expectGuarded();
  });
});

test('rules that cannot be compiled leave the last good ones in force', () => {
  expectGuarded();
  damage(join(dist, 'compile.cjs'), () => undefined);
  damage(join(home.home, RULES), () => Buffer.from('version: 1\nrules: []\n'));
  expectGuarded();
});

test.each([0.05, 0.3, 0.6, 0.9])(
  'a compiled policy with zeros from %f of its length is compiled anew at once',
  (from) => {
    expectGuarded();
    const pack = join(home.home, '.cache/safeshell/policy/own.pack');
    const bytes = readFileSync(pack);
    bytes.fill(0, Math.floor(bytes.length * from), Math.floor(bytes.length * (from + 0.08)));
    writeFileSync(pack, bytes);
    expectGuarded();
  },
);

test("a project's folder that leads nowhere takes no rule away", () => {
  const project = join(home.home, 'project');
  mkdirSync(project);
  symlinkSync('.safeshell', join(project, '.safeshell'));
  expectGuarded(project);
});

test('a folder that was deleted under a command is judged by the path that it had', () => {
  for (const context of ['ai', 'human'] as const) {
    const gone = join(home.home, 'gone');
    mkdirSync(gone);
    const line = 'cd gone && /bin/rmdir "$PWD" && rm -rf ..';
    const { status, stderr } = home.run('/bin/sh', ['-c', line], {
      env: { PATH: home.guardedPath, SAFESHELL_CONTEXT: context },
    });
    expect([status, stderr]).toEqual([126, expect.stringContaining('filesystem/delete-everything')]);
    expect(stderr).not.toContain('guard-broken');
  }
  expect(home.starts()).toEqual([]);
});
