import { join } from 'node:path';
import type { Agent } from './agent.ts';
import { decision, exitTwo, json, orRefuse } from './outputs.ts';
import { commonRequest, rewriteWholeInput } from './payload.ts';
import { hasFields } from './payload-signs.ts';
import { configHome, gateShape } from './settings.ts';
import { TIMEOUT_SECONDS } from './setup.ts';

/**
 * Crush. It merges `updated_input` into the input, and asks its own questions about it where no decision stands beside. Its
 * sub-agents start no hooks: only the call that starts one is asked about.
 * Source: github.com/charmbracelet/crush at 37f36e93 (21 August 2026), docs/hooks and internal/hooks; not seen live.
 */
export const crush: Agent = {
  name: 'crush',
  title: 'Crush',
  process: { markers: [{ CRUSH: '1' }, { AGENT: 'crush' }], programs: ['crush'], packages: ['@charmland/crush'] },
  hook: {
    isFrom: (payload) => hasFields('event', 'tool_input')(payload) && payload.working_dir === undefined,
    read(payload) {
      const shells = [{ names: ['bash'], directory: 'working_dir' }];
      const request = commonRequest({ ...payload, hook_event_name: payload.event }, 'PreToolUse', shells);
      return request === 'unknown' ? request : { ...request, ...rewriteWholeInput(request.calls) };
    },
    answer: (reply) =>
      reply.kind === 'rewrite'
        ? json({ updated_input: reply.input, context: reply.reason })
        : orRefuse(decision('deny'))(reply),
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
