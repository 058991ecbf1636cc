import { FOLDER, PROMPT, type RealAgent, withFields } from './agent.ts';

export const copilot: RealAgent = {
  name: 'copilot',
  package: '@github/copilot',
  version: '1.0.102',
  program: 'copilot',
  args: ['-p', PROMPT, '--yolo'],
  env: (url, model) => ({
    COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
    COPILOT_PROVIDER_TYPE: 'openai',
    COPILOT_PROVIDER_API_KEY: 'none',
    COPILOT_MODEL: model,
    COPILOT_OFFLINE: 'true',
  }),
  files: (_url, _model, project) => ({ '.copilot/config.json': JSON.stringify({ trusted_folders: [project] }) }),
  plugin: [
    ['plugin', 'marketplace', 'add', FOLDER],
    ['plugin', 'install', 'safeshell@safeshell'],
  ],
  patchModel: 'gpt-5.1-codex',
  mcp: {
    path: '.copilot/mcp-config.json',
    with: (before, server) =>
      withFields(before, { mcpServers: { safeshell: { type: 'local', ...server, tools: ['*'] } } }),
  },
  attended: {
    args: ['-i', PROMPT, '--yolo'],
    files: (project) => ({ '.copilot/config.json': JSON.stringify({ trusted_folders: [project] }) }),
    dialog: 'safeshell asks',
  },
  searches: {},
  rewrites: true,
  killed: 'refused',
  hanging: 'runs',
};
