import type { Agent } from './agent.ts';
import type { HookOutput } from './hook.ts';
import { orRefuse } from './outputs.ts';
import { inputOf, nonEmptyText, toolCall, withoutCall } from './payload.ts';
import { hasFields } from './payload-signs.ts';
import { settingsPath } from './settings.ts';
import { TIMEOUT_SECONDS } from './setup.ts';

const SHELLS = [{ names: ['run_terminal_command', 'Bash'] }];

/**
 * Grok Build. A refusal needs a decision and exit status 2. It also loads the hooks of Claude Code and Cursor, with its own
 * payloads.
 * Source: docs.x.ai/build/features/hooks; not seen live.
 */
export const grok: Agent = {
  name: 'grok',
  title: 'Grok Build',
  aliases: ['grok-cli'],
  process: { programs: ['grok'] },
  hook: {
    isFrom: hasFields('toolName', 'toolInput', 'workspaceRoot'),
    read({ hookEventName: event, toolName, toolInput, toolInputTruncated: cut, cwd, workspaceRoot, sessionId }) {
      if (event !== undefined && event !== 'pre_tool_use' && event !== 'PreToolUse') return withoutCall(event);
      const call = toolCall(toolName, inputOf(toolName, toolInput), SHELLS);
      if (call === undefined || cut === true) return 'unknown'; // a truncated line is unknown
      return {
        calls: [call],
        cwd: nonEmptyText(cwd) ?? nonEmptyText(workspaceRoot),
        sessionId: nonEmptyText(sessionId),
      };
    },
    answer: orRefuse(refuse),
    refuse,
  },
  setup: {
    found: { paths: ['.grok'] },
    sample: ({ line, cwd, session }) => ({
      payload: {
        hookEventName: 'pre_tool_use',
        toolName: 'run_terminal_command',
        toolInput: { command: line },
        cwd,
        workspaceRoot: cwd,
        sessionId: session,
      },
    }),
    files: (context) => {
      const hook = { type: 'command', command: context.command, timeout: TIMEOUT_SECONDS };
      const text = JSON.stringify({ hooks: { PreToolUse: [{ matcher: '.*', hooks: [hook] }] } }, undefined, 2);
      return [{ kind: 'own', path: settingsPath(context, '.grok', 'hooks', 'safeshell.json'), text: `${text}\n` }];
    },
    next: 'hooks of a project have to be trusted: /hooks-trust',
  },
};

function refuse(reason: string): HookOutput {
  return { stdout: JSON.stringify({ decision: 'deny', reason }), stderr: `${reason}\n`, exit: 2 };
}
