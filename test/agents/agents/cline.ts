import { MODEL } from '../protocols/protocol.ts';
import { PROMPT, type RealAgent } from './agent.ts';

export const cline: RealAgent = {
  name: 'cline',
  package: 'cline',
  version: '3.0.65',
  program: 'cline',
  args: [PROMPT],
  env: () => ({ CLINE_TELEMETRY_DISABLED: '1' }),
  before: (url) => ['auth', '-p', 'openai-compatible', '-k', 'none', '-m', MODEL, '-b', `${url}/v1`],
  endsRun: /abort/,
  rewrites: true,
  killed: 'refused',
};
