import type { HookOutput, Reply } from './hook.ts';
import { json } from './outputs.ts';

/** The answer that Claude Code made common: a decision inside `hookSpecificOutput`, and no field beyond it. */
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

/** `allow` is never said on its own: it would skip the agent's own questions. With `updatedInput` it has to be. */
export function nestedAnswer(reply: Exclude<Reply, { kind: 'allow' }>): HookOutput {
  if (reply.kind === 'rewrite') return nestedDecision('allow', reply.reason, { updatedInput: reply.input });
  return nestedDecision(reply.kind, reply.reason);
}
