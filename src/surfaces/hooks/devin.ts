import type { HookAgent } from './agent.ts';
import { decision, exitTwo, orRefuse } from './endings.ts';
import { commonRequest } from './payload.ts';

/** Devin CLI. Source: docs.devin.ai/cli/extensibility/hooks; not seen live. */
export const devin: HookAgent = {
  name: 'devin',
  read: (payload) => commonRequest(payload, 'PreToolUse', [{ names: ['exec'] }]),
  answer: orRefuse(decision('block')),
  refuse: exitTwo,
};
