import { join } from 'node:path';
import { resolvePath } from '../util/path.ts';
import type { Agent } from './agent.ts';
import { exitTwo, orRefuse } from './endings.ts';
import { asInput, commonRequest, textOf } from './payload.ts';
import { TIMEOUT_SECONDS } from './setup.ts';
import { has, ofEvent } from './signs.ts';

/** Kimi Code. Drops `ask` and rewritten input. Source: its documentation on hooks; not seen live. */
export const kimi: Agent = {
  name: 'kimi',
  title: 'Kimi Code',
  aliases: ['kimi-cli'],
  hook: {
    isFrom: (payload) =>
      ofEvent('PreToolUse')(payload) && has('tool_call_id')(payload) && payload.transcript_path === undefined,
    read(payload) {
      const request = commonRequest(payload, 'PreToolUse', [{ names: ['Bash', 'Shell'] }]);
      if (request === 'unknown') return request;
      const directory = textOf(asInput(payload.tool_input)?.cwd);
      return { ...request, cwd: directory === undefined ? request.cwd : resolvePath(request.cwd ?? '/', directory) };
    },
    answer: orRefuse(exitTwo),
    refuse: exitTwo,
  },
  /** Four keys and no more: one that it does not know makes it refuse the whole file. */
  setup: {
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
  },
};
