import type { AgentIntegration } from './agent.ts';
import { below } from './common.ts';

const EVENTS = ['pre_run_command', 'pre_write_code', 'pre_read_code', 'pre_mcp_tool_use'];

export const windsurf: AgentIntegration = {
  name: 'windsurf',
  title: 'Windsurf',
  files: (places) => [
    {
      kind: 'json',
      path: below(places, ...(places.project === undefined ? ['.codeium', 'windsurf'] : ['.windsurf']), 'hooks.json'),
      items: EVENTS.map((event) => ({
        list: ['hooks', event],
        value: { command: places.command, show_output: true },
      })),
    },
  ],
};
