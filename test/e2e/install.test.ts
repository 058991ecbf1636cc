import { execFile } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changedSince } from '../../src/install/freshness.ts';
import { seenByLaunchers } from '../../src/install/launcher-freshness.ts';
import { isStale, shimLayout } from '../../src/install/shims.ts';
import { layoutOf } from '../../src/store/layout.ts';
import { holdLock } from '../../src/store/lock.ts';
import { refreshMark } from '../../src/store/refresh-lock.ts';
import { shQuote } from '../../src/util/sh-quote.ts';
import { CHECKOUT, installedHome, TempHome } from '../support/installed.ts';

let home: TempHome;
beforeEach(() => {
  home = new TempHome();
  home.file('.bashrc', 'case $- in *i*) ;; *) return ;; esac\nalias ll="ls -l"\n');
  home.file('.profile', '# mine, with no line break at the end');
});
afterEach(() => home.remove());

function replaceHome(other: TempHome): void {
  home.remove();
  home = other;
}

describe('the HOME that other tests get', () => {
  test('is a copy that nothing tells from an installation at its place', () => {
    replaceHome(installedHome());
    const env = { PATH: `${home.tools}:${dirname(home.launcher)}` };
    const { cache, data } = layoutOf({ HOME: home.home });
    const made = [join(cache.policies, 'own.pack'), cache.gates, cache.lineGate, join(data.shims, 'git')];
    const checked = join(data.root, 'app/dist/.code/check/cli-main.cjs');
    const inodes = () => [...made, checked].map((path) => statSync(path).ino);
    const before = inodes();
    expect(isStale(shimLayout({ HOME: home.home }))).toBe(false);
    expect(changedSince(seenByLaunchers(data.hooks) ?? { nowhere: '' })).toEqual([]);
    home.run(join(home.shims, 'git'), ['--version'], { env: { PATH: home.guardedPath } });
    expect(readdirSync(dirname(layoutOf({ HOME: home.home }).state.audit))).not.toContain('audit');
    expect(home.safeshell(['check', 'git push --force'], { env })).toMatchObject({ status: 2, stderr: '' });
    const { stdout } = home.safeshell(['refresh', '--json'], { env });
    expect(JSON.parse(stdout).shims).toMatchObject({ written: [], removed: [], pass_through: [] });
    expect(inodes()).toEqual(before);
    expect(home.safeshell(['doctor'], { env: { PATH: `${home.shims}:${env.PATH}` } }).stdout).toMatch(
      /No problems found\.\n$/,
    );
  });
});

const xdg = () =>
  Object.fromEntries(
    ['CONFIG', 'DATA', 'CACHE', 'STATE'].map((name) => [`XDG_${name}_HOME`, join(home.home, `xdg ${name}`)]),
  );

describe('install.sh', () => {
  test('installs, proves itself, asks nothing where nobody can answer, and needs no checkout any more', () => {
    const { status, stdout, stderr } = home.install();
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(stdout).toMatch(/(deny|require_approval) {2}git push --force/);
    expect(stdout).toMatch(/(deny|require_approval) {2}rm -rf ~/);
    expect(stdout).toMatch(/allow {2}git status/);
    expect(stdout).toContain(`if [ -r '${home.home}/.local/share/safeshell/env.sh' ]`);
    expect(home.read('.profile')).not.toContain('safeshell');
    // nor does it need anything of the checkout afterwards
    for (const name of readdirSync(home.shims)) {
      expect(home.read(join('.local/share/safeshell/shims', name))).not.toContain(CHECKOUT);
    }
    expect(home.read('.local/bin/safeshell')).not.toContain(CHECKOUT);
  });

  test('run again is an upgrade: nothing twice, the person keeps what is theirs', () => {
    replaceHome(installedHome());
    const mine = [
      'version: 1',
      'rules:',
      '  - { name: no-frob, commands: [git], action: deny, conditions: [{ args: { subcommand: frob } }] }',
      'overrides: [{ name: git/push-force, disabled: true }]',
      '',
    ].join('\n');
    home.file('.config/safeshell/rules/mine.yaml', mine);
    const before = [home.read('.bashrc'), home.read('.profile')];
    const { status, stdout } = home.install(['--yes']);
    expect(status).toBe(0);
    expect(stdout).toContain('in place of');
    expect(stdout).not.toContain('updated:');
    expect([home.read('.bashrc'), home.read('.profile')]).toEqual(before);
    expect(home.read('.config/safeshell/rules/mine.yaml')).toBe(mine);
    expect(home.safeshell(['check', 'git frob']).status).toBe(1);
    // the version before stays for what still runs
    home.install(['--yes']);
    const versions = readdirSync(join(home.home, '.local/share/safeshell')).filter((name) => name.startsWith('app'));
    expect(versions).toEqual(['app', expect.stringMatching(/^app-/), expect.stringMatching(/^app-/)]);
  });

  test.each([['--yes'], ['--prefix', 'else where']])('--dry-run changes nothing: %s', (...args) => {
    const before = home.snapshot();
    const { status, stdout } = home.install(['--dry-run', ...args]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/would/);
    expect(home.snapshot()).toEqual(before);
  });

  test('builds, and asks npm for packages only where they are not those of the lock file', () => {
    const PATH = `${home.tools}:${dirname(process.execPath)}`;
    const { stdout } = home.run('/bin/sh', [join(CHECKOUT, 'install.sh'), '--dry-run'], { env: { PATH } });
    expect(stdout).toContain(`would run: ${process.execPath} scripts/build.mjs`);
    expect(stdout).not.toContain('would load');
  });

  test('--uninstall leaves the home as it was', () => {
    const options = ['--prefix', 'pre fix'];
    symlinkSync('.profile', join(home.home, '.zprofile'));
    home.file('.config/fish/config.fish', 'set -g x 1\n');
    chmodSync(join(home.home, '.bashrc'), 0o600);
    const before = home.snapshot();
    home.install(['--yes', ...options]);
    home.run(join(home.shims, 'git'), ['push', '--force'], { env: { SAFESHELL_CONTEXT: 'ai' } });
    expect(readdirSync(join(home.home, '.local/state/safeshell'))).toContain('audit');
    const { status, stdout, stderr } = home.install(['--uninstall', '--purge', ...options]);
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(stdout).toContain('hash -r');
    expect(home.snapshot()).toEqual(before);
    expect(home.install(['--uninstall', ...options]).stdout).toContain('not installed');
  });

  test('--uninstall has the last word where shims are being brought in line', async () => {
    replaceHome(installedHome());
    const mark = refreshMark({ HOME: home.home });
    mkdirSync(dirname(mark), { recursive: true });
    const release = holdLock(`${mark}.lock`);
    const ended = promisify(execFile)(home.launcher, ['uninstall'], { env: { HOME: home.home, PATH: home.path } });
    await expect.poll(() => existsSync(join(home.home, '.profile'))).toBe(false);
    expect(readdirSync(home.shims)).toContain('git');
    home.file('.cache/safeshell/stamp', '');
    release?.();
    await ended;
    expect(home.snapshot()).toEqual([]);
  });

  test('--uninstall keeps rules that a person wrote and what is on record, and says where; --purge does not', () => {
    replaceHome(installedHome());
    const audit = join(home.home, '.local/state/safeshell/audit');
    const recordAndRemove = (...options: string[]) => {
      // each command keeps the code that V8 compiled
      const installed = () => home.snapshot().filter((one) => !one.includes('/.code'));
      const there = installed();
      expect(home.install(['--uninstall', '--dry-run', ...options]).stdout).toMatch(/would/);
      expect(installed()).toEqual(there);
      if (options.length === 0) home.file('.config/safeshell/rules/team.yaml', 'version: 1\n');
      home.run(join(home.shims, 'git'), ['push', '--force'], { env: { SAFESHELL_CONTEXT: 'ai' } });
      const said = home.install(['--uninstall', '--dry-run', ...options]).stdout;
      expect(home.install(['--uninstall', ...options]).stdout.includes('kept, your records')).toBe(
        said.includes('kept, your records'),
      );
      return said;
    };
    expect(recordAndRemove()).toContain(`kept, your records: ${audit} (--purge removes them)`);
    expect(home.read('.config/safeshell/rules/team.yaml')).toBe('version: 1\n');
    expect(readdirSync(join(home.home, '.config/safeshell/rules'))).toEqual(['team.yaml']);
    expect(readdirSync(join(home.home, '.local/state/safeshell'))).toEqual(['audit']);
    const day = readdirSync(audit).find((name) => name.endsWith('.jsonl') && name !== 'seals.jsonl') ?? '';
    expect(readFileSync(join(audit, day), 'utf8')).toContain('git/push-force');
    expect(home.install(['--uninstall', '--purge']).stdout).toContain(`still in ${audit}`);
    expect(home.install(['--yes']).status).toBe(0);
    expect(recordAndRemove('--purge')).not.toContain('kept');
    expect(existsSync(dirname(audit))).toBe(false);
    expect(readdirSync(join(home.home, '.config'))).toEqual([]);
    for (const folder of ['.config', '.local']) rmSync(join(home.home, folder), { recursive: true });
    expect(home.snapshot()).toEqual([]);
  });

  test('keeps to XDG directories and --prefix, and says so to the commands', () => {
    const env = xdg();
    const { status } = home.install(['--no-rc', '--prefix', join(home.home, "it's")], { env });
    expect(status).toBe(0);
    const launcher = join(home.home, "it's/bin/safeshell");
    expect(home.run(launcher, ['--version'], { env }).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(readdirSync(home.home).sort()).toEqual(
      ['.bashrc', '.profile', "it's", 'xdg CACHE', 'xdg CONFIG', 'xdg DATA', 'xdg STATE'].sort(),
    );
    expect(home.run(launcher, ['uninstall']).status).toBe(0); // knows its own folders
    expect(readdirSync(home.home).sort()).toEqual(['.bashrc', '.profile']);
  });

  test('is undone without the XDG variables of the installation', () => {
    const before = home.snapshot();
    const { XDG_CONFIG_HOME: _, ...env } = xdg();
    expect(home.install(['--yes'], { env }).status).toBe(0);
    const installed = home.snapshot();
    const restore = home.keep();
    const { status, stderr } = home.install(['--yes']);
    const why = `safeshell is set up with XDG_CACHE_HOME=${env.XDG_CACHE_HOME}: set it again`;
    expect([status, stderr]).toEqual([73, expect.stringContaining(why)]);
    expect(home.snapshot()).toEqual(installed);
    const ways = {
      'the command': () => home.safeshell(['uninstall', '--purge']),
      'install.sh': () => home.install(['--uninstall', '--purge']),
      'another product': () => home.run(process.execPath, [join(CHECKOUT, 'dist/cli.cjs'), 'uninstall', '--purge']),
    };
    for (const [name, undo] of Object.entries(ways)) {
      restore();
      expect(home.snapshot(), name).toEqual(installed);
      expect(undo(), name).toMatchObject({ status: 0, stderr: '' });
      expect(home.snapshot(), name).toEqual(before);
    }
  });

  test.skipIf(process.getuid?.() !== 0)('as root in the HOME of a person, writes files of that person', () => {
    const PERSON = 12_345;
    for (const path of [home.home, join(home.home, '.bashrc'), join(home.home, '.profile')])
      chownSync(path, PERSON, PERSON);
    expect(home.install(['--yes']).status).toBe(0);
    const paths = readdirSync(home.home, { recursive: true, encoding: 'utf8' });
    expect(paths.filter((path) => lstatSync(join(home.home, path), { throwIfNoEntry: false })?.uid === 0)).toEqual([]);
    expect(paths.length).toBeGreaterThan(300);
  });

  test('is undone behind links to folders, which stay with the files of others', () => {
    const roots = ['.local/share', '.local/state', '.cache', '.config'];
    for (const [index, root] of roots.entries()) {
      home.file(`disk/${index}/of others`, 'x');
      mkdirSync(join(home.home, root), { recursive: true });
      symlinkSync(join(home.home, 'disk', String(index)), join(home.home, root, 'safeshell'));
    }
    const before = home.snapshot();
    expect(home.install(['--yes']).status).toBe(0);
    expect(home.install(['--yes']).status).toBe(0);
    const env = { PATH: home.guardedPath, SAFESHELL_CONTEXT: 'ai' };
    expect(home.run('git', ['push', '--force'], { env }).status).toBe(126);
    expect(home.safeshell(['uninstall', '--purge'])).toMatchObject({ status: 0, stderr: '' });
    expect(home.snapshot()).toEqual(before);
  });

  test('survives broken rules of the person', () => {
    home.file('.config/safeshell/rules/mine.yaml', 'rules: [\n');
    const { status, stdout } = home.install();
    expect(status).toBe(0);
    expect(stdout).toContain('have errors');
  });
});

describe('install.sh refuses', () => {
  function bare(name: string, scripts: Readonly<Record<string, string>>): string {
    const folder = join(home.home, name);
    mkdirSync(folder);
    for (const [program, body] of Object.entries(scripts)) home.script(join(folder, program), body);
    for (const tool of ['dirname', 'sed', 'grep', 'cat']) symlinkSync(join('/usr/bin', tool), join(folder, tool));
    return folder;
  }

  test.each([
    ['no Node.js', {}, /Node\.js >= 20 is needed, and there is no `node`/],
    ['an old Node.js', { node: 'echo 18.20.4' }, /Node\.js >= 20 is needed; .* is 18\.20\.4/],
    ['a Node.js that does not run', { node: 'exit 1' }, /does not run/],
  ])('%s', (name, scripts, message) => {
    const before = home.snapshot();
    const PATH = bare(name, scripts);
    const { status, stderr } = home.install([], { env: { PATH } });
    expect(status).toBe(1);
    expect(stderr).toMatch(message);
    rmSync(PATH, { recursive: true });
    expect(home.snapshot()).toEqual(before);
  });

  test('no npm, where it has to build', () => {
    const PATH = bare('tools', { node: `exec '${process.execPath}' "$@"` });
    const { status, stderr } = home.run('/bin/sh', [join(CHECKOUT, 'install.sh')], { env: { PATH } });
    expect([status, stderr]).toEqual([1, 'install.sh: npm is needed to build, and there is none in PATH\n']);
  });

  test("a stranger's safeshell in its place", () => {
    home.file('.local/bin/safeshell', '#!/bin/sh\n');
    const { status, stderr } = home.install();
    expect(status).toBe(73);
    expect(stderr).toContain('is another program');
    expect(home.read('.local/bin/safeshell')).toBe('#!/bin/sh\n');
  });

  test('a place that cannot be made', () => {
    home.file('taken', '');
    const before = home.snapshot();
    const { status, stderr } = home.install(['--prefix', join(home.home, 'taken')]);
    expect(status).toBe(73);
    expect(stderr).toContain(`cannot make ${home.home}/taken`);
    expect(home.snapshot()).toEqual(before);
  });

  test('a path that PATH cannot hold, and options that it does not know', () => {
    expect(home.install(['--prefix', '/tmp/a:b']).stderr).toContain('colon');
    expect(home.install(['--frob']).status).toBe(64);
  });

  test.each([
    ['that is not UTF-8', '$(printf \'%s/caf\\351\' "$HOME")', 'a path is not valid UTF-8: '],
    ['that is relative', 'home', 'HOME is not an absolute path'],
    ['that is empty', '', 'HOME is not an absolute path'],
  ])('a HOME %s, as setup does', (_name, value, why) => {
    const before = home.snapshot();
    const command = `HOME=${value} exec ${shQuote(process.execPath)} ${shQuote(join(CHECKOUT, 'dist/cli.cjs'))} setup --yes`;
    const { status, stdout, stderr } = home.run('/bin/sh', ['-c', command]);
    expect([status, stdout, stderr]).toEqual([73, '', expect.stringContaining(`safeshell: ${why}`)]);
    expect(home.snapshot()).toEqual(before);
  });
});

describe('an installed guard', () => {
  let guarded: TempHome;
  let repo: string;
  const git = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    guarded.run('git', args, { cwd: repo, env: { PATH: guarded.guardedPath, SAFESHELL_CONTEXT: 'ai', ...env } });

  beforeAll(() => {
    guarded = installedHome(`$x it's a "dir"`);
    repo = join(guarded.home, 'repo');
    for (const args of [
      ['init', '-q', '-b', 'topic', repo],
      ['-C', repo, '-c', 'user.name=u', '-c', 'user.email=u@localhost', 'commit', '-q', '--allow-empty', '-m', 'first'],
    ]) {
      expect(guarded.run('/usr/bin/git', args).status).toBe(0);
    }
    guarded.file('repo/work.txt', 'not committed\n');
    guarded.run('/usr/bin/git', ['-C', repo, 'add', 'work.txt']);
  });
  afterAll(() => guarded.remove());

  test('lets through what is harmless, byte by byte', () => {
    const direct = guarded.run('/usr/bin/git', ['status'], { cwd: repo });
    const { status, stdout, stderr } = git(['status']);
    expect([status, stdout, stderr]).toEqual([0, direct.stdout, '']);
  });

  test.each([
    ['git push --force', ['push', '--force']],
    ['git reset --hard', ['reset', '--hard']],
    ['git clean -fdx', ['clean', '-fdx']],
    ['git checkout -- .', ['checkout', '--', '.']],
  ])('stops an agent: %s', (_name, args) => {
    const { status, stdout, stderr } = git(args);
    expect([status, stdout]).toEqual([126, '']);
    expect(JSON.parse(stderr.replace(/^safeshell: /, ''))).toMatchObject({
      retry: false,
      rule: expect.stringMatching(/^git\//),
    });
    expect(guarded.read('repo/work.txt')).toBe('not committed\n');
  });

  test('stops `rm -rf ~` and lets `rm -rf node_modules` run', () => {
    const env = { PATH: guarded.guardedPath, SAFESHELL_CONTEXT: 'ai' };
    const line = (text: string) => guarded.run('/bin/sh', ['-c', text], { cwd: repo, env }).status;
    expect(line('rm -rf ~')).toBe(126);
    expect(guarded.starts()).toEqual([]);
    expect(line('rm -rf node_modules')).toBe(0);
    expect(guarded.starts()).toEqual(['rm -rf node_modules']);
  });

  test('only a person trusts a project', () => {
    guarded.file(
      'repo/.safeshell/rules.yaml',
      'version: 1\noverrides:\n  - { name: git/push-force, disabled: true }\n',
    );
    for (const command of ['trust', 'untrust']) {
      const { status, stderr } = guarded.safeshell([command], { cwd: repo, env: { SAFESHELL_CONTEXT: 'ai' } });
      expect([status, stderr]).toEqual([77, expect.stringContaining('only a person')]);
    }
    expect(git(['push', '--force']).status).toBe(126);
    rmSync(join(repo, '.safeshell'), { recursive: true });
  });

  test('refresh says what it did, and keeps a shim for what only one project names', async () => {
    const stub = guarded.script(join(guarded.home, 'frob'), 'exit 0');
    const env = { PATH: `${guarded.guardedPath}:${dirname(stub)}` };
    const rule = '{ name: no-frob, commands: [frob], action: deny }';
    // calls before may have started one in the background, with the PATH of install.sh
    await expect.poll(() => existsSync(refreshMark({ HOME: guarded.home })), { timeout: 60_000 }).toBe(false);
    guarded.safeshell(['refresh']); // this PATH is another than that of install.sh
    guarded.file('repo/.safeshell/rules.yaml', `version: 1\nrules:\n  - ${rule}\n`);
    const inProject = JSON.parse(guarded.safeshell(['refresh', '--json'], { cwd: repo, env }).stdout);
    expect(inProject).toMatchObject({ policy: 'current', problems: [], shims: { removed: [], pass_through: [] } });
    expect(inProject.shims.written).toContain('frob');
    const outside = JSON.parse(guarded.safeshell(['refresh', '--json'], { env }).stdout);
    expect(outside.shims.active).toContain('frob');
    expect(outside.rules).toBe(inProject.rules - 1);
    rmSync(join(repo, '.safeshell'), { recursive: true });
  });

  test('writes down what it did', () => {
    const [day = ''] = readdirSync(join(guarded.home, '.local/state/safeshell/audit'));
    const last = guarded.read(join('.local/state/safeshell/audit', day)).trimEnd().split('\n').at(-1) ?? '';
    expect(JSON.parse(last)).toMatchObject({ door: 'shim', actor: 'ai' });
  });
});
