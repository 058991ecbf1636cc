import type { Agent } from './agent.ts';
import { json, orRefuse } from './outputs.ts';
import { commonRequest } from './payload.ts';
import { isEvent } from './payload-signs.ts';

/** Hermes Agent: a shell hook of its configuration. Source: what others answer it; not seen live. */
export const hermes: Agent = {
  name: 'hermes',
  title: 'Hermes Agent',
  process: {
    markers: [{ HERMES_SESSION_ID: true }],
    programs: ['hermes', 'hermes-agent', 'hermes-acp', 'hermes_cli.main'],
  },
  hook: {
    isFrom: isEvent('pre_tool_call'),
    read: (payload) => commonRequest(payload, 'pre_tool_call', [{ names: ['terminal'], directory: 'workdir' }]),
    answer: orRefuse(block),
    refuse: block,
  },
};

function block(message: string) {
  return json({ action: 'block', message });
}
