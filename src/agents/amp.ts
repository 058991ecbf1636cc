import { join } from 'node:path';
import type { Agent } from './agent.ts';
import { exitTwo, orRefuse } from './endings.ts';
import { asInput, textOf, toolCall } from './payload.ts';
import { configHome } from './settings.ts';

/**
 * Amp, through a permission that delegates: the tool's arguments alone come in, its name is in the environment. Exit
 * status 1 would ask, but is also how a program that broke ends.
 * Source: ampcode.com/manual; not seen live.
 */
export const amp: Agent = {
  name: 'amp',
  title: 'Amp',
  aliases: ['amp-code', 'ampcode'],
  hook: {
    read(payload, env) {
      const call = toolCall(env.AGENT_TOOL_NAME ?? 'Bash', asInput(payload), [{ names: ['Bash'], field: 'cmd' }]);
      if (call === undefined) return 'unknown';
      return { calls: [call], cwd: textOf(payload.cwd), sessionId: textOf(env.AMP_CURRENT_THREAD_ID) };
    },
    answer: orRefuse(exitTwo),
    refuse: exitTwo,
  },
  /** A permission that hands every call of its shell to us. */
  setup: {
    found: { programs: ['amp'], paths: ['.config/amp'] },
    files: (places) => {
      const { project, launcher } = places;
      const folder = project === undefined ? join(configHome(places), 'amp') : join(project, '.amp');
      const value = { tool: 'Bash', action: 'delegate', to: launcher };
      return [{ kind: 'json', path: join(folder, 'settings.json'), items: [{ list: ['amp.permissions'], value }] }];
    },
  },
};
