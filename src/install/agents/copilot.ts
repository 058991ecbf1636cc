import { join } from 'node:path';
import { type AgentIntegration, TIMEOUT_SECONDS } from './agent.ts';

export const copilot: AgentIntegration = {
  name: 'copilot',
  title: 'GitHub Copilot CLI',
  files: ({ home, env, project, command }) => {
    const folder = project === undefined ? (env.COPILOT_HOME ?? join(home, '.copilot')) : join(project, '.github');
    const hook = { type: 'command', bash: command, timeoutSec: TIMEOUT_SECONDS };
    const text = JSON.stringify({ version: 1, hooks: { preToolUse: [hook] } }, undefined, 2);
    return [{ kind: 'own', path: join(folder, 'hooks', 'safeshell.json'), text: `${text}\n` }];
  },
  // exit status 2 would close too, but the model would not read why
  refuse: (reason) => ({ permissionDecision: 'deny', permissionDecisionReason: reason }),
};
