import type { HookAgent } from './agent.ts';
import { exitTwo, orRefuse } from './endings.ts';
import { asInput, textOf, toolCall } from './payload.ts';

/**
 * Amp, through a permission that delegates: the tool's arguments alone come in, its name is in the environment. Exit
 * status 1 would ask, but is also how a program that broke ends.
 * Source: ampcode.com/manual; not seen live.
 */
export const amp: HookAgent = {
  name: 'amp',
  read(payload, env) {
    const call = toolCall(env.AGENT_TOOL_NAME ?? 'Bash', asInput(payload), [{ names: ['Bash'], field: 'cmd' }]);
    if (call === undefined) return 'unknown';
    return { calls: [call], cwd: textOf(payload.cwd), sessionId: textOf(env.AMP_CURRENT_THREAD_ID) };
  },
  answer: orRefuse(exitTwo),
  refuse: exitTwo,
};
