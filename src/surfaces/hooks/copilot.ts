import { isString, parseJson } from '../../store/guards.ts';
import type { HookAgent, Payload } from './agent.ts';
import { exitTwo, json, SILENT } from './endings.ts';
import { nestedAnswer } from './nested.ts';
import { asInput, commonRequest, textOf, toolCall, wholeInput } from './payload.ts';

const SHELLS = [{ names: ['bash', 'Bash'] }, { names: ['powershell'], shell: 'unknown' as const }];

/**
 * GitHub Copilot CLI. Events in camelCase want a flat answer and ignore a nested one; those in PascalCase, which come
 * from files in Claude's format, the other way round. The arguments were JSON in a string up to 1.0.71.
 * Source: docs.github.com, seen live in 1.0.102.
 */
export const copilot: HookAgent = {
  name: 'copilot',
  read(payload) {
    if (!isFlat(payload)) {
      const request = commonRequest(payload, 'PreToolUse', SHELLS);
      return request === 'unknown' ? request : { ...request, asks: true };
    }
    const { toolName, toolArgs, cwd, sessionId } = payload;
    const input = asInput(isString(toolArgs) ? parseJson(toolArgs) : toolArgs);
    const call = toolCall(toolName, input, SHELLS);
    if (call === undefined) return 'unknown';
    return {
      calls: [call],
      cwd: textOf(cwd),
      sessionId: textOf(sessionId),
      asks: true,
      ...wholeInput([call]),
    };
  },
  answer(reply, payload) {
    if (reply.kind === 'allow') return SILENT;
    if (!isFlat(payload)) return nestedAnswer(reply);
    if (reply.kind === 'rewrite') return json({ modifiedArgs: reply.input });
    return json({ permissionDecision: reply.kind, permissionDecisionReason: reply.reason });
  },
  refuse: exitTwo,
};

function isFlat({ toolName }: Payload): boolean {
  return toolName !== undefined;
}
