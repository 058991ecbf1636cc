import { join } from 'node:path';
import { type AgentIntegration, TIMEOUT_SECONDS } from './agent.ts';
import { configHome } from './common.ts';

export const crush: AgentIntegration = {
  name: 'crush',
  title: 'Crush',
  files: (places) => {
    const { project, command } = places;
    const value = { name: 'safeshell', matcher: '.*', command, timeout: TIMEOUT_SECONDS };
    const path = project === undefined ? join(configHome(places), 'crush', 'crush.json') : join(project, 'crush.json');
    return [{ kind: 'json', path, items: [{ list: ['hooks', 'PreToolUse'], value }] }];
  },
};
