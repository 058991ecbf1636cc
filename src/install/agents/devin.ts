import { join } from 'node:path';
import type { AgentIntegration } from './agent.ts';
import { configHome, hookGroup } from './common.ts';

/** In a project the events stand at the first level. */
export const devin: AgentIntegration = {
  name: 'devin',
  title: 'Devin CLI',
  files: (places) => {
    const { project, command } = places;
    const isOwn = project === undefined;
    return [
      hookGroup({
        path: isOwn ? join(configHome(places), 'devin', 'config.json') : join(project, '.devin', 'hooks.v1.json'),
        list: isOwn ? ['hooks', 'PreToolUse'] : ['PreToolUse'],
        matcher: '.*',
        command,
      }),
    ];
  },
};
