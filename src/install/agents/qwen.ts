import type { AgentIntegration } from './agent.ts';
import { below, gateShape, hookGroup } from './common.ts';
import { allHooksOff, hooksConfigOff, jsonSwitches } from './off-switches.ts';

/** Seconds: 1000 and more would be read as milliseconds. */
export const qwen: AgentIntegration = {
  name: 'qwen',
  title: 'Qwen Code',
  files: (places) => [
    hookGroup({ path: below(places, '.qwen', 'settings.json'), matcher: '.*', command: places.command }),
  ],
  offSwitches: { files: ['.qwen/settings.json'], find: jsonSwitches(allHooksOff, hooksConfigOff) },
  gate: gateShape(
    'run_shell_command',
    ['timestamp', 'prompt_id', 'tool_call_id', 'tool_input.description'],
    ['tool_input.is_background'],
  ),
};
