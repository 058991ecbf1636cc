import { isRecord } from '../util/guards.ts';
import type { Agent } from './agent.ts';
import { nestedInput } from './nested.ts';
import { exitTwo, orRefuse } from './outputs.ts';
import { commonRequest, rewriteWholeInput } from './payload.ts';
import { commonSample, gateShape, hookGroup, settingsPath } from './settings.ts';

/**
 * Factory Droid. Its `ask` is only written into its log: the call goes on to its own settings, which may run it unasked. Exit
 * status 2 refuses whatever another hook allows; an input without a decision replaces the fields that it names, and leaves its
 * own questions alone.
 * Source: docs.factory.ai/harness/hooks, and the code of @factory/cli-linux-x64 0.215.0; not seen live, as it wants an account.
 */
export const droid: Agent = {
  name: 'droid',
  title: 'Factory Droid',
  aliases: ['factory', 'factory-cli'],
  process: { programs: ['droid'], packages: ['@factory/cli'] },
  hook: {
    isFrom: ({ tool_name: tool }) => tool === 'Execute',
    read(payload) {
      const request = commonRequest(payload, 'PreToolUse', [{ names: ['Execute'] }]);
      return request === 'unknown' ? request : { ...request, ...rewriteWholeInput(request.calls) };
    },
    answer: (reply) => (reply.kind === 'rewrite' ? nestedInput(reply) : orRefuse(exitTwo)(reply)),
    refuse: exitTwo,
  },
  /** Events are top-level keys. Of several inputs the first counts, and of decisions: ours is inserted in front. */
  setup: {
    found: { paths: ['.factory'] },
    sample: commonSample('PreToolUse', 'Execute'),
    files: (context) => [
      hookGroup({
        path: settingsPath(context, '.factory', 'hooks.json'),
        list: ['PreToolUse'],
        matcher: '*',
        command: context.command,
        mayHide: (group) => isRecord(group) && Array.isArray(group.hooks) && group.hooks.length > 0,
      }),
    ],
    gate: gateShape('Execute', ['tool_input.riskLevel', 'tool_input.riskLevelReason']),
  },
};
