import type { HookAgent } from './agent.ts';
import { exitTwo, orRefuse } from './endings.ts';
import { commonRequest } from './payload.ts';

/** Kimi Code. Drops `ask` and rewritten input. Source: its documentation on hooks; not seen live. */
export const kimi: HookAgent = {
  name: 'kimi',
  read: (payload) => commonRequest(payload, 'PreToolUse', [{ names: ['Bash', 'Shell'] }]),
  answer: orRefuse(exitTwo),
  refuse: exitTwo,
};
