import { MODEL } from '../protocols/protocol.ts';
import { PROMPT, type RealAgent, withFields } from './agent.ts';

export const opencode: RealAgent = {
  name: 'opencode',
  package: 'opencode-ai',
  version: '1.18.33',
  program: 'opencode',
  args: ['run', PROMPT],
  env: () => ({ OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' }),
  files: (url) => {
    const models = { [MODEL]: { name: MODEL, tool_call: true } };
    const options = { baseURL: `${url}/v1`, apiKey: 'none' };
    const mock = { npm: '@ai-sdk/openai-compatible', name: 'mock', options, models };
    const settings = { model: `mock/${MODEL}`, provider: { mock } };
    return { '.config/opencode/opencode.json': JSON.stringify(settings) };
  },
  mcp: {
    path: '.config/opencode/opencode.json',
    with: (before, { command, args }) =>
      withFields(before, { mcp: { safeshell: { type: 'local', command: [command, ...args], enabled: true } } }),
  },
  searches: { lacking: /ripgrep execution failed/ },
  rewrites: true,
  killed: 'refused',
  hanging: 'refused',
};
