import type { HookAgent } from './agent.ts';
import { decision, json } from './endings.ts';
import { asInput, textOf, toolCall, wholeInput } from './payload.ts';

/**
 * OpenCode, and Kilo Code, through a plugin of ours: it sends `{tool, args, sessionID, directory}` and takes nothing but
 * a decision for an answer. There is no `ask` for plugins.
 * Source: `tool.execute.before`, seen live in 1.18.33.
 */
export const opencode: HookAgent = {
  name: 'opencode',
  read({ tool, args, sessionID, directory }) {
    const input = asInput(args);
    const call = toolCall(tool, input, [{ names: ['bash'] }]);
    if (call === undefined) return 'unknown';
    return {
      calls: [call],
      cwd: textOf(input?.workdir) ?? textOf(directory),
      sessionId: textOf(sessionID),
      ...wholeInput([call]),
    };
  },
  answer(reply) {
    if (reply.kind === 'allow') return json({ decision: 'allow' });
    if (reply.kind === 'rewrite') return json({ decision: 'rewrite', args: reply.input });
    return decision('deny')(reply.reason);
  },
  refuse: decision('deny'),
};
