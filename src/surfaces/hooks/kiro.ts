import type { HookAgent } from './agent.ts';
import { exitTwo, orRefuse } from './endings.ts';
import { commonRequest } from './payload.ts';

const SHELLS = [{ names: ['execute_bash', 'shell'] }];

/** Kiro CLI, version 2 and 3. Only exit status 2 refuses. Source: its documentation on hooks; not seen live. */
export const kiro: HookAgent = {
  name: 'kiro',
  read: (payload) =>
    commonRequest(payload, payload.hook_event_name === 'PreToolUse' ? 'PreToolUse' : 'preToolUse', SHELLS),
  answer: orRefuse(exitTwo),
  refuse: exitTwo,
};
