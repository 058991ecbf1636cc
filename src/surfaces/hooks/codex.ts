import type { HookAgent } from './agent.ts';
import { exitTwo, json, SILENT } from './endings.ts';
import { nestedDecision } from './nested.ts';
import { commonRequest, wholeInput } from './payload.ts';

/**
 * Codex CLI. One field too many, an `ask` or an empty reason, and the command runs. `exec_command` arrives as `Bash`; a
 * login bash reads the line. A hook that is silent means that it runs: there is no question per command.
 * Source: codex-rs/hooks, seen live in 0.169.0.
 */
export const codex: HookAgent = {
  name: 'codex',
  read(payload) {
    const request = commonRequest(payload, 'PreToolUse', [{ names: ['Bash'] }]);
    return request === 'unknown' ? request : { ...request, ...wholeInput(request.calls) };
  },
  answer(reply) {
    if (reply.kind === 'allow') return SILENT;
    if (reply.kind !== 'rewrite') return nestedDecision('deny', reply.reason);
    const { input: updatedInput } = reply;
    return json({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow', updatedInput } });
  },
  refuse: exitTwo,
};
