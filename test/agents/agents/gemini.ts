import { FOLDER, PROMPT, type RealAgent, withFields } from './agent.ts';

/** Its loop detection would ask the model about each long conversation, and wait for minutes for an answer. */
const SETTINGS = { security: { auth: { selectedType: 'gemini-api-key' } }, model: { disableLoopDetection: true } };

export const gemini: RealAgent = {
  name: 'gemini',
  package: '@google/gemini-cli',
  version: '0.61.0',
  program: 'gemini',
  args: ['-m', 'gemini-2.5-pro', '-p', PROMPT, '--yolo'], // a model of its own choice would cost more questions
  env: (url) => ({ GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: 'none', GEMINI_CLI_TRUST_WORKSPACE: 'true' }),
  files: () => ({ '.gemini/settings.json': JSON.stringify(SETTINGS) }),
  mcp: {
    path: '.gemini/settings.json',
    with: (before, safeshell) => withFields(before, { mcpServers: { safeshell } }),
  },
  plugin: [['extensions', 'install', `${FOLDER}/plugins/safeshell`, '--consent']],
  hidesSecrets: true,
  searches: { outside: /Path not in workspace/ },
  rewrites: true,
  killed: 'refused',
  hanging: 'runs',
};
