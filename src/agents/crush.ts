import { join } from 'node:path';
import type { Agent } from './agent.ts';
import { decision, exitTwo, orRefuse } from './outputs.ts';
import { commonRequest } from './payload.ts';
import { hasFields } from './payload-signs.ts';
import { configHome, gateShape } from './settings.ts';
import { TIMEOUT_SECONDS } from './setup.ts';

/** Crush. Source: github.com/charmbracelet/crush, hooks as of August 2026; not seen live. */
export const crush: Agent = {
  name: 'crush',
  title: 'Crush',
  process: { markers: [{ CRUSH: '1' }, { AGENT: 'crush' }], programs: ['crush'], packages: ['@charmland/crush'] },
  hook: {
    isFrom: (payload) => hasFields('event', 'tool_input')(payload) && payload.working_dir === undefined,
    read: (payload) =>
      commonRequest({ ...payload, hook_event_name: payload.event }, 'PreToolUse', [
        { names: ['bash'], directory: 'working_dir' },
      ]),
    answer: orRefuse(decision('deny')),
    refuse: exitTwo,
  },
  setup: {
    found: { paths: ['.config/crush'] },
    sample: ({ line, cwd, session }) => ({
      payload: { event: 'PreToolUse', session_id: session, cwd, tool_name: 'bash', tool_input: { command: line } },
    }),
    files: (context) => {
      const { project, command } = context;
      const value = { name: 'safeshell', matcher: '.*', command, timeout: TIMEOUT_SECONDS };
      const path =
        project === undefined ? join(configHome(context), 'crush', 'crush.json') : join(project, 'crush.json');
      return [{ kind: 'json', path, items: [{ list: ['hooks', 'PreToolUse'], value }] }];
    },
    gate: { ...gateShape('bash', ['tool_input.description']), required: { event: 'PreToolUse', tool_name: 'bash' } },
  },
};
