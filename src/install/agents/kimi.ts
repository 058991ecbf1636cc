import { join } from 'node:path';
import { type AgentIntegration, TIMEOUT_SECONDS } from './agent.ts';

/** Four keys and no more: one that it does not know makes it refuse the whole file. */
export const kimi: AgentIntegration = {
  name: 'kimi',
  title: 'Kimi Code',
  onlyUser: true,
  files: ({ home, command }) => [
    {
      kind: 'lines',
      path: join(home, '.kimi-code', 'config.toml'),
      text: `[[hooks]]
event = "PreToolUse"
matcher = ".*"
command = ${JSON.stringify(command)}
timeout = ${TIMEOUT_SECONDS}
`,
    },
  ],
};
