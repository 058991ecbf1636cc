import { MODEL } from '../protocols/protocol.ts';
import { PROMPT, type RealAgent } from './agent.ts';

/** Later versions cannot be loaded from npm: they ask for a package that is not there. */
export const pi: RealAgent = {
  name: 'pi',
  package: '@earendil-works/pi-coding-agent',
  version: '0.74.2',
  program: '@earendil-works/pi-coding-agent/dist/cli.js',
  args: ['--provider', 'mock', '--model', MODEL, '-p', PROMPT],
  env: () => ({ PI_OFFLINE: '1' }),
  files: (url) => {
    const models = [{ id: MODEL }];
    const mock = { baseUrl: `${url}/v1`, apiKey: 'none', api: 'openai-completions', models };
    return { '.pi/agent/models.json': JSON.stringify({ providers: { mock } }) };
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
