import { MODEL } from '../protocols/protocol.ts';
import { FOLDER, PROMPT, type RealAgent, withFields } from './agent.ts';

export const qwen: RealAgent = {
  name: 'qwen',
  package: '@qwen-code/qwen-code',
  version: '0.24.4',
  program: '@qwen-code/qwen-code/cli.js',
  node: 22,
  args: ['-p', PROMPT, '--yolo', '--auth-type', 'openai'],
  env: (url) => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'none', OPENAI_MODEL: MODEL }),
  plugin: [['extensions', 'install', `${FOLDER}:safeshell`, '--consent']],
  mcp: { path: '.qwen/settings.json', with: (before, safeshell) => withFields(before, { mcpServers: { safeshell } }) },
  searches: {},
  rewrites: false,
  killed: 'refused',
  hanging: 'runs',
};
