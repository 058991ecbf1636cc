import type { HookAgent } from './agent.ts';
import { exitTwo, json, SILENT } from './endings.ts';
import { nestedAnswer } from './nested.ts';
import { commonRequest, wholeInput } from './payload.ts';

const SHELLS = [{ names: ['Bash'] }, { names: ['PowerShell'], shell: 'unknown' as const }];
/** In other modes nobody may be there, or the dialog may answer itself. */
const ASKING_MODES = ['default', 'plan', 'acceptEdits'];

/**
 * Claude Code. Silence is its normal flow; `ask` opens its dialog, and refuses where there is nobody (`-p`). An allow
 * would skip the person's own settings, so a rewritten input comes without a decision.
 * Source: code.claude.com/docs/en/hooks, seen live in 2.1.329.
 */
export const claude: HookAgent = {
  name: 'claude',
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
};
