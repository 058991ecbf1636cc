import { resolvePath } from '../../util/path.ts';
import type { HookAgent } from './agent.ts';
import { decision, exitTwo, json, SILENT } from './endings.ts';
import { asInput, commonRequest, textOf, wholeInput } from './payload.ts';

/**
 * Gemini CLI. `ask` hangs where there is no terminal; a nested decision is ignored, and the tool's whole input is what
 * rewrites it. `dir_path` is where the line runs.
 * Source: github.com/google-gemini/gemini-cli docs/hooks, seen live in 0.61.0.
 */
export const gemini: HookAgent = {
  name: 'gemini',
  read(payload) {
    const request = commonRequest(payload, 'BeforeTool', [{ names: ['run_shell_command'] }]);
    if (request === 'unknown') return request;
    const directory = textOf(asInput(payload.tool_input)?.dir_path);
    const cwd = directory === undefined ? request.cwd : resolvePath(request.cwd ?? '/', directory);
    return { ...request, cwd, ...wholeInput(request.calls) };
  },
  answer(reply) {
    if (reply.kind === 'allow') return SILENT;
    if (reply.kind !== 'rewrite') return decision('deny')(reply.reason);
    return json({ hookSpecificOutput: { hookEventName: 'BeforeTool', tool_input: reply.input } });
  },
  refuse: exitTwo,
};
