import type { AgentIntegration } from './agent.ts';
import { below, hookGroup } from './common.ts';

/** The events stand at the first level. */
export const droid: AgentIntegration = {
  name: 'droid',
  title: 'Factory Droid',
  files: (places) => [
    hookGroup({
      path: below(places, '.factory', 'hooks.json'),
      list: ['PreToolUse'],
      matcher: '*',
      command: places.command,
    }),
  ],
};
