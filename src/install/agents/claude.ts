import { join } from 'node:path';
import type { AgentIntegration } from './agent.ts';
import { TIMEOUT_SECONDS } from './agent.ts';

/** `*`: file tools and MCP tools too. onFailure closes what is open by default (from 2.1.295). */
export const claude: AgentIntegration = {
  name: 'claude',
  title: 'Claude Code',
  files: ({ home, env, project, command }) => [
    {
      kind: 'json',
      path:
        project === undefined
          ? join(env.CLAUDE_CONFIG_DIR ?? join(home, '.claude'), 'settings.json')
          : join(project, '.claude', 'settings.json'),
      items: [
        {
          list: ['hooks', 'PreToolUse'],
          value: {
            matcher: '*',
            hooks: [{ type: 'command', command, timeout: TIMEOUT_SECONDS, onFailure: 'block' }],
          },
        },
      ],
    },
  ],
  gate: {
    event: 'PreToolUse',
    tool: 'Bash',
    strings: [
      'session_id',
      'transcript_path',
      'prompt_id',
      'permission_mode',
      'tool_use_id',
      'agent_id',
      'agent_type',
      'effort.level',
      'tool_input.description',
    ],
    others: ['tool_input.timeout', 'tool_input.run_in_background'],
  },
};
