import type { Agent } from './agent.ts';
import { nestedDecision } from './nested.ts';
import { exitTwo, orRefuse } from './outputs.ts';
import { commonRequest, nonEmptyText } from './payload.ts';
import { hasFields } from './payload-signs.ts';
import { hookGroup, settingsPath } from './settings.ts';
import { TIMEOUT_SECONDS } from './setup.ts';

const SHELLS = [
  { names: ['launch-process'], directory: 'cwd' },
  { names: ['write-process'], field: 'input_text' }, // input for a running program
];

/**
 * Auggie, of Augment Code. What its `ask` and a rewritten input do is unknown.
 * Source: docs.augmentcode.com/cli/hooks, and the code of @augmentcode/auggie 0.36.0; not seen live, as it wants an account.
 */
export const auggie: Agent = {
  name: 'auggie',
  title: 'Auggie',
  aliases: ['augment', 'augment-code'],
  process: { markers: [{ AUGMENT_AGENT: true }], programs: ['auggie'], packages: ['@augmentcode/auggie'] },
  hook: {
    isFrom: hasFields('is_mcp_tool', 'conversation_id'),
    read(payload) {
      const { workspace_roots: roots, conversation_id: sessionId } = payload;
      const [root] = Array.isArray(roots) ? roots : [];
      const request = commonRequest({ ...payload, cwd: payload.cwd ?? root }, 'PreToolUse', SHELLS);
      return request === 'unknown' ? request : { ...request, sessionId: nonEmptyText(sessionId) };
    },
    answer: orRefuse((reason) => nestedDecision('deny', reason)),
    refuse: exitTwo,
  },
  /** Its timeouts are milliseconds. */
  setup: {
    found: { paths: ['.augment'] },
    sample: ({ line, cwd, session }) => ({
      payload: {
        hook_event_name: 'PreToolUse',
        tool_name: 'launch-process',
        tool_input: { command: line, cwd },
        conversation_id: session,
        workspace_roots: [cwd],
        is_mcp_tool: false,
      },
    }),
    files: (context) => [
      hookGroup({
        path: settingsPath(context, '.augment', 'settings.json'),
        matcher: '.*',
        command: context.command,
        timeout: TIMEOUT_SECONDS * 1000,
      }),
    ],
  },
};
