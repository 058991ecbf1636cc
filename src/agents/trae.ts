import type { Agent } from './agent.ts';
import { nestedDecision } from './nested.ts';
import { exitTwo, orRefuse } from './outputs.ts';
import { commonRequest } from './payload.ts';
import { hasFields, isEvent } from './payload-signs.ts';
import { commonSample, settingsPath } from './settings.ts';
import { TIMEOUT_SECONDS } from './setup.ts';

/**
 * Trae. `llm_tool_name` is the tool's name for the model, `tool_name` that of the contract. What its `ask` and a rewritten input do
 * is unknown. Source: what Fmarzochi/EGC#1079 and others read in docs.trae.ai/ide/hook-configuration-reference; not seen live.
 */
export const trae: Agent = {
  name: 'trae',
  title: 'Trae',
  aliases: ['trae-ide', 'traecode'],
  process: 'editor',
  hook: {
    isFrom: (payload) => isEvent('PreToolUse')(payload) && hasFields('llm_tool_name')(payload),
    read: (payload) => commonRequest(payload, 'PreToolUse', [{ names: ['RunCommand'], directory: 'cwd' }]),
    answer: orRefuse((reason) => nestedDecision('deny', reason)),
    refuse: exitTwo,
  },
  /** Its Chinese edition has `~/.trae-cn` for the person's settings and the same file for a project's. */
  setup: {
    found: { programs: ['trae'], paths: ['.trae'] },
    sample: commonSample('PreToolUse', 'RunCommand', { tool_use_id: 't', llm_tool_name: 'RunCommand' }),
    files: (context) => {
      const hook = { type: 'command', command: context.command, timeout: TIMEOUT_SECONDS };
      const value = { matcher: '*', hooks: [hook] };
      const list = ['hooks', 'PreToolUse'];
      return [
        {
          kind: 'json',
          path: settingsPath(context, '.trae', 'hooks.json'),
          fields: { version: 1 },
          items: [{ list, value }],
        },
      ];
    },
    next: 'Switch them on in Settings > Hooks, to run outside its sandbox.',
  },
};
