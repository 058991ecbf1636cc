import type { Agent } from './agent.ts';

export const octofriend: Agent = {
  name: 'octofriend',
  title: 'Octofriend',
  process: { programs: ['octofriend', 'octo'] },
};
