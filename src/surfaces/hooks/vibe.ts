import { isString } from '../../store/guards.ts';
import type { HookAgent } from './agent.ts';
import { decision, orRefuse } from './endings.ts';
import { commonRequest } from './payload.ts';

/**
 * Mistral Vibe. Any exit status but 0 is a hook that failed, and the command runs: it refuses in JSON alone. Tools have
 * the name of their group in front.
 * Source: docs.mistral.ai/vibe/code/cli/hooks and its code; not seen live.
 */
export const vibe: HookAgent = {
  name: 'vibe',
  read(payload) {
    const { tool_name: tool } = payload;
    const name = isString(tool) ? tool.slice(tool.lastIndexOf('.') + 1) : tool;
    return commonRequest({ ...payload, tool_name: name }, 'pre_tool', [{ names: ['bash'] }]);
  },
  answer: orRefuse(decision('deny')),
  refuse: decision('deny'),
};
