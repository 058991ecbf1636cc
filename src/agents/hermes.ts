import { resolvePath } from '../util/path.ts';
import type { Agent } from './agent.ts';
import { json, orRefuse } from './endings.ts';
import { asInput, commonRequest, textOf } from './payload.ts';
import { ofEvent } from './signs.ts';

/** Hermes Agent: a shell hook of its configuration. Source: what others answer it; not seen live. */
export const hermes: Agent = {
  name: 'hermes',
  title: 'Hermes Agent',
  hook: {
    isFrom: ofEvent('pre_tool_call'),
    read(payload) {
      const request = commonRequest(payload, 'pre_tool_call', [{ names: ['terminal'] }]);
      if (request === 'unknown') return request;
      const directory = textOf(asInput(payload.tool_input)?.workdir);
      return { ...request, cwd: directory === undefined ? request.cwd : resolvePath(request.cwd ?? '/', directory) };
    },
    answer: orRefuse(block),
    refuse: block,
  },
};

function block(message: string) {
  return json({ action: 'block', message });
}
