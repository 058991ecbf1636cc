import { isRecord, isString } from '../util/guards.ts';
import type { HookOutput, Payload } from './hook.ts';
import { json } from './outputs.ts';

/** Claude Code's name for the event after a call that failed, which others copied. */
export const FAILED = 'PostToolUseFailure';
export const ENDED = 'PostToolUse';

/** Events after a call: for these our entry is no guard. */
export const AFTER_CALLS: readonly string[] = [FAILED, ENDED, 'AfterTool', 'postToolUse'];

/** No program could be started: it has written nothing. Source: POSIX.1-2024, 2.8.2 */
const NOT_STARTED = /^exit code:? 126$/im;

/**
 * What a call of a shell printed that has failed, by the agent's event after it; undefined = it has not, or that is not known. Codex sends
 * no exit status: what it sends counts as failed. Seen live in Claude Code 2.1.330, Codex 0.169.0, Gemini CLI 0.61.0, Qwen Code 0.24.4.
 */
export function failedOutput(payload: Payload): string | undefined {
  const { hook_event_name: event, error, tool_response: response, is_interrupt: isInterrupt } = payload;
  if (event === FAILED) return isString(error) && isInterrupt !== true ? printed(error) : undefined;
  if (isString(response)) return response;
  const text = isRecord(response) ? response.llmContent : undefined;
  return isString(text) && /^Exit Code: (?!0$)\d+$/m.test(text) ? printed(text) : undefined;
}

/** Qwen Code says the command first. */
function printed(text: string): string | undefined {
  return NOT_STARTED.test(text) ? undefined : text.replace(/^Command: [\s\S]*?\nOutput: /, '');
}

/** Claude Code's format for words to the model beside an output; Codex voids an answer with any other field. */
export function contextAfter(event: string): (message: string) => HookOutput {
  return (additionalContext) => json({ hookSpecificOutput: { hookEventName: event, additionalContext } });
}
