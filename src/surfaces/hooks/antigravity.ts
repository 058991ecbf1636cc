import { isRecord } from '../../store/guards.ts';
import type { HookAgent } from './agent.ts';
import { decision, json } from './endings.ts';
import { asInput, textOf, toolCall } from './payload.ts';

/**
 * Antigravity CLI. An answer without a decision makes it ask; `allow` leaves its own question in place, `force_ask` asks
 * even where the person once said always.
 * Source: reports of others on agy 1.1.2; not seen live.
 */
export const antigravity: HookAgent = {
  name: 'antigravity',
  read({ toolCall: call, workspacePaths, conversationId }) {
    if (!isRecord(call)) return 'unknown';
    const input = asInput(call.args);
    const action = toolCall(call.name, input, [{ names: ['run_command'], field: 'CommandLine' }]);
    if (action === undefined) return 'unknown';
    const [workspace] = Array.isArray(workspacePaths) ? workspacePaths : [];
    return {
      calls: [action],
      cwd: textOf(input?.Cwd) ?? textOf(workspace),
      sessionId: textOf(conversationId),
      asks: true,
    };
  },
  answer(reply) {
    if (reply.kind === 'allow') return json({ decision: 'allow' });
    return decision(reply.kind === 'ask' ? 'force_ask' : 'deny')(reply.reason);
  },
  refuse: decision('deny'),
};
