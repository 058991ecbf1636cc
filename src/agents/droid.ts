import { isRecord } from '../util/guards.ts';
import type { Agent } from './agent.ts';
import { isStartedWith } from './command-line.ts';
import { nestedAnswer } from './nested.ts';
import { exitTwo, SILENT } from './outputs.ts';
import { commonRequest } from './payload.ts';
import { commonSample, gateShape, hookGroup, settingsPath } from './settings.ts';

/**
 * Factory Droid. An allow would skip its own questions; whether it takes a rewritten input without one is unknown.
 * Source: docs.factory.ai/harness/hooks; not seen live.
 */
export const droid: Agent = {
  name: 'droid',
  title: 'Factory Droid',
  aliases: ['factory', 'factory-cli'],
  process: { programs: ['droid'], packages: ['@factory/cli'] },
  hook: {
    isFrom: ({ tool_name: tool }) => tool === 'Execute',
    read(payload, caller) {
      const request = commonRequest(payload, 'PreToolUse', [{ names: ['Execute'] }]);
      return request === 'unknown' ? request : { ...request, opensDialog: () => !isStartedWith(caller, ['exec']) };
    },
    answer: (reply) => (reply.kind === 'allow' ? SILENT : nestedAnswer(reply)),
    refuse: exitTwo,
  },
  /** Events are top-level keys. The first hook with a decision wins, even with an allow: ours is inserted in front. */
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
