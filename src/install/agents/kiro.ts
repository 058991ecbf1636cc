import { type AgentIntegration, TIMEOUT_SECONDS } from './agent.ts';
import { below } from './common.ts';

/** Version 3, whose hooks hold for every agent; those of version 2 would have to be written into each agent's file. */
export const kiro: AgentIntegration = {
  name: 'kiro',
  title: 'Kiro CLI',
  files: (places) => {
    const hook = {
      name: 'safeshell',
      trigger: 'PreToolUse',
      matcher: '.*',
      action: { type: 'command', command: places.command },
      timeout: TIMEOUT_SECONDS,
      enabled: true,
    };
    const text = JSON.stringify({ version: 'v1', hooks: [hook] }, undefined, 2);
    return [{ kind: 'own', path: below(places, '.kiro', 'hooks', 'safeshell.json'), text: `${text}\n` }];
  },
  next: 'version 2 has no hooks for all agents: put the same command into `hooks.preToolUse` of each file in ~/.kiro/agents',
};
