import type { HookOutput, Reply } from './hook.ts';
import { json } from './outputs.ts';

/** Claude Code's format, which others copied: a decision inside `hookSpecificOutput`, and no other field. */
export function nestedDecision(decision: 'allow' | 'deny' | 'ask', reason: string, more: object = {}): HookOutput {
  return json({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: decision,
      permissionDecisionReason: reason,
      ...more,
    },
  });
}

/** Never a plain `allow`, which would skip the agent's own questions; with `updatedInput` it is required. */
export function nestedAnswer(reply: Exclude<Reply, { kind: 'allow' }>): HookOutput {
  if (reply.kind === 'rewrite') return nestedDecision('allow', reply.reason, { updatedInput: reply.input });
  return nestedDecision(reply.kind, reply.reason);
}
