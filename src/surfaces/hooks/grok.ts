import type { Ending, HookAgent } from './agent.ts';
import { orRefuse } from './endings.ts';
import { asInput, bystander, textOf, toolCall } from './payload.ts';

const SHELLS = [{ names: ['run_terminal_command', 'Bash'] }];

/**
 * Grok Build. A decision and exit status 2 together. It also loads the hooks of Claude Code and Cursor, and sends them
 * its own payloads.
 * Source: docs.x.ai/build/features/hooks; not seen live.
 */
export const grok: HookAgent = {
  name: 'grok',
  read({ hookEventName: event, toolName, toolInput, toolInputTruncated: cut, cwd, workspaceRoot, sessionId }) {
    if (event !== undefined && event !== 'pre_tool_use' && event !== 'PreToolUse') return bystander(event);
    const call = toolCall(toolName, asInput(toolInput), SHELLS);
    if (call === undefined || cut === true) return 'unknown'; // nobody knows how a line goes on that was cut
    return { calls: [call], cwd: textOf(cwd) ?? textOf(workspaceRoot), sessionId: textOf(sessionId) };
  },
  answer: orRefuse(refuse),
  refuse,
};

function refuse(reason: string): Ending {
  return { stdout: JSON.stringify({ decision: 'deny', reason }), stderr: `${reason}\n`, exit: 2 };
}
