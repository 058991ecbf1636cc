import { execFile, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { shQuote } from '../../src/util/sh-quote.ts';
import { CHECKOUT, installedHome, TempHome } from '../support/installed.ts';
import { everyOf } from '../support/runs.ts';

let home: TempHome;
afterEach(() => home.remove());

const data = () => join(home.home, '.local/share/safeshell');
const environment = () => ({ HOME: home.home, PATH: home.tools, LANG: 'C.UTF-8' });

/** What an installation leaves beside what `refresh` writes, without the names that change. */
function products(): readonly string[] {
  const names = readdirSync(data()).filter((name) => /^app|lock/.test(name));
  return names.map((name) => name.replace(/^app-.*/, 'app-VERSION')).sort();
}

/** What lies in HOME but for the folder that this test has made. */
function left(): readonly string[] {
  return readdirSync(home.home, { recursive: true })
    .map(String)
    .filter((path) => path !== '.config');
}

function guards(): boolean {
  const { status, stdout } = home.safeshell(['check', '--actor', 'ai', 'git push --force']);
  const shim = home.run(join(home.shims, 'git'), ['--version']);
  return status === 2 && stdout.startsWith('require_approval') && shim.status === 0;
}

test('optional packages are installed too, whatever .npmrc leaves out', () => {
  home = new TempHome();
  const checkout = clone('fresh');
  rmSync(join(checkout, 'node_modules'), { recursive: true });
  const { stdout } = home.run('/bin/sh', [join(checkout, 'install.sh'), '--dry-run'], { env: { PATH: home.tools } });
  expect(stdout).toContain('would run: npm ci --workspaces=false --include=dev --include=optional ');
});

test.each([
  ['the first line with an error', 'npm error code X\nnpm error Error: it broke\nlast', 'Error: it broke'],
  ['the last line with letters', 'npm error the lock file is torn.\nError: .\n  }\n}', 'the lock file is torn'],
  ['what npm says behind an empty reason', 'npm error Error: .\nnpm error errno -5', 'errno -5'],
  ['nothing', '}\n', 'it printed no reason'],
])('a step that fails names %s', (_name, output, named) => {
  home = new TempHome();
  const checkout = clone('failing');
  writeFileSync(join(checkout, 'scripts/build.mjs'), `console.log(${JSON.stringify(output)}); process.exit(1);`);
  const { status, stderr } = home.run('/bin/sh', [join(checkout, 'install.sh')], { env: { PATH: home.tools } });
  expect([status, stderr]).toEqual([1, expect.stringContaining(`install.sh: building failed: ${named}. Check`)]);
});

/** A checkout as install.sh wants it, whose packages are current. */
function clone(name: string): string {
  const folder = join(home.home, '..', name);
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  for (const part of [
    'dist',
    'rules',
    'shims',
    'src/install/skeleton',
    'scripts',
    'install.sh',
    'package.json',
    '.npmrc',
  ]) {
    cpSync(join(CHECKOUT, part), join(folder, part), { recursive: true });
  }
  for (const file of ['package-lock.json', 'node_modules/.package-lock.json']) {
    writeFileSync(join(folder, file), '{ "packages": {} }');
  }
  utimesSync(join(folder, 'package-lock.json'), 0, 0); // both may be written within one tick of the disk's clock
  return folder;
}

function installing(checkout: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const command = [join(checkout, 'install.sh'), '--no-rc', ...args];
    execFile('/bin/sh', command, { env: environment() }, (error, stdout, stderr) => {
      resolve(error === null ? 'installed' : `${error.code}: ${stdout}${stderr}`);
    });
  });
}

describe('two installations at once', () => {
  beforeEach(() => {
    home = new TempHome();
  });

  test('leave a whole product', async () => {
    const ended = await Promise.all([CHECKOUT, clone('other')].map((from) => installing(from, ['--no-build'])));
    expect(ended).toEqual(['installed', 'installed']);
    expect(products()).toEqual(['app', 'app-VERSION', 'app-VERSION']);
    expect(guards()).toBe(true);
    home.install(['--uninstall', '--purge']);
    expect(left()).toEqual([]);
  });

  test('build one after the other, and the second says whom it waits for', async () => {
    const checkout = clone('building');
    const [busy, mayEnd] = [join(checkout, 'busy'), join(checkout, 'may-end')];
    const build = [
      "import { existsSync, mkdirSync, rmdirSync } from 'node:fs';",
      `mkdirSync(${JSON.stringify(busy)});`,
      `while (!existsSync(${JSON.stringify(mayEnd)})) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);`,
      `rmdirSync(${JSON.stringify(busy)});`,
    ];
    writeFileSync(join(checkout, 'scripts/build.mjs'), build.join('\n'));
    const first = installing(checkout, []);
    await expect.poll(() => existsSync(busy)).toBe(true);
    const second = spawn('/bin/sh', [join(checkout, 'install.sh'), '--no-rc'], { env: environment() });
    const ended = new Promise((resolve) => second.on('close', resolve));
    const said = await new Promise((resolve) => second.stdout.once('data', (bytes) => resolve(String(bytes))));
    expect(said).toMatch(/^waiting for another installation \(process \d+\)\n$/);
    writeFileSync(mayEnd, '');
    expect([await first, await ended]).toEqual(['installed', 0]);
    expect(readdirSync(checkout).filter((name) => name.includes('lock'))).toEqual(['package-lock.json']);
  });
});

test('set-ups and refreshes at once all end well, and write everything once', async () => {
  home = installedHome();
  expect(home.safeshell(['init', '--remove']).status).toBe(0);
  rmSync(join(home.home, '.cache'), { recursive: true });
  const calling = (...args: string[]) =>
    new Promise((resolve) => {
      execFile(home.launcher, args, { env: environment() }, (error, _, stderr) => resolve([error?.code ?? 0, stderr]));
    });
  const ended = await Promise.all(
    [['init', '--install'], ['init', '--install'], ['refresh'], ['refresh']].map((args) => calling(...args)),
  );
  expect(ended).toEqual(ended.map(() => [0, '']));
  expect(home.read('.profile').match(/>>> safeshell >>>/g)).toHaveLength(1);
  expect(guards()).toBe(true);
  home.install(['--uninstall', '--purge']);
  expect(left()).toEqual([]);
});

/** What changes files; modes apart, of which there is one for each file. */
const CHANGES = [
  'mkdirSync',
  'cpSync',
  'rmSync',
  'symlinkSync',
  'renameSync',
  'writeFileSync',
  'copyFileSync',
  'linkSync',
];

interface Interrupted {
  /** of `name`, `args` and `count`: where it is true, the change is not made any more */
  readonly diesAt?: string;
  /** a line of sh to run before one change in CHANGES_EVERY, but not before those to the copy, which nothing reads yet */
  readonly before?: string;
}

const CHANGES_EVERY = everyOf('CHANGES_EVERY', 4);

/** `setup` that is killed in place of a change, or asks before each; how it ended, and how each of the lines did. */
function interruptedSetup({ diesAt = 'false', before = '' }: Interrupted) {
  const folder = join(home.home, '..');
  const record = join(folder, 'statuses');
  const lines = [
    "const fs = require('node:fs'); const { spawnSync } = require('node:child_process');",
    'const write = fs.writeFileSync; let count = 0; let asked = 0;',
    `const ask = () => String(spawnSync('/bin/sh', ['-c', ${JSON.stringify(before)}]).status);`,
    `for (const name of ${JSON.stringify(CHANGES)}) { const real = fs[name]; fs[name] = (...args) => {`,
    '  count++;',
    `  if (${diesAt}) process.kill(process.pid, 'SIGKILL');`,
    `  if (${before !== ''} && name !== 'copyFileSync' && asked++ % ${CHANGES_EVERY} === 0)`,
    `    write(${JSON.stringify(record)}, ask() + '\\n', { flag: 'a' });`,
    '  return real(...args); }; }',
  ];
  const preload = join(folder, 'interrupted.cjs');
  writeFileSync(preload, lines.join('\n'));
  const args = ['--require', preload, join(CHECKOUT, 'dist/cli.cjs'), 'setup', '--yes', '--no-shells', '--no-agents'];
  const { status } = home.run(process.execPath, args, { env: { PATH: home.tools } });
  return { status, statuses: existsSync(record) ? readFileSync(record, 'utf8').trimEnd().split('\n') : [] };
}

/** What guards() asks, as a line. */
function guardsLine(): string {
  const check = `${shQuote(home.launcher)} check --actor ai 'git push --force'`;
  return `case $(${check}) in require_approval*) ;; *) exit 1 ;; esac; ${shQuote(join(home.shims, 'git'))} --version`;
}

/** Before anything, while the product is copied, before it counts, and before others may install. */
const KILLED_AT = [
  'count === 1',
  "name === 'cpSync' && args[0].endsWith('/shims')",
  "name === 'renameSync' && args[0].includes('/app.link')",
  "name === 'rmSync' && args[0].endsWith('/install.lock')",
];

test('at each step of an upgrade the guard works; one that is killed leaves it so, and the next one cleans up', () => {
  home = installedHome();
  const { status, statuses } = interruptedSetup({ before: guardsLine() });
  expect([status, new Set(statuses)]).toEqual([0, new Set(['0'])]);
  expect(statuses.length).toBeGreaterThan(Math.floor(18 / CHANGES_EVERY));
  for (const diesAt of KILLED_AT) {
    expect(interruptedSetup({ diesAt }).status, diesAt).toBe(null);
    expect(guards(), diesAt).toBe(true);
  }
  home.install(['--no-rc']);
  expect(products()).toEqual(['app', 'app-VERSION', 'app-VERSION']);
  home.install(['--uninstall', '--purge']);
  expect(left()).toEqual([]);
});

test('a first installation that is killed before it compiles is fixed by the next one', () => {
  home = new TempHome();
  const firstRules = "name === 'copyFileSync' && args[1].endsWith('/rules/mine.yaml')";
  expect(interruptedSetup({ diesAt: firstRules }).status).toBe(null);
  expect(existsSync(home.launcher)).toBe(true);
  expect(home.install(['--no-rc']).status).toBe(0);
  expect(guards()).toBe(true);
});

test('the folder of an older product becomes a link', () => {
  home = installedHome();
  const app = join(data(), 'app');
  cpSync(app, `${app}.whole`, { recursive: true, dereference: true });
  rmSync(app);
  cpSync(`${app}.whole`, app, { recursive: true });
  expect(home.install(['--no-rc']).status).toBe(0);
  expect(guards()).toBe(true);
});
