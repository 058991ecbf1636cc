import type { HookAgent } from './agent.ts';
import { decision, exitTwo, orRefuse } from './endings.ts';
import { commonRequest, textOf } from './payload.ts';

/** Goose. The event and the directory have names of their own. Source: its documentation on plugins; not seen live. */
export const goose: HookAgent = {
  name: 'goose',
  read(payload) {
    const named = { ...payload, hook_event_name: payload.event };
    const request = commonRequest(named, 'PreToolUse', [{ names: ['developer__shell', 'shell'] }]);
    return request === 'unknown' ? request : { ...request, cwd: textOf(payload.working_dir) };
  },
  answer: orRefuse(decision('block')),
  refuse: exitTwo,
};
