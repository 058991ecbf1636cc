import type { Agent } from './agent.ts';

export const replit: Agent = {
  name: 'replit',
  title: 'Replit Assistant',
  process: { markers: [{ REPL_ID: true, REPLIT_MODE: 'assistant' }] },
};
