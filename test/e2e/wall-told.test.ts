import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wallHere } from '../../src/install/wall.ts';
import { shQuote } from '../../src/util/sh-quote.ts';
import { CHECKOUT, installedHome, type Ran, type RunOptions, type TempHome } from '../support/installed.ts';

const here = wallHere(CHECKOUT);
if (here.wall === undefined) console.warn(`not tested, nothing confines here (${here.lack}): what is told of walls`);

describe.runIf(here.wall !== undefined)('beside a wall', () => {
  let home: TempHome;
  let project: string;
  let other: string;
  const settings = '.config/safeshell/config.yaml';

  beforeAll(() => {
    home = installedHome(undefined, { packs: ['self'] });
    home.file(settings, `${home.read(settings)}confine: local_code # for agents\n`);
    project = dirname(home.file('project/save.py', 'import sys; open(sys.argv[1], "a").write("x")\n'));
    other = dirname(home.file('other/save.py', 'import sys; open(sys.argv[1], "a").write("x")\n'));
    mkdirSync(join(project, '.git'));
    for (const name of ['.one', '.two', '.mine']) mkdirSync(join(home.home, name));
    expect(home.safeshell(['agents', 'install', 'claude'])).toMatchObject({ status: 0 });
    expect(home.safeshell(['refresh'])).toMatchObject({ status: 0 });
  });
  afterAll(() => home.remove());

  const AGENT = { CLAUDECODE: '1', TMPDIR: '/var/tmp' };
  /** The line, in an agent's shell. */
  const byAgent = (line: string, cwd = project): Ran =>
    home.run('/bin/bash', ['-c', line], { cwd, env: { PATH: home.guardedPath, ...AGENT } });
  const byPerson = (args: readonly string[], options: RunOptions = {}): Ran =>
    home.safeshell(args, { cwd: project, ...options });
  const saves = (name: string, cwd = project) => {
    const path = join(home.home, name, 'x');
    return byAgent(`python3 save.py ${shQuote(path)}`, cwd).status === 0 && existsSync(path);
  };

  describe('a person permits', () => {
    test('a folder of this project, always', () => {
      expect(saves('.one')).toBe(false);
      const given = byPerson(['permit', '--yes', join(home.home, '.one')]);
      expect(given).toMatchObject({ status: 0, stdout: expect.stringContaining('permitted: ~/.one  in ~/project\n') });
      expect(home.read(settings)).toContain(
        'confine:\n  # for agents\n  local_code: true\n  projects:\n    ~/project: [~/.one]\n',
      );
      expect([saves('.one'), saves('.one'), saves('.one', other)]).toEqual([true, true, false]);
      expect(byPerson(['permit', '--remove', join(home.home, '.one')])).toMatchObject({ status: 0 });
      expect(saves('.one')).toBe(false);
    });

    test('once', () => {
      expect(byPerson(['permit', '--once', '--yes', '../.two'])).toMatchObject({ status: 0 });
      expect(JSON.parse(byPerson(['permit', '--json']).stdout)).toMatchObject([
        { path: '~/.two', project: '~/project', once: true },
      ]);
      expect([saves('.two', other), saves('.two'), saves('.two')]).toEqual([false, true, false]);
      expect(byPerson(['permit'])).toMatchObject({ stdout: 'nothing is permitted beside the project\n' });
    });

    test('in all projects, also a file', () => {
      const file = join(home.home, '.toolrc');
      const refused = () => byAgent(`python3 save.py ${shQuote(file)}`, other).status !== 0;
      expect(refused()).toBe(true);
      expect(byPerson(['permit', '--everywhere', '--file', '--yes', file], { cwd: home.home })).toMatchObject({
        status: 0,
      });
      expect([refused(), home.read('.toolrc')]).toEqual([false, 'x']);
      expect(byPerson(['permit', '--everywhere', '--remove', file])).toMatchObject({ status: 0 });
    });

    test('for `safeshell confine` as well', () => {
      byPerson(['permit', '--once', '--yes', '../.three']);
      const run = () => byPerson(['confine', 'sh', '-c', ': >../.three/x']).status;
      expect(byPerson(['confine', '--dry-run', 'sh']).stdout).toContain('/.three\n');
      expect(run()).toBe(0);
      expect(run()).not.toBe(0);
    });

    test('not without a yes, and a permit that is taken back before it is used is gone', () => {
      expect(byPerson(['permit', '../.four'])).toMatchObject({ status: 1, stderr: expect.stringContaining('nothing') });
      expect(existsSync(join(home.home, '.four'))).toBe(false);
      byPerson(['permit', '--once', '--yes', '../.four']);
      expect(byPerson(['permit', '--remove', '../.four'])).toMatchObject({ status: 0 });
      expect(saves('.four')).toBe(false);
    });

    test.each([
      ['~'],
      ['/'],
      ['/usr/lib'],
      ['..'],
      ['../.config'],
      ['../.local/state/safeshell'],
      ['--everywhere', '--once', 'x'],
      ['--remove', '--once', 'x'],
      ['--once'],
      ['--project', 'nowhere', 'x'],
      ['--project', '..', 'x'],
    ])('never %s %s %s', (...args) => {
      const { status, stderr } = byPerson(['permit', '--yes', ...args.map((arg) => (arg === '~' ? home.home : arg))]);
      expect([status, stderr]).toEqual([64, expect.stringMatching(/^safeshell: .+\n$/)]);
    });
  });

  describe('an agent does not widen its wall', () => {
    test.each([
      'safeshell permit --yes ../.mine',
      'safeshell permit --once --yes ../.mine',
      'python3 -c \'import subprocess; subprocess.run(["safeshell", "permit", "--once", "--yes", "../.mine"])\'',
    ])('%s', (line) => {
      const before = home.read(settings);
      byAgent(line);
      expect([home.read(settings), permits(), saves('.mine')]).toEqual([before, [], false]);
    });

    test('by its own words, even where no rule is asked', () => {
      const { status, stderr } = byPerson(['permit', '--yes', '../.mine'], { env: { CLAUDECODE: '1' } });
      expect([status, stderr]).toEqual([77, expect.stringContaining('only a person permits')]);
    });

    test('from behind the wall', () => {
      const lines = [
        'import glob, os',
        'for path in glob.glob(os.environ["HOME"] + "/.*/*/config.yaml") + glob.glob(os.environ["HOME"] + "/.*/*/*/permits"):',
        '    try: open(path + "/0123456789abcdef.permit" if os.path.isdir(path) else path, "a")',
        '    except OSError as error: print(error.errno)',
      ];
      home.file('project/widen.py', `${lines.join('\n')}\n`);
      mkdirSync(join(home.home, '.local/state/safeshell/permits'), { recursive: true });
      expect(byAgent('python3 widen.py').stdout).toBe('13\n13\n');
    });

    test('in the files, unconfined', () => {
      for (const file of [settings, '.local/state/safeshell/permits/0123456789abcdef.permit']) {
        expect(hook('claude', before(`echo >>~/${file}`)).stdout).toMatch(/"deny".*\[self\//);
      }
    });
  });

  const hook = (agent: string, payload: object, args: readonly string[] = []): Ran =>
    home.run(join(home.home, '.local/share/safeshell/hooks', agent), args, {
      ...{ cwd: project, env: { PATH: home.guardedPath, ...AGENT }, input: JSON.stringify(payload) },
    });
  /** Claude Code's payload before a line runs. */
  const before = (command: string) => ({
    ...{ session_id: 's', cwd: project, permission_mode: 'bypassPermissions', hook_event_name: 'PreToolUse' },
    ...{ tool_name: 'Bash', tool_input: { command } },
  });

  function permits(): readonly string[] {
    const folder = join(home.home, '.local/state/safeshell/permits');
    return existsSync(folder) ? readdirSync(folder) : [];
  }
});
