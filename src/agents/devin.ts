import { join } from 'node:path';
import type { Agent } from './agent.ts';
import { decision, exitTwo, orRefuse } from './outputs.ts';
import { commonRequest } from './payload.ts';
import { commonSample, configHome, hookGroup } from './settings.ts';

/** Devin CLI. Source: docs.devin.ai/cli/extensibility/hooks; not seen live. */
export const devin: Agent = {
  name: 'devin',
  title: 'Devin CLI',
  aliases: ['devin-local'],
  process: { programs: ['devin'] },
  hook: {
    isFrom: ({ tool_name: tool }) => tool === 'exec',
    read: (payload) => commonRequest(payload, 'PreToolUse', [{ names: ['exec'] }]),
    answer: orRefuse(decision('block')),
    refuse: exitTwo,
  },
  /** In a project's file events are top-level keys. */
  setup: {
    found: { paths: ['.config/devin'] },
    sample: commonSample('PreToolUse', 'exec'),
    files: (context) => {
      const { project, command } = context;
      const isOwn = project === undefined;
      return [
        hookGroup({
          path: isOwn ? join(configHome(context), 'devin', 'config.json') : join(project, '.devin', 'hooks.v1.json'),
          list: isOwn ? ['hooks', 'PreToolUse'] : ['PreToolUse'],
          matcher: '.*',
          command,
        }),
      ];
    },
  },
};
