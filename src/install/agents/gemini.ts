import { type AgentIntegration, TIMEOUT_SECONDS } from './agent.ts';
import { below, gateShape, hookGroup } from './common.ts';
import { hooksConfigOff, jsonSwitches } from './off-switches.ts';

/** Its timeouts are milliseconds. */
export const gemini: AgentIntegration = {
  name: 'gemini',
  title: 'Gemini CLI',
  files: (places) => [
    hookGroup({
      path: below(places, '.gemini', 'settings.json'),
      list: ['hooks', 'BeforeTool'],
      matcher: '.*',
      command: places.command,
      timeout: TIMEOUT_SECONDS * 1000,
      more: { name: 'safeshell' },
    }),
  ],
  offSwitches: { files: ['.gemini/settings.json'], find: jsonSwitches(hooksConfigOff) },
  gate: {
    ...gateShape('run_shell_command', ['timestamp', 'tool_input.description'], ['tool_input.is_background']),
    event: 'BeforeTool',
  },
};
