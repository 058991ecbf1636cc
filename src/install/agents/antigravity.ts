import type { AgentIntegration } from './agent.ts';
import { below, hookGroup } from './common.ts';

/** The first level of its file are names of hooks. */
export const antigravity: AgentIntegration = {
  name: 'antigravity',
  title: 'Antigravity CLI',
  files: (places) => [
    hookGroup({
      path: below(places, ...(places.project === undefined ? ['.gemini', 'config'] : ['.agents']), 'hooks.json'),
      list: ['safeshell', 'PreToolUse'],
      matcher: '.*',
      command: places.command,
    }),
  ],
  refuse: (reason) => ({ decision: 'deny', reason }),
};
