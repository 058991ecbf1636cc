import { resolvePath } from '../../util/path.ts';
import type { HookAgent } from './agent.ts';
import { exitTwo, orRefuse } from './endings.ts';
import { asInput, commonRequest, textOf } from './payload.ts';

/** Kimi Code. Drops `ask` and rewritten input. Source: its documentation on hooks; not seen live. */
export const kimi: HookAgent = {
  name: 'kimi',
  read(payload) {
    const request = commonRequest(payload, 'PreToolUse', [{ names: ['Bash', 'Shell'] }]);
    if (request === 'unknown') return request;
    const directory = textOf(asInput(payload.tool_input)?.cwd);
    return { ...request, cwd: directory === undefined ? request.cwd : resolvePath(request.cwd ?? '/', directory) };
  },
  answer: orRefuse(exitTwo),
  refuse: exitTwo,
};
