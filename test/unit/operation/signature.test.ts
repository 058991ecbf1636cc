import { describe, expect, test } from 'vitest';
import type { Payload } from '../../../src/agents/hook.ts';
import type { Action, JsonObject } from '../../../src/model/request.ts';
import { POWERSHELL_TOOLS, SHELL_TOOLS } from '../../../src/operation/shell-tools.ts';
import { agreementOf, operationSignature } from '../../../src/operation/signature.ts';
import { hookOf } from '../../support/hook-world.ts';
import { judged, policyOf, requestOf } from '../../support/judged.ts';

const POLICY = policyOf({ p: 'rules: [{ name: ask, commands: [frob], action: require_approval, message: "Sure?" }]' });
const LINE = 'frob x';

type Input = Readonly<Record<string, unknown>>;
type Shape = (input: Input) => Payload;

const nested =
  (tool_name: string, event = 'PreToolUse', more: object = {}): Shape =>
  (tool_input) => ({ hook_event_name: event, cwd: '/w', session_id: 's', tool_name, tool_input, ...more });
const copilot: Shape = (toolArgs) => ({ sessionId: 's', timestamp: 1, cwd: '/w', toolName: 'bash', toolArgs });
const antigravity: Shape = (args) => ({ conversationId: 'c', toolCall: { name: 'run_command', args } });
const grok: Shape = (toolInput) => ({ cwd: '/w', workspaceRoot: '/w', toolName: 'run_terminal_command', toolInput });
const cline: Shape = (input) => ({ clineVersion: '3', tool_call: { name: 'run_commands', input } });
const clineEditor: Shape = (parameters) => ({ preToolUse: { toolName: 'execute_command', parameters } });
const goose: Shape = (tool_input) => ({ event: 'PreToolUse', tool_name: 'developer__shell', tool_input });
const opencode: Shape = (args) => ({ tool: 'bash', args, sessionID: 's', directory: '/w' });
const mcp: Shape = nested('mcp__desktop__start_process');
const windsurf: Shape = (tool_info) => ({ agent_action_name: 'pre_run_command', tool_info });

function calls(agent: string, payload: Payload) {
  const asked = hookOf(agent).read(payload, { env: { AGENT_TOOL_NAME: 'Bash' }, commandLine: () => [] });
  if (asked === 'unknown' || asked.calls[0] === undefined) throw new Error('not read');
  return asked.calls[0];
}

function signatures(agent: string, payload: Payload): readonly string[] {
  return signaturesOf(calls(agent, payload));
}

function signaturesOf(action: Action): readonly string[] {
  const request = { ...requestOf([], { actor: 'ai' }), action };
  return [agreementOf(request, judged(POLICY, request)).id, operationSignature(request)];
}

/** What each agent is known to write beside a line. */
const SHELLS: readonly (readonly [string, Shape, Input, Input])[] = [
  ['claude', nested('Bash'), { command: LINE }, { description: 'd', timeout: 1, run_in_background: true }],
  ['claude', nested('PowerShell'), { command: LINE }, { description: 'd', timeout: 1, run_in_background: true }],
  ['codex', nested('Bash'), { command: LINE }, { justification: 'j', timeout_ms: 1, prefix_rule: ['frob'] }],
  ['codex', nested('Bash'), { command: LINE }, { yield_time_ms: 1, max_output_tokens: 1 }],
  ['cursor', nested('Shell', 'preToolUse'), { command: LINE }, { is_background: true, explanation: 'e', timeout: 1 }],
  ['gemini', nested('run_shell_command', 'BeforeTool'), { command: LINE }, { description: 'd', is_background: true }],
  ['antigravity', antigravity, { CommandLine: LINE }, { WaitMsBeforeAsync: 1, SafeToAutoRun: true, toolAction: 'a' }],
  ['copilot', copilot, { command: LINE }, { description: 'd', initial_wait: 1, timeout: 2 }],
  ['opencode', opencode, { command: LINE }, { description: 'd', timeout: 1 }],
  ['qwen', nested('run_shell_command'), { command: LINE }, { description: 'd', is_background: false, timeout: 1 }],
  ['cline', cline, { commands: [LINE] }, { timeout: 1, requires_approval: true }],
  ['cline', cline, { commands: [LINE] }, { commands: [LINE, 'frob y'] }],
  ['cline', clineEditor, { command: LINE }, { requires_approval: 'false', timeout: '30' }],
  ['windsurf', windsurf, { command_line: LINE }, { blocking: true }],
  ['devin', nested('exec'), { command: LINE }, { timeout: 1 }],
  ['goose', goose, { command: LINE }, { timeout_secs: 1 }],
  ['kiro', nested('execute_bash', 'preToolUse'), { command: LINE }, { summary: 's' }],
  ['droid', nested('Execute'), { command: LINE }, { riskLevel: 'low', riskLevelReason: 'r', fireAndForget: true }],
  [
    'crush',
    nested('bash', 'PreToolUse', { event: 'PreToolUse' }),
    { command: LINE },
    { description: 'd', run_in_background: true },
  ],
  ['amp', (input) => input, { cmd: LINE }, { timeout: 1 }],
  ['grok', grok, { command: LINE }, { description: 'd', is_background: true, timeout: 1 }],
  ['kimi', nested('Bash'), { command: LINE }, { run_in_background: true, description: 'd', timeout: 1 }],
  ['vibe', nested('bash', 'pre_tool'), { command: LINE }, { timeout: 1 }],
  ['hermes', nested('terminal', 'pre_tool_call'), { command: LINE }, { background: true, notify_on_complete: true }],
  ['claude', mcp, { command: LINE }, { timeout_ms: 1 }],
];

/** Calls of other tools, with what may stand beside them without changing what is done. */
const TOOLS: readonly (readonly [string, Shape, Input, Input])[] = [
  ['claude', nested('Write'), { file_path: 'a', content: 'b' }, { run_in_background: true }],
  ['codex', nested('mcp__db__drop'), { table: 't' }, { justification: 'j' }],
  ['cursor', nested('Delete', 'preToolUse'), { path: 'a' }, { explanation: 'e' }],
];

describe('an approval is for what is done', () => {
  test.each([...SHELLS, ...TOOLS])('%s: %o %j beside %j', (agent, shape, input, beside) => {
    const first = signatures(agent, shape(input));
    expect(signatures(agent, shape({ ...input, ...beside }))).toEqual(first);
  });

  test.each([
    ['claude', nested('Bash'), { command: LINE }, { command: 'frob y' }],
    ['claude', nested('Bash'), { command: LINE }, { dangerouslyDisableSandbox: true }],
    ['claude', nested('Write'), { file_path: 'a', content: 'b' }, { content: 'c' }],
    ['claude', nested('mcp__tracker__create'), { title: 't' }, { description: 'another text' }],
    ['claude', nested('mcp__tracker__create'), { title: 't' }, { explanation: 'another text' }],
    ['claude', nested('mcp__server__configure'), { timeout: 5 }, { timeout: 500 }],
    ['codex', nested('Bash'), { command: LINE }, { sandbox_permissions: 'require_escalated' }],
    ['codex', nested('Bash'), { command: LINE }, { workdir: '/elsewhere' }],
    ['cursor', nested('Shell', 'preToolUse'), { command: LINE }, { required_permissions: ['all'] }],
    ['cline', cline, { commands: [LINE] }, { commands: ['frob y', LINE] }],
  ])('%s: %o %j is another with %j', (agent, shape, input, beside) => {
    const first = signatures(agent, shape(input));
    for (const [at, one] of signatures(agent, shape({ ...input, ...beside })).entries()) {
      expect(one).not.toBe(first[at]);
    }
  });
});

describe('a call that no agent of ours reads', () => {
  const call = (tool: string, input: JsonObject) => signaturesOf({ kind: 'tool', tool, input });
  const bash = call('Bash', { command: LINE });

  test.each([...SHELL_TOOLS])('%s is the shell, by whatever name', (tool) => {
    expect(call(tool, { command: LINE, description: 'd', timeout: 1 })).toEqual(bash);
    expect(call(tool, { command: ['frob', 'x'] })).toEqual(bash);
    expect(call(tool, { command: LINE, workdir: '/elsewhere' })).not.toEqual(bash);
    expect(call(tool, { command: 'frob y' })).not.toEqual(bash);
  });

  test.each([...POWERSHELL_TOOLS])('%s is another shell', (tool) => {
    expect(call(tool, { command: LINE, description: 'd' })).toEqual(call('pwsh', { command: LINE }));
    expect(call(tool, { command: LINE })).not.toEqual(bash);
  });

  test('a server may call anything a command', () => {
    expect(call('mcp__server__bash', { command: LINE })).not.toEqual(bash);
    expect(call('mcp__server__bash', { command: LINE, description: 'd' })).not.toEqual(
      call('mcp__server__bash', { command: LINE }),
    );
  });

  test('the order of keys says nothing', () => {
    const input = { table: 't', where: { a: 1, b: [{ c: 2, d: 3 }] } };
    expect(call('drop', { where: { b: [{ d: 3, c: 2 }], a: 1 }, table: 't' })).toEqual(call('drop', input));
    expect(call('drop', { ...input, where: { a: 2, b: [] } })).not.toEqual(call('drop', input));
  });
});
