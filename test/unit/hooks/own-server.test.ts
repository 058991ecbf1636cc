import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { closes, hookPolicy, tryHook } from '../../support/hook-world.ts';

const POLICY = hookPolicy(`
version: 1
rules:
  - { name: no, commands: [frob], action: deny, message: Not this }
`);

let root: string;
let home: string;
let project: string;
let launcher: string;
/** folder of the shims */
let shims: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'own-server-')));
  home = join(root, 'home');
  project = join(home, 'work/app');
  launcher = join(home, '.local/bin/safeshell');
  shims = join(home, '.local/share/safeshell/shims');
  mkdirSync(project, { recursive: true });
  put(launcher, '#!/bin/sh\n');
  const others = [join(home, 'evil/safeshell'), join(shims, 'safeshell')];
  for (const one of others) put(one, '#!/bin/sh\n');
  for (const one of [launcher, ...others]) chmodSync(one, 0o755);
});
afterEach(() => rmSync(root, { recursive: true }));

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

interface Call {
  readonly agent?: string;
  readonly tool?: string;
  readonly input?: object;
  readonly commandLine?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A call that asks about a refused command; is it let pass? */
async function passes({ agent = 'claude', tool = 'mcp__safeshell__check', ...call }: Call = {}): Promise<boolean> {
  const input = call.input ?? { command: 'frob all' };
  const env = { HOME: home, PATH: `${dirname(launcher)}:/usr/bin`, ...call.env };
  const ending = await tryHook(agent, payloadOf(agent, tool, input), {
    policy: POLICY,
    env,
    installed: { launcher, shims },
    commandLine: call.commandLine ?? [agent],
  });
  const isClosed = closes(agent, ending);
  expect(isClosed || ['', '{"decision":"allow"}'].includes(ending.stdout), ending.stdout).toBe(true);
  return !isClosed;
}

function payloadOf(agent: string, tool: string, input: object): object {
  if (agent === 'copilot') return { toolName: tool, toolArgs: input, cwd: project };
  if (agent === 'opencode' || agent === 'pi') return { tool, args: input, directory: project };
  const event = agent === 'gemini' ? 'BeforeTool' : 'PreToolUse';
  return { hook_event_name: event, cwd: project, tool_name: tool, tool_input: input };
}

const OURS = () => ({ type: 'stdio', command: launcher, args: ['mcp'], env: {} });
const register = (server: unknown, path = '.claude.json', name = 'safeshell') =>
  put(join(home, path), JSON.stringify({ mcpServers: { [name]: server } }));

describe('calls of our own MCP server are let pass', () => {
  test.each([
    ['check', { command: 'frob all' }],
    ['check', { argv: ['frob', 'all'] }],
    ['check', { tool: 'Bash', input: { command: 'frob all' } }],
    ['explain', { command: 'frob all' }],
    ['request_approval', { steps: [{ command: 'frob all' }] }],
  ])('%s %j', async (tool, input) => {
    register(OURS());
    expect(await passes({ tool: `mcp__safeshell__${tool}`, input })).toBe(true);
  });

  test('under whatever name, through PATH and links', async () => {
    register({ command: 'safeshell', args: ['mcp'] }, '.claude.json', 'my guard');
    expect(await passes({ tool: 'mcp__my_guard__check' })).toBe(true);
    symlinkSync(launcher, join(home, 'link'));
    register({ ...OURS(), command: join(home, 'link') });
    expect(await passes()).toBe(true);
  });

  test.each([() => 'safeshell', () => join(shims, 'safeshell')])('through its shim: %s', async (command) => {
    register({ ...OURS(), command: command() });
    expect(await passes({ env: { PATH: `${shims}:${dirname(launcher)}` } })).toBe(true);
    expect(await passes({ env: { PATH: `${shims}:${home}/evil:${dirname(launcher)}` } })).toBe(false);
    expect(await passes({ env: { PATH: shims } })).toBe(false);
  });

  test.each(['work/app/.mcp.json', 'work/.mcp.json'])('registered in %s', async (path) => {
    register(OURS(), path);
    expect(await passes()).toBe(true);
  });

  test('registered for one folder', async () => {
    put(join(home, '.claude.json'), JSON.stringify({ projects: { [project]: { mcpServers: { safeshell: OURS() } } } }));
    expect(await passes()).toBe(true);
  });

  const toml = () =>
    `model = "x"\n[mcp_servers.safeshell]\ncommand = "${launcher}"\nargs = ["mcp"]\n\n[features]\na = 1\n`;
  test.each([
    ['codex', 'mcp__safeshell__check', '.codex/config.toml', toml],
    ['pi', 'mcp__safeshell__check', '.pi/agent/mcp.json', undefined],
    ['gemini', 'mcp_safeshell_check', '.gemini/settings.json', undefined],
    ['qwen', 'mcp__safeshell__check', '.qwen/settings.json', undefined],
    ['copilot', 'safeshell-check', '.copilot/mcp-config.json', undefined],
    [
      'opencode',
      'safeshell_check',
      '.config/opencode/opencode.json',
      () => JSON.stringify({ mcp: { safeshell: { type: 'local', command: [launcher, 'mcp'], enabled: true } } }),
    ],
  ] as const)('by %s as %s', async (agent, tool, path, text) => {
    expect(await passes({ agent, tool })).toBe(false);
    put(join(home, path), text?.() ?? JSON.stringify({ mcpServers: { safeshell: { ...OURS(), tools: ['*'] } } }));
    expect(await passes({ agent, tool })).toBe(true);
  });
});

describe('calls of a stranger are judged', () => {
  test('that nobody registered', async () => {
    expect(await passes()).toBe(false);
  });

  test.each([
    ['another program of our name', { command: 'HOME/evil/safeshell', args: ['mcp'] }],
    ['a shell that starts us first', { command: '/bin/sh', args: ['-c', 'safeshell mcp'] }],
    ['our program with other words', { args: ['run', 'mcp'] }],
    ['our program with more words', { args: ['mcp', '--x'] }],
    ['our program without words', { args: [] }],
    ['variables of its own', { env: { NODE_OPTIONS: '--require /tmp/x.js' } }],
    ['a folder of its own', { cwd: '/tmp' }],
    ['an address', { url: 'https://example.org/mcp' }],
    ['a server of the net', { type: 'http' }],
    ['a field that nobody knows', { wrapper: '/tmp/x' }],
    ['a relative path', { command: './safeshell' }],
    ['a program that is not there', { command: 'safeshell-mcp' }],
  ])('%s', async (_name, change) => {
    const { command = launcher } = change as { command?: string };
    register({ ...OURS(), ...change, command: command.replace('HOME', home) });
    expect(await passes()).toBe(false);
  });

  test.each([
    ['a project', 'work/app/.mcp.json'],
    ['a folder above it', 'work/.mcp.json'],
  ])('where %s gives the name to another', async (_name, path) => {
    register(OURS());
    register({ ...OURS(), command: '/bin/sh' }, path);
    expect(await passes()).toBe(false);
  });

  test('where a file cannot be read as settings', async () => {
    register(OURS());
    put(join(project, '.mcp.json'), '{ // my servers\n}');
    expect(await passes()).toBe(false);
  });

  test('where PATH finds another program first', async () => {
    register({ command: 'safeshell', args: ['mcp'] });
    expect(await passes({ env: { PATH: `${home}/evil:${dirname(launcher)}` } })).toBe(false);
  });

  test.each([
    ['claude', '--mcp-config', '/tmp/x.json'],
    ['claude', '--plugin-dir=/tmp/x'],
    ['codex', '-c', 'x="y"'],
    ['codex', '-cmcp_servers.safeshell.command="sh"'],
  ])('where the agent was handed others: %s %s', async (...commandLine) => {
    const [agent = ''] = commandLine;
    register(OURS());
    put(join(home, '.codex/config.toml'), `[mcp_servers.safeshell]\ncommand = "${launcher}"\nargs = ["mcp"]\n`);
    expect(await passes({ agent, commandLine })).toBe(false);
    expect(await passes({ agent, commandLine: [agent, '--model', 'x'] })).toBe(true);
  });

  test('where it is not in sight how the agent was started', async () => {
    register(OURS());
    expect(await passes({ commandLine: [] })).toBe(false);
  });

  test.each(['mcp__safeshell__run', 'mcp__safeshell__x_check', 'mcp__safeshell2__check', 'safeshell__check', 'check'])(
    'another tool: %s',
    async (tool) => {
      register(OURS());
      expect(await passes({ tool })).toBe(false);
    },
  );

  test('one name that two servers may mean', async () => {
    const servers = { safeshell: OURS(), safeshell__x: { ...OURS(), command: '/bin/sh' } };
    put(join(home, '.claude.json'), JSON.stringify({ mcpServers: servers }));
    expect(await passes({ tool: 'mcp__safeshell__x__check' })).toBe(false);
    expect(await passes()).toBe(true);
  });

  test.each([
    '[mcp_servers.safeshell]\ncommand = "LAUNCHER"\nargs = ["mcp"]\n[mcp_servers.safeshell.env]\nPATH = "/tmp"\n',
    '[mcp_servers.safeshell]\ncommand = "LAUNCHER"\nargs = ["mcp"]\n[mcp_servers.safeshell]\ncommand = "sh"\n',
    'mcp_servers = { safeshell = { command = "sh" } }\n[mcp_servers.safeshell]\ncommand = "LAUNCHER"\nargs = ["mcp"]\n',
    '[mcp_servers.safeshell]\ncommand = "LAUNCHER"\nargs = ["mcp"]\ncwd = "/tmp"\n',
    "[mcp_servers.safeshell]\ncommand = 'LAUNCHER'\nargs = ['mcp']\n",
  ])('Codex: %j', async (text) => {
    put(join(home, '.codex/config.toml'), text.replaceAll('LAUNCHER', launcher));
    expect(await passes({ agent: 'codex' })).toBe(false);
  });

  test('OpenCode with settings from elsewhere', async () => {
    const server = { type: 'local', command: [launcher, 'mcp'] };
    put(join(home, '.config/opencode/opencode.json'), JSON.stringify({ mcp: { safeshell: server } }));
    const call = { agent: 'opencode', tool: 'safeshell_check' };
    expect(await passes(call)).toBe(true);
    expect(await passes({ ...call, env: { OPENCODE_CONFIG_CONTENT: '{}' } })).toBe(false);
  });
});

test('rules about tools still see the name', async () => {
  register(OURS());
  const policy = hookPolicy(`
version: 1
rules:
  - { name: none, conditions: [{ tool: { names: ["mcp__safeshell__check"] } }], action: deny, message: Not these }
`);
  const ending = await tryHook('claude', payloadOf('claude', 'mcp__safeshell__check', { command: 'ls' }), {
    policy,
    env: { HOME: home },
    installed: { launcher, shims },
    commandLine: ['claude'],
  });
  expect(ending.stdout).toContain('Not these');
});
