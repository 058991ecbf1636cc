import { describe, expect, test } from 'vitest';
import { HOOKED_AGENTS } from '../../../src/agents/find.ts';
import { MAX_PAYLOAD_BYTES } from '../../../src/surfaces/hooks/read-stdin.ts';
import { closes, tryHook } from '../../support/hook-world.ts';

/** One good payload for each agent, with a command of no concern. */
const GOOD: Readonly<Record<string, Record<string, unknown>>> = {
  claude: common('Bash'),
  codex: { ...common('Bash'), turn_id: 't' },
  gemini: { ...common('run_shell_command'), hook_event_name: 'BeforeTool' },
  antigravity: { toolCall: { name: 'run_command', args: { CommandLine: 'ls' } }, workspacePaths: ['/home/dev/proj'] },
  cursor: { hook_event_name: 'beforeShellExecution', conversation_id: 'c', generation_id: 'g', command: 'ls', cwd: '' },
  copilot: { sessionId: 's', timestamp: 1, cwd: '/home/dev/proj', toolName: 'bash', toolArgs: { command: 'ls' } },
  opencode: { tool: 'bash', args: { command: 'ls' }, sessionID: 's', directory: '/home/dev/proj' },
  pi: { tool: 'bash', args: { command: 'ls' }, sessionID: 's', directory: '/home/dev/proj', dialog: true },
  kilo: { tool: 'bash', args: { command: 'ls' }, sessionID: 's', directory: '/home/dev/proj' },
  openclaw: { tool: 'exec', args: { command: 'ls' }, sessionID: 's', directory: '/home/dev/proj', dialog: true },
  junie: { ...common('Bash'), project_path: '/home/dev/proj' },
  trae: { ...common('RunCommand'), llm_tool_name: 'run_command', workspace_roots: ['/home/dev/proj'] },
  auggie: { ...common('launch-process'), conversation_id: 'c', is_mcp_tool: false },
  qwen: { ...common('run_shell_command'), tool_call_id: 'c' },
  cline: { clineVersion: '', tool_call: { id: 'c', name: 'run_commands', input: { commands: ['ls'] } } },
  windsurf: { agent_action_name: 'pre_run_command', tool_info: { command_line: 'ls', cwd: '/home/dev/proj' } },
  devin: common('exec'),
  goose: { ...common('developer__shell'), event: 'PreToolUse', working_dir: '/home/dev/proj' },
  kiro: { ...common('execute_bash'), hook_event_name: 'preToolUse' },
  droid: common('Execute'),
  crush: { ...common('bash'), event: 'PreToolUse' },
  amp: { cmd: 'ls' },
  grok: { hookEventName: 'pre_tool_use', toolName: 'run_terminal_command', toolInput: { command: 'ls' } },
  kimi: common('Bash'),
  vibe: { ...common('bash'), hook_event_name: 'pre_tool' },
  hermes: { ...common('terminal'), hook_event_name: 'pre_tool_call' },
};

function common(tool: string) {
  return {
    session_id: 's',
    cwd: '/home/dev/proj',
    hook_event_name: 'PreToolUse',
    tool_name: tool,
    tool_input: { command: 'ls' },
  };
}

/** The payload with one inner value of the command's path replaced. */
function damaged(payload: unknown, value: unknown): unknown {
  if (payload === 'ls') return value;
  if (Array.isArray(payload)) return payload.map((item) => damaged(item, value));
  if (typeof payload !== 'object' || payload === null) return payload;
  return Object.fromEntries(Object.entries(payload).map(([key, item]) => [key, damaged(item, value)]));
}

const BROKEN: readonly (readonly [string, string])[] = [
  ['nothing', ''],
  ['blanks', ' \n'],
  ['a word', 'rm'],
  ['null', 'null'],
  ['a list', '[]'],
  ['a text', '"rm -rf /"'],
  ['an empty object', '{}'],
  ['another object', '{"a":1}'],
  ['a foreign event', '{"hook_event_name":"BeforeSomethingNew","tool_name":"x","tool_input":{}}'],
  ['two objects', '{}{}'],
  ['a NUL', '{"a":"\u0000"}'],
  ['deep nesting', '['.repeat(100_000)],
];

describe.each(HOOKED_AGENTS.map((agent) => agent.name))('%s', (name) => {
  const good = GOOD[name] ?? {};

  test('lets a harmless command pass', async () => {
    const { exit, stdout, stderr } = await tryHook(name, good);
    expect([exit, stderr]).toEqual([0, '']);
    expect(['', '{}', '{"decision":"allow"}']).toContain(stdout);
  });

  test.each(BROKEN)('refuses %s', async (_what, text) => {
    expect(closes(name, await tryHook(name, text))).toBe(true);
  });

  test('refuses a payload that is cut anywhere', async () => {
    const text = JSON.stringify(good);
    for (let end = 0; end < text.length; end++) {
      expect([end, closes(name, await tryHook(name, text.slice(0, end)))]).toEqual([end, true]);
    }
  });

  test.each([1, null, true, [], {}, undefined])('refuses a command that is %s', async (value) => {
    expect(closes(name, await tryHook(name, damaged(good, value)))).toBe(true);
  });

  test('refuses what is too long', async () => {
    const long = JSON.stringify({ ...good, more: 'x'.repeat(MAX_PAYLOAD_BYTES) });
    expect(closes(name, await tryHook(name, long))).toBe(true);
  });

  test('lets no long command pass', async () => {
    const line = `${'echo a; '.repeat(60_000)}rm -rf /`;
    const ending = await tryHook(name, damaged(good, line));
    expect(closes(name, ending) || /"(force_)?ask"/.test(ending.stdout)).toBe(true);
  });

  test('refuses where the guard breaks', async () => {
    const policy = {
      get modules(): never {
        throw new Error('broken');
      },
    };
    expect(closes(name, await tryHook(name, good, { policy }))).toBe(true);
  });
});
