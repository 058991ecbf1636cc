import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wallHere } from '../../src/install/wall.ts';
import { CHECKOUT, installedHome, type RunOptions, type TempHome } from '../support/installed.ts';

const here = wallHere(CHECKOUT);
if (here.wall === undefined) console.warn(`not tested, nothing confines here (${here.lack}): safeshell confine`);

describe.runIf(here.wall !== undefined)('safeshell confine', () => {
  let home: TempHome;
  let project: string;
  beforeAll(() => {
    home = installedHome(undefined, { packs: ['git', 'self'] });
    project = join(home.home, 'project');
    mkdirSync(join(home.home, 'other'));
    mkdirSync(project);
  });
  afterAll(() => home.remove());

  const confined = (args: readonly string[], options: RunOptions = {}) =>
    home.safeshell(['confine', ...args], { cwd: project, ...options });

  test('writes in the project, not outside', () => {
    const inside = confined(['sh', '-c', 'echo inside >x && cat x; : >"$HOME/y"']);
    expect(inside).toMatchObject({ stdout: 'inside\n' });
    expect(inside.status).not.toBe(0);
    expect(inside.stderr).toContain('Permission denied');
    expect(existsSync(join(home.home, 'y'))).toBe(false);
    for (const line of [
      'mv x ../x',
      'ln x ../x',
      'mkdir ../z',
      'truncate -s 0 ../.profile',
      'env -i /bin/sh -c ": >../y"',
    ]) {
      expect([line, confined(['sh', '-c', line]).status]).not.toEqual([line, 0]);
    }
    expect(['x', 'y', 'z'].filter((name) => existsSync(join(home.home, name)))).toEqual([]);
  });

  test('writes where --write says, also beside the working directory', () => {
    const { status, stderr } = confined(['--write', '../other', '--', 'sh', '-c', 'echo 1 >../other/x']);
    expect([status, stderr]).toEqual([0, '']);
    expect(home.read('other/x')).toBe('1\n');
  });

  test.each([
    [['--write', 'nowhere', 'true'], 'no such file or folder'],
    [['--write', '..', 'true'], 'home directory'],
    [['--write', '../.local', 'true'], 'of the guard'],
    [['--write', '/', 'true'], 'home directory'],
    [['--write', '/usr', 'true'], 'folder of the system'],
    [[], 'missing required argument'],
    [['--json', 'true'], '--json is for --dry-run'],
  ])('%j is a mistake in the call', (args, expected) => {
    const { status, stderr } = confined(args);
    expect(status).toBe(64);
    expect(stderr).toContain(expected);
  });

  test('its status, input and environment are those of the command', () => {
    expect(confined(['sh', '-c', 'exit 42']).status).toBe(42);
    expect(confined(['sh', '-c', 'exit 222']).status).toBe(222);
    expect(confined(['cat'], { input: 'given' }).stdout).toBe('given');
    expect(confined(['nosuch-program'])).toMatchObject({
      status: 127,
      stderr: 'safeshell: nosuch-program: not found\n',
    });
    expect(confined(['./other/x']).status).toBe(127);
    expect(confined([join(home.home, 'other')]).status).not.toBe(0);
    expect(confined(['sh', '-c', 'kill -KILL $$']).signal).toBe('SIGKILL');
    const seen = (env: RunOptions['env']) =>
      confined(['/usr/bin/env'], env && { env })
        .stdout.split('\n')
        .sort();
    expect(seen({ NODE_OPTIONS: '--no-warnings' })).toContain('NODE_OPTIONS=--no-warnings');
    expect(seen({}).filter((line) => /NODE_OPTIONS|^SAFESHELL/.test(line))).toEqual([]);
  });

  test('passes signals on', async () => {
    const code = 'trap "echo got TERM; exit 3" TERM; echo ready; while :; do sleep 0.05; done';
    const child = spawn(home.launcher, ['confine', 'sh', '-c', code], {
      cwd: project,
      env: { HOME: home.home, PATH: home.path },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.on('data', (chunk) => {
      if (said === '') child.kill('SIGTERM');
      said += chunk;
    });
    const [status] = await once(child, 'close');
    expect([said, status]).toEqual(['ready\ngot TERM\n', 3]);
  });

  test('what it starts is judged', () => {
    const env = { PATH: home.guardedPath, CLAUDECODE: '1' };
    mkdirSync(join(project, '.git'), { recursive: true });
    const { status, stderr } = confined(['git', 'push', '--force'], { env });
    expect(status).toBe(126);
    expect(stderr).toContain('git/push-force');
  });

  test('behind a wall it starts what it is given', () => {
    const again = [home.launcher, 'confine', '--', 'sh', '-c', 'echo again; : >"$HOME/y"'];
    const { stdout, stderr } = confined(again);
    expect(stdout).toBe('again\n');
    expect(stderr).toContain('Permission denied');
  });

  test("an agent's variables do not widen it", () => {
    const env = { CLAUDECODE: '1', PIP_CACHE_DIR: join(home.home, 'other'), TMPDIR: join(home.home, 'other') };
    const { writable } = JSON.parse(confined(['--dry-run', '--json', 'pip'], { env }).stdout);
    expect(writable).toContain(project);
    expect(writable).not.toContain(join(home.home, 'other'));
    expect(confined(['sh', '-c', ': >../other/z'], { env }).status).not.toBe(0);
  });

  test('a dry run prints what could be written, and starts nothing', () => {
    rmSync(join(home.home, '.npm'), { recursive: true, force: true });
    const { status, stdout } = confined(['--dry-run', 'npm', 'test']);
    expect(status).toBe(0);
    expect(stdout.split('\n')).toEqual(expect.arrayContaining([project, '/dev/null', join(home.home, '.npm')]));
    expect(existsSync(join(home.home, '.npm'))).toBe(false);
    const { wall, strength } = JSON.parse(confined(['--dry-run', '--json']).stdout);
    expect({ wall, strength }).toEqual({ wall: here.wall?.kind, strength: here.strength });
  });

  describe('where the launcher fails', () => {
    const launcher = () => join(home.home, '.local/share/safeshell/app/bin/landlock-run');
    const away = () => `${launcher()}.away`;
    beforeAll(() => renameSync(launcher(), away()));
    afterAll(() => renameSync(away(), launcher()));

    const expectNothingRan = (said: string) => {
      const { status, stdout, stderr } = confined(['sh', '-c', 'echo ran; : >ran']);
      expect([status, stdout]).toEqual([70, '']);
      expect(stderr).toMatch(/^safeshell: not run: [^\n]+\n$/);
      expect(stderr).toContain(said);
      expect(existsSync(join(project, 'ran'))).toBe(false);
    };

    test('as there is none', () => {
      expectNothingRan('no launcher');
      const { status, stdout } = confined(['--dry-run', '--json', 'true']);
      expect([status, JSON.parse(stdout)]).toEqual([70, { wall: null, strength: 'none', writable: [] }]);
    });
    test('as the kernel does not let it', () => {
      home.script(launcher(), 'echo "landlock-run: landlock is not enforced by this kernel" >&2; exit 125');
      expectNothingRan('Landlock');
    });
    test('although it can be had', () => {
      home.script(
        launcher(),
        '[ "$1" != --probe ] || exec echo "landlock: fully enforced"\necho "landlock-run: x" >&2; exit 125',
      );
      expectNothingRan('landlock-run: x');
    });
  });

  test('an installation has a launcher of its own', () => {
    const { stdout } = home.safeshell(['doctor', '--json'], { env: { PATH: `${home.shims}:${home.tools}` } });
    const { findings } = JSON.parse(stdout) as { findings: readonly { check: string; what: string }[] };
    expect(findings.find(({ check }) => check === 'wall')?.what).toContain('Landlock');
    expect(readFileSync(join(home.home, '.local/share/safeshell/app/bin/landlock-run')).length).toBeGreaterThan(0);
  });
});
