import { isRecord } from '../../store/guards.ts';
import type { Payload } from './agent.ts';

type Sign = readonly [agent: string, (payload: Payload) => boolean];

const has =
  (...names: readonly string[]) =>
  (payload: Payload) =>
    names.every((name) => payload[name] !== undefined);
const event = (name: string, payload: Payload) => payload.hook_event_name === name;

/** What only that agent's payloads have. The first that fits names the agent. */
const SIGNS: readonly Sign[] = [
  ['antigravity', ({ toolCall }) => isRecord(toolCall) && isRecord(toolCall.args) && 'CommandLine' in toolCall.args],
  ['windsurf', has('agent_action_name')],
  ['cline', (payload) => has('clineVersion')(payload) || has('tool_call', 'preToolUse')(payload)],
  ['grok', has('toolName', 'toolInput', 'workspaceRoot')],
  ['copilot', has('toolName', 'toolArgs')],
  ['cursor', (payload) => has('cursor_version')(payload) || has('conversation_id', 'generation_id')(payload)],
  ['gemini', (payload) => event('BeforeTool', payload)],
  ['vibe', (payload) => event('pre_tool', payload)],
  ['hermes', (payload) => event('pre_tool_call', payload)],
  ['goose', has('event', 'working_dir')],
  ['crush', has('event', 'tool_input')],
  ['kiro', (payload) => event('preToolUse', payload) && ['execute_bash', 'shell'].includes(String(payload.tool_name))],
  ['codex', has('turn_id')],
  ['droid', ({ tool_name: tool }) => tool === 'Execute'],
  ['devin', ({ tool_name: tool }) => tool === 'exec'],
  ['qwen', (payload) => payload.tool_name === 'run_shell_command' && has('tool_call_id')(payload)],
  ['kimi', (payload) => has('tool_call_id')(payload) && payload.transcript_path === undefined],
  ['copilot', (payload) => has('timestamp')(payload) && payload.transcript_path === undefined],
  ['claude', (payload) => event('PreToolUse', payload)],
];

/**
 * The agent that a payload is from, by its shape alone. For commands that several agents share, and for agents that
 * load the hooks of another: variables are no help, most of them export the other's too.
 */
export function recognise(payload: Payload): string | undefined {
  return SIGNS.find(([, fits]) => fits(payload))?.[0];
}
