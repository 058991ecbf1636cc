import type { AgentIntegration } from './agent.ts';
import { below, gateShape, hookGroup } from './common.ts';

/** Seconds: 1000 and more would be read as milliseconds. */
export const qwen: AgentIntegration = {
  name: 'qwen',
  title: 'Qwen Code',
  files: (places) => [
    hookGroup({ path: below(places, '.qwen', 'settings.json'), matcher: '.*', command: places.command }),
  ],
  gate: gateShape(
    'run_shell_command',
    ['timestamp', 'prompt_id', 'tool_call_id', 'tool_input.description'],
    ['tool_input.is_background'],
  ),
};
