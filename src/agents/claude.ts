import { join } from 'node:path';
import type { Agent } from './agent.ts';
import { exitTwo, json, SILENT } from './endings.ts';
import { nestedAnswer } from './nested.ts';
import { allHooksOff, pluginOff } from './off-switches.ts';
import { commonRequest, wholeInput } from './payload.ts';
import { gateShape, hookGroup } from './settings.ts';

const SHELLS = [{ names: ['Bash'] }, { names: ['PowerShell'], shell: 'unknown' as const }];
/** In other modes nobody may be there, or the dialog may answer itself. */
const ASKING_MODES = ['default', 'plan', 'acceptEdits'];

/**
 * Claude Code. Silence is its normal flow; `ask` opens its dialog, and refuses where there is nobody (`-p`). An allow
 * would skip the person's own settings, so a rewritten input comes without a decision.
 * Source: code.claude.com/docs/en/hooks, seen live in 2.1.329.
 */
export const claude: Agent = {
  name: 'claude',
  title: 'Claude Code',
  hook: {
    read(payload) {
      // Cursor and Grok load these hooks too, and send payloads of their own
      if (payload.cursor_version !== undefined || payload.toolName !== undefined) return 'unknown';
      const request = commonRequest(payload, 'PreToolUse', SHELLS);
      if (request === 'unknown') return request;
      const asks = ASKING_MODES.includes(String(payload.permission_mode));
      return { ...request, asks, ...wholeInput(request.calls) };
    },
    answer(reply) {
      if (reply.kind === 'allow') return SILENT;
      if (reply.kind !== 'rewrite') return nestedAnswer(reply);
      const { input: updatedInput, reason: additionalContext } = reply;
      return json({ hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput, additionalContext } });
    },
    refuse: exitTwo,
  },
  /** `*`: file tools and MCP tools too. onFailure closes what is open by default (from 2.1.295). */
  setup: {
    found: { programs: ['claude'], paths: ['.claude'] },
    files: ({ home, env, project, command }) => {
      const folder =
        project === undefined ? (env.CLAUDE_CONFIG_DIR ?? join(home, '.claude')) : join(project, '.claude');
      return [hookGroup({ path: join(folder, 'settings.json'), matcher: '*', command, more: { onFailure: 'block' } })];
    },
    offSwitches: {
      files: ['.claude/settings.json', '.claude/settings.local.json'],
      inJson: [allHooksOff, pluginOff],
    },
    oldest: { program: 'claude', version: '2.1.295', before: 'goes on where a hook breaks or takes too long' },
    gate: gateShape(
      'Bash',
      ['prompt_id', 'effort.level', 'tool_input.description'],
      ['tool_input.timeout', 'tool_input.run_in_background'],
    ),
  },
};
