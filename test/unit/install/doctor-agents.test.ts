import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { INSTALLABLE_AGENTS } from '../../../src/agents/find.ts';
import { applyEdit, editsFor, launcherOf } from '../../../src/install/agents/edit-agents.ts';
import { nextCalls } from '../../../src/install/agents/next-calls.ts';
import { agentHooks, isBefore } from '../../../src/install/doctor/agents.ts';

let root: string;
let project: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'temporary-doctor-'));
  project = join(root, 'code/project');
  mkdirSync(project, { recursive: true });
  mkdirSync(join(root, 'bin'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const env = () => ({ HOME: root, PATH: `${join(root, 'bin')}:/usr/bin:/bin` });

function file(path: string, text: string): string {
  const whole = join(root, path);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, text);
  return whole;
}

function program(name: string, body: string): void {
  chmodSync(file(`bin/${name}`, `#!/bin/sh\n${body}\n`), 0o755);
}

/** As `agents install` does it. */
function install(name: string, folder?: string): string {
  const agent = INSTALLABLE_AGENTS.find((one) => one.name === name);
  if (agent === undefined) throw new Error(name);
  const job = { agent, env: env(), project: folder };
  for (const edit of editsFor(job, 'install')) applyEdit(edit, job);
  const launcher = launcherOf(agent, env());
  mkdirSync(dirname(launcher), { recursive: true });
  file('main.cjs', '//');
  writeFileSync(launcher, `#!/bin/sh\n__ss_node='${process.execPath}'\n__ss_main='${root}/main.cjs'\n`, {
    mode: 0o755,
  });
  if (name === 'codex')
    file('.codex/config.toml', `[hooks.state."${root}/.codex/hooks.json:pre_tool_use:0:0"]\ntrusted_hash = "x"\n`);
  return launcher;
}

async function allFindings(cwd: string) {
  const calls = await nextCalls({ env: env(), cwd }, 'launchers');
  return agentHooks(calls, { env: env(), path: env().PATH, shims: join(root, 'shims') });
}

async function findings(cwd = project): Promise<readonly string[]> {
  const found = await allFindings(cwd);
  const own = found.filter(({ check }) => check !== 'fire');
  return own.map(({ check, state, what }) => `${check} ${state} ${what}`.replaceAll(root, '~'));
}

test('says where no agent asks', async () => {
  expect(await findings()).toEqual(['agents note no agent asks before it acts (safeshell agents install)']);
});

test('says which agents that are used here have no hook', async () => {
  install('claude');
  program('agy', 'exit 0');
  file('.codex/config.toml', '');
  expect(await findings()).toEqual([
    'agent-claude ok Claude Code asks before it acts',
    'agent-codex note the settings of Codex CLI name no hook of ours (safeshell agents install codex)',
    'agent-antigravity note the settings of Antigravity CLI name no hook of ours (safeshell agents install antigravity)',
  ]);
});

test('says where something in front of our entry decides, and what', async () => {
  install('amp');
  const first = (folder: string, entry: object, rest: readonly unknown[] = []) =>
    file(`${folder}/settings.json`, JSON.stringify({ 'amp.permissions': [entry, ...rest] }));
  const ours = { tool: 'Bash', action: 'delegate', to: join(root, '.local/share/safeshell/hooks/amp') };
  expect(await findings()).toEqual(['agent-amp ok Amp asks before it acts']);
  first('code/project/.amp', { tool: 'mcp__*', action: 'allow' });
  expect(await findings()).toEqual(['agent-amp ok Amp asks before it acts']);
  first('code/project/.amp', { tool: 'Bash', action: 'allow' });
  first('.config/amp', { tool: '*', action: 'allow' }, [ours]);
  expect(await findings()).toEqual([
    'agent-amp problem Amp does not ask: `{"tool":"Bash","action":"allow"}` may decide first in ~/code/project/.amp/settings.json',
  ]);
});

test("says where a project's entry has the name of ours", async () => {
  install('vibe');
  const entry = (name: string) => `[[hooks]]\nname = "${name}"\ntype = "pre_tool"\ncommand = "true"\n`;
  file('code/project/.vibe/hooks.toml', entry('mine'));
  expect(await findings()).toEqual(['agent-vibe ok Mistral Vibe asks before it acts']);
  file('code/project/.vibe/hooks.toml', entry('mine') + entry('safeshell'));
  expect(await findings()).toContain(
    'agent-vibe problem Mistral Vibe does not ask: an entry named `safeshell` is not ours in ~/code/project/.vibe/hooks.toml',
  );
});

test('says nothing of the settings of an agent that was never told to ask', async () => {
  file('code/project/.amp/settings.json', '{"amp.permissions": [{"tool": "Bash", "action": "allow"}]}');
  expect(await findings()).toEqual(['agents note no agent asks before it acts (safeshell agents install)']);
});

test('says how to try those that are registered', async () => {
  const notes = async () => {
    const found = await allFindings(project);
    return found.filter(({ check }) => check === 'fire').map(({ state, what }) => `${state} ${what}`);
  };
  expect(await notes()).toEqual([]);
  install('goose');
  expect(await notes()).toEqual(['note whether they really refuse: safeshell doctor --fire']);
});

test('says who asks, in projects too', async () => {
  install('claude');
  install('gemini', project);
  expect(await findings()).toEqual([
    'agent-claude ok Claude Code asks before it acts',
    'agent-gemini ok Gemini CLI in ~/code/project asks before it acts',
  ]);
});

test('says what was registered and is not as it should be', async () => {
  rmSync(install('claude'));
  file('.gemini/settings.json', '{ "hooks": ');
  install('goose');
  rmSync(join(root, '.agents/plugins/safeshell/hooks/hooks.json'));
  expect(await findings()).toEqual([
    'agent-claude problem every call of Claude Code is refused: the launcher is gone: ~/.local/share/safeshell/hooks/claude',
    'agent-gemini problem Gemini CLI does not ask: ~/.gemini/settings.json cannot be read',
    'agent-goose problem Goose does not ask: the entry that was put into ~/.agents/plugins/safeshell/plugin.json is no longer there',
  ]);
});

describe('settings that switch hooks off', () => {
  test.each([
    [
      'claude',
      'code/project/.claude/settings.json',
      '{ "disableAllHooks": true }',
      'Claude Code does not ask: `disableAllHooks` is true',
    ],
    [
      'gemini',
      'code/project/.gemini/settings.json',
      '// mine\n{ "hooksConfig": { "disabled": ["x", "safeshell"], }, }',
      'Gemini CLI does not ask: `hooksConfig.disabled` names safeshell',
    ],
    [
      'codex',
      '.codex/config.toml',
      '[features]\nhooks = false\n',
      'Codex CLI does not ask: the feature `hooks` is false',
    ],
  ])('%s in %s: %s', async (name, path, text, what) => {
    install(name);
    file(path, text);
    const problems = (await findings()).filter((line) => / problem /.test(line));
    expect(problems.map((line) => line.replace(/^\S+ problem /, ''))).toEqual([`${what} in ~/${path}`]);
  });

  test.each([
    [
      '.claude/settings.json',
      '{ "disableAllHooks": false, "enabledPlugins": { "safeshell@safeshell": true, "x@y": false } }',
    ],
    ['code/project/.gemini/settings.json', '{ "hooksConfig": { "enabled": true, "disabled": ["other"] } }'],
    ['elsewhere/.claude/settings.json', '{ "disableAllHooks": true }'],
    ['code/project/.claude/settings.json/x', ''],
  ])('not %s: %s', async (path, text) => {
    file(path, text);
    expect((await findings()).filter((line) => line.includes('does not ask'))).toEqual([]);
  });
});

describe('an agent that is too old', () => {
  test.each([
    ['2.1.294 (Claude Code)', true],
    ['2.1.295 (Claude Code)', false],
    ['2.10.0', false],
    ['1.99.999', true],
    ['no number', false],
  ])('%s', async (version, isOld) => {
    install('claude');
    program('claude', `echo '${version}'`);
    expect((await findings()).some((line) => line.includes('goes on where a hook breaks'))).toBe(isOld);
  });

  test('versions are numbers, part by part', () => {
    expect([isBefore('2', '2.1'), isBefore('2.1.0.1', '2.1'), isBefore('10.0', '9.9')]).toEqual([true, false, false]);
  });
});

describe('Codex is asked whether it trusts the hook', () => {
  const answering = (hook: object) => {
    const result = JSON.stringify({ data: [{ hooks: [{ command: '/other', trustStatus: 'trusted' }, hook] }] });
    return `echo 'noise {'; while read -r line; do case $line in *'"hooks/list"'*) echo '{"id":2,"result":${result}}' ;; esac; done`;
  };

  test.each([
    [{ trustStatus: 'trusted', enabled: true }, 'agent-codex ok Codex CLI asks before it acts'],
    [
      { trustStatus: 'untrusted', enabled: true },
      'agent-codex problem Codex CLI does not ask: Codex skips the hook: it is untrusted',
    ],
    [{ trustStatus: 'modified' }, 'agent-codex problem Codex CLI does not ask: Codex skips the hook: it is modified'],
    [
      { trustStatus: 'trusted', enabled: false },
      'agent-codex problem Codex CLI does not ask: Codex skips the hook: it is disabled',
    ],
  ])('%j', async (hook, expected) => {
    const command = install('codex');
    program('codex', answering({ command, eventName: 'preToolUse', ...hook }));
    expect(await findings()).toContain(expected);
  });

  test.each(['exit 1', 'echo {}', 'exec 0<&-; exit 0'])('and may not say: %s', async (body) => {
    install('codex');
    program('codex', body);
    expect(await findings()).toContain('agent-codex note Codex CLI did not say whether it starts the hook');
  });
});
