import { FOLDER, PROMPT, type RealAgent, withFields } from './agent.ts';

export const gemini: RealAgent = {
  name: 'gemini',
  package: '@google/gemini-cli',
  version: '0.61.0',
  program: 'gemini',
  args: ['-m', 'gemini-2.5-pro', '-p', PROMPT, '--yolo'], // a model of its own choice would cost more questions
  env: (url) => ({ GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: 'none', GEMINI_CLI_TRUST_WORKSPACE: 'true' }),
  files: () => ({ '.gemini/settings.json': '{"security":{"auth":{"selectedType":"gemini-api-key"}}}\n' }),
  mcp: {
    path: '.gemini/settings.json',
    with: (before, safeshell) => withFields(before, { mcpServers: { safeshell } }),
  },
  plugin: [['extensions', 'install', `${FOLDER}/plugins/safeshell`, '--consent']],
  searches: { outside: /Path not in workspace/ },
  rewrites: true,
  killed: 'refused',
  hanging: 'runs',
};
