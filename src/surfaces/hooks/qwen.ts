import type { HookAgent } from './agent.ts';
import { exitTwo, orRefuse } from './endings.ts';
import { nestedDecision } from './nested.ts';
import { commonRequest } from './payload.ts';

/**
 * Qwen Code. `ask` refuses where there is no terminal, and nobody has seen it ask; rewritten input is not applied.
 * Source: seen live in 0.24.4.
 */
export const qwen: HookAgent = {
  name: 'qwen',
  read: (payload) => commonRequest(payload, 'PreToolUse', [{ names: ['run_shell_command', 'Bash'] }]),
  answer: orRefuse((reason) => nestedDecision('deny', reason)),
  refuse: exitTwo,
};
