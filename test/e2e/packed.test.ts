import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shQuote } from '../../src/util/sh-quote.ts';
import { CHECKOUT, type RunOptions, TempHome } from '../support/installed.ts';
import { HAS_PTY, Pty } from '../support/pty.ts';

/** Mostly rules as they are compiled, and their gates: what a first call need not make. */
const MOST_BYTES = 5_450_000;

/** The package as npm would publish it, in a prefix of its own, and a person who has it. */
let machine: TempHome;
let home: TempHome;
let tarball: string;
const prefix = () => join(machine.home, '../npm');
const command = () => join(prefix(), 'bin/safeshell');
const product = () => join(prefix(), 'lib/node_modules/safeshell');

beforeAll(() => {
  machine = new TempHome();
  home = machine;
  const folder = dirname(machine.home);
  npm(['pack', CHECKOUT, '--ignore-scripts', '--pack-destination', folder]);
  const { version } = JSON.parse(readFileSync(join(CHECKOUT, 'package.json'), 'utf8'));
  tarball = join(folder, `safeshell-${version}.tgz`);
  npm(['install', '--global', tarball]);
});
afterAll(() => machine.remove());

/** Without the network: nothing that it would be needed for is a dependency. */
function npm(args: readonly string[]): string {
  const cache = join(dirname(machine.home), 'npm-cache');
  return execFileSync('npm', [...args, '--offline', '--prefix', prefix(), '--cache', cache, '--no-update-notifier'], {
    env: { ...process.env, HOME: machine.home },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

const safeshell = (args: readonly string[], { env, ...options }: RunOptions = {}) =>
  home.run(command(), args, { ...options, env: { PATH: `${prefix()}/bin:${home.tools}`, ...env } });
const json = (text: string): Record<string, unknown> => JSON.parse(text);

describe('the package', () => {
  test('is small, and has its own licence, and those of what is in it', () => {
    expect(statSync(tarball).size).toBeLessThan(MOST_BYTES);
    for (const file of ['LICENSE', 'dist/THIRD-PARTY-NOTICES.txt', 'dist/api.d.cts', 'rules/optional', 'install.sh'])
      expect(existsSync(join(product(), file)), file).toBe(true);
    expect(existsSync(join(product(), 'src'))).toBe(false);
    const { dependencies, scripts } = json(readFileSync(join(product(), 'package.json'), 'utf8'));
    expect(dependencies).toBeUndefined();
    // npm warns of each that it would have to run
    expect(Object.keys(scripts as object)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(prepare|(pre|post)?install)$/)]),
    );
  });

  test('answers before anything is set up, and writes nothing that names it', () => {
    expect(safeshell(['--version']).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(safeshell(['check', '--actor', 'ai', 'rm -rf ~'])).toMatchObject({ status: 1, stderr: '' });
    const before = home.snapshot();
    for (const args of [['refresh'], ['init', '--install'], ['agents', 'install', 'claude']])
      expect(safeshell(args)).toMatchObject({
        status: 64,
        stderr: 'safeshell: nothing is set up yet; run `safeshell setup` first\n',
      });
    expect(home.snapshot()).toEqual(before);
  });

  test('where nobody can be asked, says what it would do and what to type', () => {
    const before = home.snapshot();
    const { status, stdout, stderr } = safeshell(['setup']);
    expect(status).toBe(64);
    expect(stdout).toMatch(/shells +bash +~\/\.bashrc/);
    expect(stderr).toContain('safeshell setup --yes');
    expect(safeshell(['setup', '--json'])).toMatchObject({
      status: 64,
      stdout: expect.stringContaining('"done":false'),
    });
    expect(safeshell(['setup', '--dry-run']).status).toBe(0);
    expect(home.snapshot()).toEqual(before);
  });
});

describe.skipIf(!HAS_PTY)('at a terminal', () => {
  let person: TempHome;
  beforeAll(() => {
    person = new TempHome();
  });
  afterAll(() => person.remove());
  const asked = async (answer: string, size = 'cols 80 rows 24') => {
    const line = `stty ${size}; exec ${command()} setup --no-agents`;
    const env = { HOME: person.home, PATH: person.tools, TERM: 'dumb' };
    const pty = new Pty(`sh -c ${shQuote(line)}`, { cwd: person.home, env });
    await pty.expect('Set it up? [Y/n] ');
    pty.type(answer);
    return pty.end();
  };

  test('anything but a yes changes nothing', async () => {
    const before = person.snapshot();
    const { status, shown } = await asked('no\n', 'cols 40 rows 12');
    expect(status).toBe(1);
    const screen = shown.slice(0, shown.indexOf('[Y/n]')).split('\n');
    expect(screen.length).toBeLessThanOrEqual(12);
    expect(Math.max(...screen.map((line) => line.length))).toBeLessThanOrEqual(40);
    expect(shown).toContain('safeshell: nothing was changed');
    expect((await asked('what\n')).status).toBe(1);
    expect((await asked('\x03')).status).not.toBe(0);
    expect(person.snapshot()).toEqual(before);
  });

  test('Enter sets up, and the end says what to type next', async () => {
    const { status, shown } = await asked('\n');
    expect(status).toBe(0);
    expect(shown).toContain('. ~/.local/share/safeshell/env.sh');
    expect(shown).toContain('safeshell setup --undo');
    expect(person.run('bash', ['-ic', 'command -v git']).stdout).toBe(`${person.shims}/git\n`);
  });
});

describe('set up', () => {
  let before: readonly string[];
  beforeAll(() => {
    home = new TempHome("it's mine");
    home.file('.bashrc', 'alias ll="ls -l"');
    home.file('.zshenv', '');
    home.file('.config/fish/config.fish', 'set -g x 1\n');
    home.file('.claude/settings.json', '{\n  "model": "x"\n}\n');
    mkdirSync(join(home.home, '.local/share/fish'), { recursive: true, mode: 0o700 }); // or fish makes it
    before = home.snapshot();
    const { status, stdout, stderr } = safeshell(['setup', '--yes', '--json']);
    expect([status, stderr]).toEqual([0, '']);
    expect(json(stdout)).toMatchObject({
      done: true,
      before: null,
      answers: [expect.stringMatching(/git push --force/), expect.stringMatching(/^deny/), 'allow  git status'],
      shells: expect.arrayContaining([{ shell: 'bash', files: expect.arrayContaining([`${home.home}/.bashrc`]) }]),
      agents: expect.arrayContaining([
        { agent: 'claude', title: 'Claude Code', files: [`${home.home}/.claude/settings.json`] },
      ]),
      changed: expect.arrayContaining([`${home.home}/.zshenv`, `${home.home}/.claude/settings.json`]),
      failed: [],
    });
  });

  afterAll(() => {
    home.remove();
    home = machine;
  });

  test.each([
    ['bash', ['-ic', 'command -v git']],
    ['zsh', ['-c', 'command -v git']],
    ['fish', ['-c', 'command -v git']],
  ])('%s is guarded', (shell, args) => {
    expect(home.run(shell, args).stdout).toBe(`${home.shims}/git\n`);
  });

  test('nothing that calls the guard names the folder of npm', () => {
    // its bin is watched, as every folder in PATH is
    const files = home.snapshot().filter((line) => !/\/safeshell\/app-|\.watched\.json|\/state\//.test(line));
    expect(files.filter((line) => line.includes(prefix())).map((line) => line.slice(0, 200))).toEqual([]);
  });

  test("npm's command hands over to what was set up, and says where that is older", () => {
    expect(safeshell(['refresh'])).toMatchObject({ status: 0, stderr: '' });
    expect(safeshell(['doctor']).stdout).toContain('hands over to');
    const manifest = join(product(), 'package.json');
    const text = readFileSync(manifest, 'utf8');
    writeFileSync(manifest, text.replace(/"version": ".*"/, '"version": "99.0.0"'));
    const { stdout, stderr } = safeshell(['--version']);
    expect(stdout).not.toContain('99.0.0');
    expect(stderr).toMatch(/guards, 99\.0\.0 of npm is not in use yet: safeshell setup/);
    expect(safeshell(['doctor']).stdout).toMatch(
      /99\.0\.0 of npm is not in use[\s\S]+fix: .*\/npm\/bin\/safeshell setup/,
    );
    expect(safeshell(['setup', '--dry-run']).stdout).toContain('safeshell 99.0.0 in place of');
    writeFileSync(manifest, text);
  });

  test('an agent does not replace it, nor take it away', () => {
    const env = { SAFESHELL_CONTEXT: 'ai' };
    expect(safeshell(['setup', '--yes'], { env }).status).toBe(77);
    expect(safeshell(['setup', '--undo'], { env }).status).toBe(77);
  });

  test('lines are left unasked where that is wished, for upgrades too, until they are wished again', () => {
    const asks = () => home.read('.local/share/safeshell/interactive.bash').includes('safeshell-line');
    expect(asks()).toBe(true);
    const agent = { SAFESHELL_CONTEXT: 'ai' };
    expect(safeshell(['setup', '--yes', '--no-lines'], { env: agent }).status).toBe(77);
    expect(safeshell(['setup', '--dry-run', '--no-lines']).stdout).toContain('run unasked (--no-lines)');
    expect(asks()).toBe(true);
    for (const [wish, lines] of [
      [['--no-lines'], false],
      [[], false],
      [['--no-shells', '--lines'], true],
    ] as const) {
      expect(json(safeshell(['setup', '--yes', '--json', ...wish]).stdout)).toMatchObject({ lines, done: true });
      expect(asks()).toBe(lines);
    }
  });

  test('while npm replaces or removes its folder, and after that, every command works', () => {
    renameSync(product(), `${product()}.gone`);
    const env = { PATH: home.guardedPath, SAFESHELL_CONTEXT: 'ai' };
    expect(home.run('git', ['--version'], { env }).status).toBe(0);
    expect(home.run('git', ['push', '--force'], { env }).status).toBe(126);
    expect(home.safeshell(['check', 'ls']).status).toBe(0);
    renameSync(`${product()}.gone`, product());
  });

  test('--undo leaves the home as it was, to the byte, but for the record', () => {
    const { status, stdout } = safeshell(['setup', '--undo', '--json']);
    expect(status).toBe(0);
    expect(json(stdout)).toMatchObject({ failed: [], dry_run: false });
    rmSync(join(home.home, '.local/state'), { recursive: true });
    expect(home.snapshot()).toEqual(before);
    npm(['uninstall', '--global', 'safeshell']);
    expect(home.run('bash', ['-ic', 'git --version']).status).toBe(0);
  });
});

test('install.sh in the package sets up without a build', () => {
  const folder = join(dirname(home.home), 'unpacked');
  mkdirSync(folder);
  execFileSync('tar', ['-xzf', tarball, '-C', folder]);
  const { status, stdout } = home.run('/bin/sh', [join(folder, 'package/install.sh'), '--dry-run'], {
    env: { PATH: home.tools },
  });
  expect([status, stdout]).toEqual([0, expect.stringContaining('~/.local/share/safeshell')]);
});

test('an older Node.js gets one sentence', () => {
  const old = "Object.defineProperty(process.versions, 'node', { value: '18.20.8' }); require(process.argv[1])";
  const { status, stdout, stderr } = home.run(process.execPath, ['-e', old, join(CHECKOUT, 'bin/safeshell.cjs')]);
  expect([status, stdout]).toEqual([70, '']);
  expect(stderr).toMatch(/^safeshell: Node\.js >= 20 is needed; this is 18\.20\.8\. .*\n$/);
});

test('a checkout that is not built says what to do', () => {
  const folder = join(dirname(home.home), 'checkout/bin');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'safeshell.cjs');
  writeFileSync(file, readFileSync(join(CHECKOUT, 'bin/safeshell.cjs')));
  const { status, stderr } = home.run(process.execPath, [file, 'check', 'ls']);
  expect([status, stderr]).toEqual([70, expect.stringContaining('npm ci && npm run build')]);
});
