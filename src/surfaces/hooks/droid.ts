import type { HookAgent } from './agent.ts';
import { exitTwo, SILENT } from './endings.ts';
import { nestedAnswer } from './nested.ts';
import { commonRequest } from './payload.ts';

/**
 * Factory Droid. An allow would skip its own questions, and without one nobody has seen it take a rewritten input.
 * Source: docs.factory.ai/harness/hooks; not seen live.
 */
export const droid: HookAgent = {
  name: 'droid',
  read(payload) {
    const request = commonRequest(payload, 'PreToolUse', [{ names: ['Execute'] }]);
    return request === 'unknown' ? request : { ...request, asks: true };
  },
  answer: (reply) => (reply.kind === 'allow' ? SILENT : nestedAnswer(reply)),
  refuse: exitTwo,
};
