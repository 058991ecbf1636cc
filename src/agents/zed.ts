import type { Agent } from './agent.ts';

export const zed: Agent = {
  name: 'zed',
  title: 'Zed agent',
  process: { markers: [{ TERM_PROGRAM: 'zed', PAGER: 'cat' }] },
};
