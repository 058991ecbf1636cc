import { join } from 'node:path';
import type { Agent } from './agent.ts';
import { exitTwo, orRefuse } from './outputs.ts';
import { commonRequest } from './payload.ts';
import { hasFields, isEvent } from './payload-signs.ts';
import { commonSample, gateShape } from './settings.ts';
import { TIMEOUT_SECONDS } from './setup.ts';

/** Kimi Code. Drops `ask` and rewritten input. Source: its documentation on hooks; not seen live. */
export const kimi: Agent = {
  name: 'kimi',
  title: 'Kimi Code',
  aliases: ['kimi-cli'],
  // its process title is `Kimi Code`
  process: { programs: ['kimi', 'kimi-cli', 'kimi-code', 'Kimi', 'Kimi Code'] },
  hook: {
    isFrom: (payload) =>
      isEvent('PreToolUse')(payload) && hasFields('tool_call_id')(payload) && payload.transcript_path === undefined,
    read: (payload) => commonRequest(payload, 'PreToolUse', [{ names: ['Bash', 'Shell'], directory: 'cwd' }]),
    answer: orRefuse(exitTwo),
    refuse: exitTwo,
  },
  /** Exactly four keys: an unknown key makes Kimi reject the whole file. */
  setup: {
    found: { paths: ['.kimi-code'] },
    sample: commonSample('PreToolUse', 'Bash', { tool_call_id: 't' }),
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
    gate: gateShape('Bash', ['tool_call_id']),
  },
};
