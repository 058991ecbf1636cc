import type { Agent } from './agent.ts';

export const aider: Agent = {
  name: 'aider',
  title: 'Aider',
  process: { programs: ['aider'] },
};
