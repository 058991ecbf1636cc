import { isRecord } from '../store/guards.ts';
import type { Agent } from './agent.ts';
import { isStartedWith } from './command-line.ts';
import { nestedAnswer } from './nested.ts';
import { exitTwo, SILENT } from './outputs.ts';
import { commonRequest } from './payload.ts';
import { commonSample, gateShape, hookGroup, settingsPath } from './settings.ts';

/**
 * Factory Droid. An allow would skip its own questions, and without one nobody has seen it take a rewritten input.
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
  /** The events stand at the first level. The first hook that decides wins, an allow too: ours goes in front. */
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
