import type { Agent } from './agent.ts';

/** Signs of its shells alone: its hook is that of copilot.ts. */
export const vscodeCopilot: Agent = {
  name: 'vscode-copilot',
  title: 'GitHub Copilot in VS Code',
  process: { markers: [{ COPILOT_AGENT: true }, { TERM_PROGRAM: 'vscode', GIT_PAGER: 'cat' }] },
};
