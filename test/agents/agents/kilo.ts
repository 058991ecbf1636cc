import { MODEL } from '../protocols/protocol.ts';
import { PROMPT, type RealAgent } from './agent.ts';

export const kilo: RealAgent = {
  name: 'kilo',
  package: '@kilocode/cli',
  version: '7.7.7',
  program: 'kilo',
  args: ['run', '--auto', PROMPT],
  env: () => ({ KILO_DISABLE_AUTOUPDATE: '1', KILO_DISABLE_MODELS_FETCH: '1', KILO_DISABLE_SESSION_INGEST: '1' }),
  files: (url) => {
    const models = { [MODEL]: { name: MODEL, tool_call: true } };
    const options = { baseURL: `${url}/v1`, apiKey: 'none' };
    const mock = { npm: '@ai-sdk/openai-compatible', name: 'mock', options, models };
    return { '.config/kilo/kilo.json': JSON.stringify({ model: `mock/${MODEL}`, provider: { mock } }) };
  },
  rewrites: true,
  killed: 'refused',
  hanging: 'refused',
};
