import { isRecord, isString, parseJson } from '../util/guards.ts';
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

/** Words to the model, in Claude Code's field. With exit status 2 JSON is ignored: stderr carries them. */
export function nestedContext(output: HookOutput, text: string): HookOutput {
  if (output.exit !== 0) return { ...output, stderr: `${output.stderr.trimEnd()} ${text}\n` };
  const answer = parseJson(output.stdout);
  const { hookSpecificOutput: nested, ...rest } = isRecord(answer) ? answer : {};
  const { additionalContext: before, ...others } = isRecord(nested) ? nested : {};
  const additionalContext = isString(before) ? `${before} ${text}` : text;
  return json({ ...rest, hookSpecificOutput: { hookEventName: 'PreToolUse', ...others, additionalContext } });
}

/** Another input without a decision, for agents that go on to their own questions then. */
export function nestedInput({ input: updatedInput, reason }: Extract<Reply, { kind: 'rewrite' }>): HookOutput {
  return json({ hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput, additionalContext: reason } });
}

/** Never a plain `allow`, which would skip the agent's own questions; with `updatedInput` it is required. */
export function nestedAnswer(reply: Exclude<Reply, { kind: 'allow' }>): HookOutput {
  if (reply.kind === 'rewrite') return nestedDecision('allow', reply.reason, { updatedInput: reply.input });
  return nestedDecision(reply.kind, reply.reason);
}
