import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { INSTALLABLE_AGENTS } from '../../src/agents/find.ts';
import { filesOf } from '../../src/install/agents/edit-agents.ts';
import { pluginHost } from '../../src/install/doctor/fire.ts';
import { closes } from '../support/hook-world.ts';
import { installedHome, mayTestWith, type Ran, TempHome } from '../support/installed.ts';

/** Amp names one program, and what it does where that is gone is its own affair. */
const NAMES = INSTALLABLE_AGENTS.map(({ name }) => name).filter((name) => name !== 'amp');
/** Those whose settings a project may hold. */
const SHARING = INSTALLABLE_AGENTS.filter(({ setup }) => !setup.onlyUser)
  .map(({ name }) => name)
  .filter((name) => NAMES.includes(name));
const PLUGINS = ['opencode', 'kilo', 'pi', 'openclaw'];
/** What stands where the launcher should, in the place of a guard that has no objection. */
const LAUNCHERS: Readonly<Record<string, string | undefined>> = {
  'is gone': undefined,
  'is empty': '',
  'is killed': '#!/bin/sh\nkill -9 $$\n',
  fails: '#!/bin/sh\necho Error: at x.js:1 >&2; exit 1\n',
  'is cut': '#!/bin/sh\nif [ ',
};

let home: TempHome;
let nowhere: TempHome;
beforeAll(() => {
  home = new TempHome();
  nowhere = new TempHome("o'brien $x");
});
afterAll(() => {
  home.remove();
  nowhere.remove();
});

type Scope = 'user' | 'project';

function launcherOf(name: string): string {
  return join(home.home, '.local/share/safeshell/hooks', name);
}

function place(name: string, text: string | undefined): void {
  const path = launcherOf(name);
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  if (text === undefined) return;
  writeFileSync(path, text);
  chmodSync(path, 0o755);
}

/** The file of the agent that names what it starts, as it is written. */
function fileOf(
  name: string,
  scope: Scope,
  env = { HOME: home.home },
): { readonly path: string; readonly text: string } {
  const agent = INSTALLABLE_AGENTS.find((one) => one.name === name);
  if (agent === undefined) throw new Error(name);
  const files = filesOf({ agent, env, project: scope === 'project' ? '/team/project' : undefined });
  const file = files.at(-1);
  if (file === undefined) throw new Error(name);
  return { path: file.path, text: file.kind === 'json' ? JSON.stringify(file.items[0]?.value) : file.text };
}

function commandIn(text: string): string {
  const toml = /^command = (.*)$/m.exec(text)?.[1];
  const json = toml ?? /"(?:command|bash)":\s*("\/bin\/sh(?:[^"\\]|\\.)*")/.exec(text)?.[1];
  return JSON.parse(json ?? 'null');
}

/** As its agent starts it. */
async function start(name: string, scope: Scope, { at = home, shell = '/bin/sh' } = {}): Promise<Ran> {
  const { text } = fileOf(name, scope);
  const { starts } = INSTALLABLE_AGENTS.find((one) => one.name === name)?.setup ?? {};
  if (typeof starts === 'object') return startPlugin(starts.plugin, text, at);
  const file = at.file('PreToolUse', text);
  chmodSync(file, 0o755);
  const argv = starts === 'file' ? [file] : [shell, '-c', commandIn(text)];
  return at.run(argv[0] ?? '', argv.slice(1), { input: '{"a":1}' });
}

/** A throw is a refusal; told as the end of a hook is. */
function startPlugin(calling: string, text: string, at: TempHome): Ran {
  const url = pathToFileURL(at.file('plugin.mjs', text)).href;
  const call = { tool: 'bash', sessionID: 's', directory: '/', args: { command: 'x' } };
  const argv = ['--input-type=module', '-e', pluginHost(calling), url];
  return at.run(process.execPath, argv, { input: JSON.stringify(call) });
}

const isPlugin = (name: string) => PLUGINS.includes(name);

const ending = ({ status, stdout, stderr }: Ran) => ({ stdout, stderr, exit: status ?? -1 });

describe.each(
  NAMES.flatMap((name) => [[name, 'user'] as const, ...(SHARING.includes(name) ? [[name, 'project'] as const] : [])]),
)('%s, settings of the %s', (name, scope) => {
  beforeEach(() => rmSync(join(home.home, '.local/bin/safeshell'), { force: true }));

  test('hands on the payload and the answer', async () => {
    place(name, `#!/bin/sh\ncat; printf '%s\\n' 'no \\n "x"' >&2; exit 2\n`);
    if (!isPlugin(name))
      expect(await start(name, scope)).toMatchObject({ status: 2, stdout: '{"a":1}', stderr: 'no \\n "x"\n' });
    place(name, `#!/bin/sh\necho '{"decision":"allow"}'\n`);
    expect(await start(name, scope)).toMatchObject({ status: 0, stdout: '{"decision":"allow"}\n', stderr: '' });
  });

  test.each(Object.entries(LAUNCHERS))('refuses where the launcher %s, and says what to do', async (how, text) => {
    place(name, text);
    const ran = await start(name, scope);
    if (how === 'is cut') return expect([0, 1].includes(ran.status ?? 0) && !closes(name, ending(ran))).toBe(false);
    expect(closes(name, ending(ran))).toBe(true);
    const said = ran.stdout + ran.stderr;
    expect(said).toMatch(/safeshell: not run: .*Do not retry it/);
    expect(said).toMatch(scope === 'user' || how === 'fails' ? /safeshell (doctor|agents install)/ : /safeshell/);
    expect(said).not.toContain('at x.js');
  });
});

describe.each(SHARING)('%s, settings that a team shares', (name) => {
  test('are the same for everyone', () => {
    const mine = fileOf(name, 'project');
    expect(mine).toEqual(fileOf(name, 'project', { HOME: '/home/other' }));
    expect(mine.text).not.toContain(home.home);
  });

  test('refuse where nothing is installed, and say what is missing', async () => {
    const ran = await start(name, 'project', { at: nowhere });
    expect(closes(name, ending(ran))).toBe(true);
    expect(ran.stdout + ran.stderr).toMatch(/safeshell is not installed here.*Tell the user to|user to install/is);
  });

  test('find the command of those who have no launcher for this agent', async () => {
    nowhere.file('.local/bin/safeshell', `#!/bin/sh\necho '{"decision":"allow","said":"'"$*"'"}'\n`);
    chmodSync(join(nowhere.home, '.local/bin/safeshell'), 0o755);
    try {
      const { stdout, status } = await start(name, 'project', { at: nowhere });
      expect([status, stdout]).toEqual([0, expect.stringContaining(isPlugin(name) ? 'allow' : `hook --agent ${name}`)]);
    } finally {
      rmSync(join(nowhere.home, '.local/bin/safeshell'));
    }
  });
});

describe.each(['bash', 'dash', 'zsh', 'fish', 'ksh'].filter(mayTestWith))('started by %s', (shell) => {
  test.each(['user', 'project'] as const)('the entry of the %s is read the same', async (scope) => {
    place('codex', '#!/bin/sh\necho out; echo err >&2; exit 2\n');
    expect(await start('codex', scope, { shell })).toMatchObject({ status: 2, stdout: 'out\n', stderr: 'err\n' });
    place('codex', undefined);
    expect(closes('codex', ending(await start('codex', scope, { shell })))).toBe(true);
    place('vibe', undefined);
    expect(closes('vibe', ending(await start('vibe', scope, { shell })))).toBe(true);
  });
});

test('what a hook leaves running does not keep the agent waiting', async () => {
  place('codex', '#!/bin/sh\nsleep 30 <&- >/dev/null 2>&1 &\n');
  const before = Date.now();
  expect(await start('codex', 'user')).toMatchObject({ status: 0 });
  expect(Date.now() - before).toBeLessThan(20_000);
});

test('nothing that an agent could take for a variable of its own stands in an entry', () => {
  for (const name of NAMES.filter((one) => !isPlugin(one))) {
    for (const scope of ['user', 'project'] as const) {
      const names = [...fileOf(name, scope).text.matchAll(/\$\{?([A-Za-z_]\w*)/g)].map(([, found]) => found);
      expect(names.filter((one) => !/^(ss_\w+|HOME|PATH|XDG_DATA_HOME)$/.test(one ?? ''))).toEqual([]);
    }
  }
});

describe('Gemini CLI starts its entries with bash from PATH', () => {
  let guarded: TempHome;
  beforeAll(() => {
    guarded = installedHome('space dir', { agents: ['gemini'] });
  });
  afterAll(() => guarded.remove());

  test.each(['BeforeTool', 'AfterTool'])('%s', (event) => {
    const { hooks } = JSON.parse(guarded.read('.gemini/settings.json'));
    const payload = { hook_event_name: event, tool_name: 'run_shell_command', tool_input: { command: 'ls' } };
    const { status, stderr } = guarded.run(
      join(guarded.shims, 'bash'),
      ['-c', commandIn(JSON.stringify(hooks[event]))],
      { env: { PATH: guarded.guardedPath, SAFESHELL_CONTEXT: 'ai' }, input: JSON.stringify(payload) },
    );
    expect([status, stderr]).toEqual([0, '']);
  });
});
