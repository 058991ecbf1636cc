import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wallHere } from '../../src/install/wall.ts';
import { shQuote } from '../../src/util/sh-quote.ts';
import { CHECKOUT, installedHome, type Ran, type RunOptions, type TempHome } from '../support/installed.ts';

const here = wallHere(CHECKOUT);
if (here.wall === undefined) console.warn(`not tested, nothing confines here (${here.lack}): what is told of walls`);

const AGENTS = ['claude', 'codex', 'gemini', 'qwen', 'copilot', 'opencode'];
type Ended = Pick<Ran, 'stdout' | 'stderr' | 'status'>;

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
    expect(home.safeshell(['agents', 'install', ...AGENTS])).toMatchObject({ status: 0 });
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
      expect(byPerson(['permit'])).toMatchObject({ stdout: 'Nothing outside the project is permitted.\n' });
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
      const failed = byPerson(['confine', 'sh', '-c', 'echo own >&2; exit 3']);
      expect(failed.stderr).toMatch(/^own\nsafeshell: it ran confined, and ended with 3; .+safeshell permit PATH.+\n$/);

      byPerson(['permit', '--once', '--yes', '../.three']);
      const run = () => byPerson(['confine', 'sh', '-c', ': >../.three/x']).status;
      expect(byPerson(['confine', '--dry-run', 'sh']).stdout).toContain('/.three\n');
      expect(run()).toBe(0);
      expect(run()).not.toBe(0);
    });

    test('keys with a warning', () => {
      const given = byPerson(['permit', '--once', '--yes', '--file', '../.ssh/id_x']);
      expect(given).toMatchObject({ status: 0, stderr: expect.stringContaining('careful, ~/.ssh/id_x: keys') });
      expect(byPerson(['permit', '--remove', '../.ssh/id_x'])).toMatchObject({ status: 0, stderr: '' });
    });

    test('not without a yes, and a permit that is taken back before it is used is gone', () => {
      expect(byPerson(['permit', '../.four'])).toMatchObject({ status: 1, stderr: expect.stringContaining('nothing') });
      expect(existsSync(join(home.home, '.four'))).toBe(false);
      byPerson(['permit', '--once', '--yes', '../.four']);
      expect(byPerson(['permit', '--remove', '../.four'])).toMatchObject({ status: 0 });
      expect(saves('.four')).toBe(false);
    });
  });

  describe('an agent is told', () => {
    /** `safeshell permit`, where it is typed by whoever the agent asks. */
    const permitting = (path: string) => `A person may permit it: \`safeshell permit --project ~/project ${path}\``;

    test.each(AGENTS.filter((name) => name !== 'opencode'))('%s', (agent) => {
      const line = `python3 save.py ${shQuote(join(home.home, '.told/x'))}`;
      mkdirSync(join(home.home, '.told'), { recursive: true });
      expect(hook(agent, payload(agent, line)).stdout).not.toContain('deny');
      const ran = byAgent(line);
      expect(ran.status).toBe(1);
      const { stdout, stderr, status } = hook(agent, payload(agent, line, ran), ['after']);
      expect([stderr, status]).toEqual(['', 0]);
      const said = JSON.parse(stdout);
      const context: string = said.additionalContext ?? said.hookSpecificOutput.additionalContext;
      expect(context).toMatch(/^safeshell: this ran confined: .+ Writing ~\/\.told\/x was refused\. /);
      expect(context).toContain(permitting('~/.told'));
    });

    test('opencode, by its plugin', () => {
      mkdirSync(join(home.home, '.told'), { recursive: true });
      const line = `python3 save.py ${shQuote(join(home.home, '.told/x'))}`;
      const heard = (said: Ran) => {
        const plugin = pathToFileURL(join(home.home, '.config/opencode/plugins/safeshell.js')).href;
        const args = { command: line };
        const result = { output: said.stderr, metadata: { exit: said.status } };
        const code = `const { Safeshell } = await import(${JSON.stringify(plugin)});
          const hooks = await Safeshell({ directory: ${JSON.stringify(project)} });
          const result = ${JSON.stringify(result)};
          await hooks['tool.execute.after']({ tool: 'bash', sessionID: 's', args: ${JSON.stringify(args)} }, result);
          console.log(result.output);`;
        return home.run(process.execPath, ['--input-type=module', '-e', code], { cwd: project, env: AGENT }).stdout;
      };
      const ran = byAgent(line);
      expect(heard(ran)).toContain(permitting('~/.told'));
      expect(heard({ ...ran, status: 0 })).not.toContain('safeshell');
    });

    test('a line that runs in safeshell-sh', () => {
      const script = home.script(join(project, 'run.sh'), 'echo x >"$HOME/.toldrc"');
      const put: string = JSON.parse(hook('claude', payload('claude', shQuote(script))).stdout).hookSpecificOutput
        .updatedInput.command;
      expect(put).toContain('safeshell-sh');
      const ran = byAgent(put);
      expect(told('claude', put, ran)).toContain(permitting('--file ~/.toldrc'));
    });

    test('only what cannot be permitted', () => {
      const said = { stderr: `PermissionError: [Errno 13] Permission denied: '${home.home}/.config/safeshell/x'` };
      expect(told('claude', 'make', { ...said, stdout: '', status: 1 })).toContain('Nobody can permit that');
    });

    test('that keys are not offered, nor what a rule keeps agents from writing', () => {
      const rule = `version: 1\nrules:\n  - name: later\n    conditions: [{ path_matches: { patterns: ["~/.later/**"], access: write } }]\n    action: deny\n    message: It runs later.\n`;
      const mine = home.file('.config/safeshell/rules/mine.yaml', rule);
      for (const name of ['.ssh', '.later']) mkdirSync(join(home.home, name), { recursive: true });
      const says = (path: string) =>
        told('claude', 'make', {
          ...{ stdout: '', status: 1 },
          stderr: `PermissionError: [Errno 13] Permission denied: '${home.home}/${path}'`,
        });
      const [key = '', later = ''] = ['.ssh/id_work', '.later/x'].map(says);
      rmSync(mine);
      expect(key).toMatch(/not offered: keys, tokens or passwords are kept there\. .*types `safeshell permit PATH`/);
      expect(later).toContain('not offered: it runs later [mine/later].');
      expect([key, later].join()).not.toContain('permit --project');
    });

    test('by the shim, where that masks what it prints', () => {
      const rules = 'version: 1\nrules: [{ name: mask, commands: [python3], action: redact }]\n';
      const mine = home.file('.config/safeshell/rules/mine.yaml', rules);
      const { stderr, status } = byAgent(`python3 save.py ${shQuote(join(home.home, '.told/x'))}`);
      const fine = byAgent('python3 save.py x');
      const failed = byAgent('python3 save.py /etc/passwd/x');
      rmSync(mine);
      expect(status).toBe(1);
      expect(stderr).toMatch(/^safeshell: \{"decision":"confine","cause":"refused-write",.*\n$/m);
      expect(stderr.trimEnd().split('\n').at(-1)).toContain('safeshell permit --project ~/project ~/.told');
      expect([fine.stderr, failed.stderr]).toEqual(['', expect.not.stringContaining('safeshell')]);
    });

    test.each<[string, string, Partial<Ran>]>([
      ['of a file that its mode closes', 'python3 save.py x', { stderr: 'cat: closed: Permission denied' }],
      ['of a file of the system', 'python3 x.py', { stderr: "Permission denied: '/etc/shadow'", status: 0 }],
      ['of its own project', 'python3 x.py', { stderr: "PermissionError: [Errno 13] Permission denied: 'x'" }],
      ['of what runs unconfined', 'cat x', { stderr: "touch: cannot touch '@HOME@/.told/x': Permission denied" }],
      ['of a key', 'make', { stderr: 'git@x: Permission denied (publickey).' }],
      ['of a socket', 'make', { stderr: 'Error: listen EACCES: permission denied 0.0.0.0:80' }],
      ['of a registry', 'npm test', { stderr: 'npm error 403 403 Forbidden - PUT https://registry.example/x' }],
      ['of a program', 'make', { stderr: 'bash: line 1: @HOME@/.told/x: Permission denied', status: 126 }],
      [
        'of a line that did not fail',
        'make',
        { stderr: "cannot touch '@HOME@/.told/x': Permission denied", status: 0 },
      ],
    ])('not of a refusal %s', (_, line, { stderr = '', status = 1 }) => {
      const text = stderr.replaceAll('@HOME@', home.home);
      expect(told('claude', line, { stdout: '', stderr: text, status })).toBe('');
    });

    test('not by a broken hook: silence', () => {
      const hooks = join(home.home, '.local/share/safeshell/hooks');
      expect(hook('claude', { a: 'Permission denied' }, ['after'])).toMatchObject({ stdout: '', status: 0 });
      const { command } = JSON.parse(home.read('.claude/settings.json')).hooks.PostToolUseFailure[0].hooks[0];
      const away = `${hooks}/claude.away`;
      renameSync(`${hooks}/claude`, away);
      const started = home.run('/bin/sh', ['-c', command], { input: '{"a":"Permission denied"}' });
      renameSync(away, `${hooks}/claude`);
      expect(started).toMatchObject({ stdout: '', stderr: '', status: 0 });
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

  const hook = (agent: string, given: object, args: readonly string[] = []): Ran =>
    home.run(join(home.home, '.local/share/safeshell/hooks', agent), args, {
      ...{ cwd: project, env: { PATH: home.guardedPath, ...AGENT }, input: JSON.stringify(given) },
    });
  const told = (agent: string, line: string, ran: Ended): string =>
    hook(agent, payload(agent, line, ran), ['after']).stdout;

  /** What the agent sends before it runs a line, and after; as seen live. */
  function payload(agent: string, line: string, ran?: Ended): object {
    const { status, stdout = '', stderr = '' } = ran ?? {};
    const text = `${stdout}${stderr}`;
    if (agent === 'copilot') {
      const result = {
        resultType: 'success',
        textResultForLlm: `${text}\n<shellId: 0 completed with exit code ${status}>`,
      };
      const call = { sessionId: 's', timestamp: 1, cwd: project, toolName: 'bash', toolArgs: { command: line } };
      return ran === undefined ? call : { ...call, toolResult: result };
    }
    const isGemini = agent === 'gemini' || agent === 'qwen';
    const common = {
      ...{ session_id: 's', cwd: project, permission_mode: 'bypassPermissions' },
      ...{ tool_name: isGemini ? 'run_shell_command' : 'Bash', tool_input: { command: line } },
      ...(agent === 'codex' && { turn_id: 't', model: 'm' }),
    };
    if (ran === undefined) return { ...common, hook_event_name: agent === 'gemini' ? 'BeforeTool' : 'PreToolUse' };
    const failed = status === 0 ? 'PostToolUse' : 'PostToolUseFailure';
    const exit = status === 0 ? '' : `\nExit Code: ${status}`;
    switch (agent) {
      case 'gemini':
        return { ...common, hook_event_name: 'AfterTool', tool_response: { llmContent: `Output: ${text}${exit}` } };
      case 'codex':
        return { ...common, hook_event_name: 'PostToolUse', tool_response: text };
      case 'qwen':
        return { ...common, hook_event_name: failed, error: `Command: ${line}\nOutput: ${text}${exit}` };
      default:
        return { ...common, hook_event_name: failed, error: `Exit code ${status}\n${text}` };
    }
  }
  const before = (line: string) => payload('claude', line);

  function permits(): readonly string[] {
    const folder = join(home.home, '.local/state/safeshell/permits');
    return existsSync(folder) ? readdirSync(folder) : [];
  }
});
