import { execFile, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { shQuote } from '../../src/util/sh-quote.ts';
import { CHECKOUT, TempHome } from '../support/installed.ts';

let home: TempHome;
beforeEach(() => {
  home = new TempHome();
});
afterEach(() => home.remove());

const data = () => join(home.home, '.local/share/safeshell');
const environment = (PATH = home.tools) => ({ HOME: home.home, PATH, LANG: 'C.UTF-8' });

/** What an installation leaves beside what `refresh` writes, without the names that change. */
function products(): readonly string[] {
  const names = readdirSync(data()).filter((name) => /^app|lock/.test(name));
  return names.map((name) => name.replace(/^app-.*/, 'app-VERSION')).sort();
}

function guards(): boolean {
  const { status, stdout } = home.safeshell(['check', '--actor', 'ai', 'git push --force']);
  const shim = home.run(join(home.shims, 'git'), ['--version']);
  return status === 2 && stdout.startsWith('require_approval') && shim.status === 0;
}

/** A checkout as install.sh wants it, whose packages are current. */
function clone(name: string): string {
  const folder = join(home.home, '..', name);
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  for (const part of ['dist', 'rules', 'shims', 'src/install/skeleton', 'install.sh', 'package.json']) {
    cpSync(join(CHECKOUT, part), join(folder, part), { recursive: true });
  }
  for (const file of ['package-lock.json', 'node_modules/.package-lock.json']) {
    writeFileSync(join(folder, file), '{ "packages": {} }');
  }
  return folder;
}

function installing(checkout: string, args: readonly string[], path?: string): Promise<string> {
  return new Promise((resolve) => {
    const command = [join(checkout, 'install.sh'), '--no-rc', ...args];
    execFile('/bin/sh', command, { env: environment(path) }, (error, stdout, stderr) => {
      resolve(error === null ? 'installed' : `${error.code}: ${stdout}${stderr}`);
    });
  });
}

describe('two installations at once', () => {
  test.each([
    ['from one clone', (): [string, string] => [CHECKOUT, CHECKOUT]],
    ['from two clones', (): [string, string] => [CHECKOUT, clone('other')]],
  ])('%s leave a whole product', async (_name, clones) => {
    const ended = await Promise.all(clones().map((checkout) => installing(checkout, ['--no-build'])));
    expect(ended).toEqual(['installed', 'installed']);
    expect(products()).toEqual(['app', 'app-VERSION', 'app-VERSION']);
    expect(guards()).toBe(true);
    home.install(['--uninstall']);
    expect(readdirSync(home.home)).toEqual([]);
  });

  test('build one after the other, and the second says whom it waits for', async () => {
    const checkout = clone('building');
    const tools = join(home.home, '..', 'npm');
    mkdirSync(tools);
    const [busy, mayEnd] = [join(tools, 'busy'), join(tools, 'may-end')];
    const body = [
      `mkdir ${shQuote(busy)} || exit 1`,
      `until [ -e ${shQuote(mayEnd)} ]; do :; done`,
      `rmdir ${shQuote(busy)}`,
    ];
    home.script(join(tools, 'npm'), body.join('\n'));
    const path = `${tools}:${home.tools}`;
    const first = installing(checkout, [], path);
    await expect.poll(() => existsSync(busy), { timeout: 30_000 }).toBe(true);
    const second = spawn('/bin/sh', [join(checkout, 'install.sh'), '--no-rc'], { env: environment(path) });
    const ended = new Promise((resolve) => second.on('close', resolve));
    const said = await new Promise((resolve) => second.stdout.once('data', (bytes) => resolve(String(bytes))));
    expect(said).toMatch(/^waiting for another installation \(process \d+\)\n$/);
    writeFileSync(mayEnd, '');
    expect([await first, await ended]).toEqual(['installed', 0]);
    expect(readdirSync(checkout).filter((name) => name.includes('lock'))).toEqual(['package-lock.json']);
  });
});

test('set-ups and refreshes at once all end well, and write everything once', async () => {
  home.install(['--no-rc']);
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
  home.install(['--uninstall']);
  expect(readdirSync(home.home)).toEqual([]);
});

/** What changes files in install.sh. */
const TOOLS = ['mv', 'cp', 'rm', 'ln', 'chmod', 'mkdir'];

/** PATH on which the `killAt`th start of a tool is the death of the shell that started it. */
function deadlyPath(count: string, killAt: number): string {
  const folder = join(home.home, '..', 'deadly');
  mkdirSync(folder, { recursive: true });
  const quoted = shQuote(count);
  for (const tool of TOOLS) {
    const lines = [
      `read -r n <${quoted}; n=$((n + 1)); echo $n >${quoted}`,
      `[ $n != ${killAt} ] || { kill -9 $PPID; exit 1; }`,
      `PATH=/usr/bin:/bin exec ${tool} "$@"`,
    ];
    home.script(join(folder, tool), lines.join('\n'));
  }
  writeFileSync(count, '0\n');
  return `${folder}:${home.tools}`;
}

test('an upgrade that is killed at any step leaves a guard that works, and the next one cleans up', () => {
  home.install(['--no-rc']);
  const count = join(home.home, '..', 'count');
  let killed = 0;
  for (let step = 1; ; step++) {
    const { status } = home.install(['--no-rc'], { env: { PATH: deadlyPath(count, step) } });
    expect(guards(), `killed at step ${step}`).toBe(true);
    if (status === 0 && Number(readFileSync(count, 'utf8')) < step) break;
    killed++;
  }
  expect(killed).toBeGreaterThan(15);
  home.install(['--no-rc']);
  expect(products()).toEqual(['app', 'app-VERSION', 'app-VERSION']);
  home.install(['--uninstall']);
  expect(readdirSync(home.home)).toEqual([]);
});

test('a first installation that is killed before it compiles is mended by the next one', () => {
  home.install(['--no-rc'], { env: { PATH: deadlyPath(join(home.home, '..', 'count'), 24) } });
  expect(home.install(['--no-rc']).status).toBe(0);
  expect(guards()).toBe(true);
});

test('the folder of an older product becomes a link', () => {
  home.install(['--no-rc']);
  const app = join(data(), 'app');
  cpSync(app, `${app}.whole`, { recursive: true, dereference: true });
  rmSync(app);
  cpSync(`${app}.whole`, app, { recursive: true });
  expect(home.install(['--no-rc']).status).toBe(0);
  expect(guards()).toBe(true);
});
