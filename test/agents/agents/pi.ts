import { MODEL } from '../protocols/protocol.ts';
import { PROMPT, type RealAgent } from './agent.ts';

export const pi: RealAgent = {
  name: 'pi',
  package: '@earendil-works/pi-coding-agent',
  version: '1.6.0',
  node: 22,
  program: '@earendil-works/pi-coding-agent/dist/cli.js',
  args: ['--provider', 'mock', '--model', MODEL, '-p', PROMPT],
  env: () => ({ PI_OFFLINE: '1' }),
  files: (url) => {
    const models = [{ id: MODEL }];
    const mock = { baseUrl: `${url}/v1`, apiKey: 'none', api: 'openai-completions', models };
    return {
      '.pi/agent/models.json': JSON.stringify({ providers: { mock } }),
      // without a trusted project its extension is left out, in `-p` without a word
      '.pi/agent/settings.json': JSON.stringify({ defaultProjectTrust: 'always' }),
    };
  },
  attended: {
    args: ['--provider', 'mock', '--model', MODEL, PROMPT],
    files: () => ({}),
    dialog: 'safeshell asks',
  },
  rewrites: true,
  killed: 'refused',
  hanging: 'refused',
};
