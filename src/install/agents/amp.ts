import { join } from 'node:path';
import type { AgentIntegration } from './agent.ts';
import { configHome } from './common.ts';

/** A permission that hands every call of its shell to us. */
export const amp: AgentIntegration = {
  name: 'amp',
  title: 'Amp',
  files: (places) => {
    const { project, launcher } = places;
    const folder = project === undefined ? join(configHome(places), 'amp') : join(project, '.amp');
    const value = { tool: 'Bash', action: 'delegate', to: launcher };
    return [{ kind: 'json', path: join(folder, 'settings.json'), items: [{ list: ['amp.permissions'], value }] }];
  },
};
