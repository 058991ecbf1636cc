import { type AgentIntegration, TIMEOUT_SECONDS } from './agent.ts';
import { below } from './common.ts';

export const grok: AgentIntegration = {
  name: 'grok',
  title: 'Grok Build',
  files: (places) => {
    const hook = { type: 'command', command: places.command, timeout: TIMEOUT_SECONDS };
    const text = JSON.stringify({ hooks: { PreToolUse: [{ matcher: '.*', hooks: [hook] }] } }, undefined, 2);
    return [{ kind: 'own', path: below(places, '.grok', 'hooks', 'safeshell.json'), text: `${text}\n` }];
  },
  next: 'hooks of a project have to be trusted: /hooks-trust',
};
