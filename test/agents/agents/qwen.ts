import { MODEL } from '../protocols/protocol.ts';
import { FOLDER, PROMPT, type RealAgent } from './agent.ts';

export const qwen: RealAgent = {
  name: 'qwen',
  package: '@qwen-code/qwen-code',
  version: '0.24.4',
  program: '@qwen-code/qwen-code/cli.js',
  node: 22,
  args: ['-p', PROMPT, '--yolo', '--auth-type', 'openai'],
  env: (url) => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'none', OPENAI_MODEL: MODEL }),
  plugin: [['extensions', 'install', `${FOLDER}:safeshell`, '--consent']],
  rewrites: false,
  killed: 'refused',
  hanging: 'runs',
};
