import { describe, expect, test } from 'vitest';
import { closes, hookPolicy, tryHook, YES } from '../../support/hook-world.ts';

/**
 * Payloads that another guard's own tests send (cc-safety-net 2.4.5): fewer fields than agents do. `at` puts a directory
 * where that agent has one for the tool alone.
 */
interface Shape {
  readonly agent: string;
  readonly name: string;
  payload(command: string): object;
  readonly at?: (directory: string) => object;
}

const CWD = '/home/dev/proj';
const common = (tool_name: string, more: object = {}) => ({
  hook_event_name: 'PreToolUse',
  cwd: CWD,
  tool_name,
  ...more,
});
const withInput = (base: object, input: unknown) => ({ ...base, tool_input: input });

const antigravity = (args: object) => ({
  toolCall: { name: 'run_command', args },
  stepIdx: 0,
  conversationId: 'c',
  workspacePaths: [CWD],
});
const grok = (command: string, more = {}) => ({
  hookEventName: 'pre_tool_use',
  sessionId: 's',
  cwd: CWD,
  workspaceRoot: CWD,
  toolName: 'run_terminal_command',
  toolUseId: 't',
  toolInput: { command },
  toolInputTruncated: false,
  ...more,
});
const copilot = (toolArgs: unknown, toolName = 'bash') => ({
  sessionId: 's',
  timestamp: 1,
  cwd: CWD,
  toolName,
  toolArgs,
});
const cursor = (tool_name: string, tool_input: object) => ({
  conversation_id: 'c',
  hook_event_name: 'preToolUse',
  cwd: CWD,
  workspace_roots: [CWD],
  tool_name,
  tool_input,
});
const gemini = (tool_input: object) => ({
  hook_event_name: 'BeforeTool',
  cwd: CWD,
  tool_name: 'run_shell_command',
  tool_input,
});
const hermes = (tool_input: object) => ({
  hook_event_name: 'pre_tool_call',
  tool_name: 'terminal',
  tool_input,
  session_id: 's',
  cwd: CWD,
  extra: { task_id: 't', tool_call_id: 'c' },
});
const kimi = (tool_input: object) => common('Bash', { session_id: 's', tool_call_id: 'c', tool_input });

const plugin = (args: object) => ({ tool: 'bash', args, sessionID: 's', directory: CWD, dialog: false });

const openclaw = (tool: string, args: object) => ({ tool, args, sessionID: 's', directory: CWD, dialog: false });

const auggie = (tool_name: string, tool_input: object) => ({
  hook_event_name: 'PreToolUse',
  conversation_id: 'c',
  workspace_roots: [CWD],
  tool_name,
  tool_input,
  is_mcp_tool: false,
});

const SHAPES: readonly Shape[] = [
  { agent: 'claude', name: 'Bash', payload: (command) => withInput(common('Bash'), { command }) },
  { agent: 'claude', name: 'PowerShell', payload: (command) => withInput(common('PowerShell'), { command }) },
  { agent: 'codex', name: 'Bash', payload: (command) => withInput(common('Bash', { session_id: 's' }), { command }) },
  { agent: 'copilot', name: 'arguments in a string', payload: (command) => copilot(JSON.stringify({ command })) },
  { agent: 'copilot', name: 'arguments', payload: (command) => copilot({ command }) },
  { agent: 'copilot', name: 'powershell', payload: (command) => copilot(JSON.stringify({ command }), 'powershell') },
  {
    agent: 'gemini',
    name: 'run_shell_command',
    payload: (command) => gemini({ command }),
    at: (dir_path) => gemini({ command: 'rm -rf data', dir_path }),
  },
  {
    agent: 'antigravity',
    name: 'run_command',
    payload: (CommandLine) => antigravity({ CommandLine, Cwd: CWD, WaitMsBeforeAsync: 1000 }),
    at: (Cwd) => antigravity({ CommandLine: 'rm -rf data', Cwd }),
  },
  {
    agent: 'qwen',
    name: 'run_shell_command',
    payload: (command) => withInput(common('run_shell_command'), { command }),
    at: (directory) => withInput(common('run_shell_command'), { command: 'rm -rf data', directory }),
  },
  {
    agent: 'crush',
    name: 'bash',
    payload: (command) => ({ ...withInput(common('bash'), { command }), event: 'PreToolUse' }),
    at: (working_dir) => ({
      ...withInput(common('bash'), { command: 'rm -rf data', working_dir }),
      event: 'PreToolUse',
    }),
  },
  { agent: 'copilot', name: 'PowerShell', payload: (command) => copilot({ command }, 'PowerShell') },
  { agent: 'copilot', name: 'write_bash', payload: (input) => copilot({ shellId: '1', input }, 'write_bash') },
  { agent: 'pi', name: 'bash', payload: (command) => plugin({ command }) },
  {
    agent: 'openclaw',
    name: 'exec',
    payload: (command) => openclaw('exec', { command }),
    at: (workdir) => openclaw('exec', { command: 'rm -rf data', workdir }),
  },
  { agent: 'openclaw', name: 'gateway_exec', payload: (command) => openclaw('gateway_exec', { command }) },
  { agent: 'openclaw', name: 'process', payload: (data) => openclaw('process', { action: 'write', data }) },
  { agent: 'openclaw', name: 'pasted', payload: (text) => openclaw('process', { action: 'paste', text }) },
  {
    agent: 'junie',
    name: 'Bash',
    payload: (command) => withInput(common('Bash', { project_path: CWD }), { command }),
    at: (project_path) => ({ ...common('Bash', { project_path }), cwd: '/', tool_input: { command: 'rm -rf data' } }),
  },
  {
    agent: 'trae',
    name: 'RunCommand',
    payload: (command) =>
      withInput(common('RunCommand', { llm_tool_name: 'run', workspace_roots: [CWD] }), { command }),
    at: (cwd) => withInput(common('RunCommand', { llm_tool_name: 'run' }), { command: 'rm -rf data', cwd }),
  },
  {
    agent: 'auggie',
    name: 'launch-process',
    payload: (command) => auggie('launch-process', { command, wait: true, cwd: CWD }),
    at: (cwd) => auggie('launch-process', { command: 'rm -rf data', cwd }),
  },
  { agent: 'auggie', name: 'write-process', payload: (input_text) => auggie('write-process', { input_text }) },
  { agent: 'kilo', name: 'bash', payload: (command) => plugin({ command }) },
  { agent: 'opencode', name: 'bash', payload: (command) => plugin({ command }) },
  { agent: 'grok', name: 'run_terminal_command', payload: (command) => grok(command) },
  {
    agent: 'hermes',
    name: 'terminal',
    payload: (command) => hermes({ command }),
    at: (workdir) => hermes({ command: 'rm -rf data', workdir }),
  },
  {
    agent: 'kimi',
    name: 'Bash',
    payload: (command) => kimi({ command }),
    at: (cwd) => kimi({ command: 'rm -rf data', cwd }),
  },
  {
    agent: 'cursor',
    name: 'Shell',
    payload: (command) => cursor('Shell', { command }),
    at: (working_directory) => cursor('Shell', { command: 'rm -rf data', working_directory }),
  },
];

const POLICY = hookPolicy(`
version: 1
rules:
  - { name: no, commands: [frob], action: deny, message: Not this }
  - name: data
    commands: [rm]
    conditions: [{ path_within: { roots: [/srv/**], access: delete } }]
    action: deny
    message: Not there
`);

describe.each(SHAPES.map((shape) => [shape.agent, shape.name, shape] as const))('%s %s', (agent, _name, shape) => {
  test.each(['frob a', 'ls && frob', 'timeout 10 frob a', "bash -c 'frob a'", 'x=$(frob)', 'echo frob | safeshell-sh'])(
    'refuses %s',
    async (line) => {
      expect(closes(agent, await tryHook(agent, shape.payload(line), { policy: POLICY }))).toBe(true);
    },
  );

  test.each(['git status', 'echo frob', 'rm -rf data'])('lets %s pass', async (line) => {
    const ending = await tryHook(agent, shape.payload(line), { policy: POLICY });
    expect([ending.exit, YES.includes(ending.stdout)]).toEqual([0, true]);
  });

  test.runIf(shape.at)('goes by the directory of the call', async () => {
    const ending = (directory: string) => tryHook(agent, shape.at?.(directory), { policy: POLICY });
    expect(closes(agent, await ending('/srv/www'))).toBe(true);
    expect(YES.includes((await ending('/tmp/x')).stdout)).toBe(true);
  });

  test('refuses a call without a line', async () => {
    const bare = JSON.parse(
      JSON.stringify(shape.payload('LINE')).replaceAll('\\"LINE\\"', '7').replaceAll('"LINE"', '7'),
    );
    expect(closes(agent, await tryHook(agent, bare, { policy: POLICY }))).toBe(true);
  });
});

describe('what is not whole is refused', () => {
  test.each([
    ['grok', grok('git status', { toolInputTruncated: true })],
    ['copilot', copilot('{')],
    ['copilot', copilot('[]')],
    ['gemini', ''],
    ['claude', '[]'],
    ['kimi', '{"hook_event_name":'],
  ])('%s: %j', async (agent, payload) => {
    expect(closes(agent, await tryHook(agent, payload, { policy: POLICY }))).toBe(true);
  });
});

test.each([
  ['claude', withInput(common('mcp__x__list'), null)],
  ['codex', withInput(common('mcp__x__list'), {})],
  ['copilot', copilot('', 'list_bash')],
  ['copilot', copilot('{}', 'list_bash')],
  ['cursor', { hook_event_name: 'beforeMCPExecution', tool_name: 'list', tool_input: '', cwd: CWD }],
  ['cursor', { hook_event_name: 'beforeMCPExecution', tool_name: 'list', tool_input: '{}', cwd: CWD }],
  ['cline', { tool_call: { name: 'team_status', input: null } }],
  ['windsurf', { agent_action_name: 'pre_mcp_tool_use', tool_info: { mcp_tool_name: 'x', mcp_tool_arguments: null } }],
  ['grok', grok('', { toolName: 'list', toolInput: null })],
])('%s: a tool without arguments is let pass: %j', async (agent, payload) => {
  const ending = await tryHook(agent, payload, { policy: POLICY });
  expect([ending.exit, YES.includes(ending.stdout)]).toEqual([0, true]);
});

test.each([
  ['claude', withInput(common('Bash'), null)],
  ['claude', common('Write')],
  ['copilot', copilot('', 'bash')],
  ['copilot', copilot('rm -rf /', 'bash')],
  ['grok', grok('', { toolInput: null })],
])('%s: a shell without a line, or a call without a field for its input, is not: %j', async (agent, payload) => {
  expect(closes(agent, await tryHook(agent, payload, { policy: POLICY }))).toBe(true);
});

test('events about what is over are let pass', async () => {
  const after = { ...gemini({ command: 'frob a' }), hook_event_name: 'AfterTool' };
  expect((await tryHook('gemini', after, { policy: POLICY })).stdout).toBe('');
});

describe('files that tools name', () => {
  test.each([
    ['claude', withInput(common('Write'), { file_path: '/home/dev/.claude/settings.json', content: '{}' })],
    [
      'claude',
      withInput(common('Edit'), { file_path: '~/.config/safeshell/rules/mine.yaml', old_string: 'a', new_string: '' }),
    ],
    [
      'claude',
      withInput(common('apply_patch'), { command: '*** Begin Patch\n*** Delete File: /etc/safeshell/config.yaml\n' }),
    ],
    [
      'codex',
      withInput(common('apply_patch'), { command: '*** Begin Patch\n*** Update File: .codex/hooks.json\n@@\n' }),
    ],
    [
      'copilot',
      copilot(
        '*** Begin Patch\n*** Add File: /home/dev/.copilot/hooks/safeshell.json\n+{}\n*** End Patch',
        'apply_patch',
      ),
    ],
    [
      'claude',
      withInput(
        common('apply_patch'),
        '*** Begin Patch\n*** Delete File: /home/dev/.claude/settings.json\n*** End Patch',
      ),
    ],
    [
      'codex',
      withInput(common('Bash'), {
        command:
          "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: .codex/hooks.json\n@@\n-a\n+b\n*** End Patch\nEOF",
      }),
    ],
    ['cursor', cursor('Write', { file_path: '/home/dev/.cursor/hooks.json', content: '' })],
    ['cursor', cursor('Delete', { path: '/home/dev/.local/share/safeshell/hooks/cursor' })],
  ])('%s may not change the guard: %j', async (agent, payload) => {
    expect(closes(agent, await tryHook(agent, payload))).toBe(true);
  });

  test.each([
    withInput(common('Read'), { file_path: 'README.md' }),
    withInput(common('Edit'), { file_path: 'test/x.test.ts', old_string: 'id_rsa', new_string: '.env' }),
    withInput(common('Grep'), { pattern: '.env' }),
    withInput(common('apply_patch'), {
      command: '*** Begin Patch\n*** Update File: a.ts\n@@\n rm -rf ~\n*** End Patch',
    }),
  ])('what only looks like it passes: %j', async (payload) => {
    expect((await tryHook('claude', payload)).stdout).toBe('');
  });
});
