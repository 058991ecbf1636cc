import { join } from 'node:path';
import type { AgentIntegration } from './agent.ts';
import { gateShape, hookGroup } from './common.ts';
import { allHooksOff, jsonSwitches, pluginOff } from './off-switches.ts';

/** `*`: file tools and MCP tools too. onFailure closes what is open by default (from 2.1.295). */
export const claude: AgentIntegration = {
  name: 'claude',
  title: 'Claude Code',
  files: ({ home, env, project, command }) => {
    const folder = project === undefined ? (env.CLAUDE_CONFIG_DIR ?? join(home, '.claude')) : join(project, '.claude');
    return [hookGroup({ path: join(folder, 'settings.json'), matcher: '*', command, more: { onFailure: 'block' } })];
  },
  offSwitches: {
    files: ['.claude/settings.json', '.claude/settings.local.json'],
    find: jsonSwitches(allHooksOff, pluginOff),
  },
  oldest: { program: 'claude', version: '2.1.295', before: 'goes on where a hook breaks or takes too long' },
  gate: gateShape(
    'Bash',
    ['prompt_id', 'effort.level', 'tool_input.description'],
    ['tool_input.timeout', 'tool_input.run_in_background'],
  ),
};
