import type { Agent } from './agent.ts';

export const jules: Agent = {
  name: 'jules',
  title: 'Jules',
  process: { markers: [{ HOME: '/home/jules', USER: 'swebot' }] },
};
