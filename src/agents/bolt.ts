import type { Agent } from './agent.ts';

export const bolt: Agent = {
  name: 'bolt',
  title: 'Bolt.new',
  process: { markers: [{ SHELL: '/bin/jsh', npm_config_yes: true }] },
};
