import type { HookAgent } from './agent.ts';
import { decision, exitTwo, orRefuse } from './endings.ts';
import { commonRequest } from './payload.ts';

/** Crush. Source: github.com/charmbracelet/crush, hooks as of August 2026; not seen live. */
export const crush: HookAgent = {
  name: 'crush',
  read: (payload) => commonRequest({ ...payload, hook_event_name: payload.event }, 'PreToolUse', [{ names: ['bash'] }]),
  answer: orRefuse(decision('deny')),
  refuse: exitTwo,
};
