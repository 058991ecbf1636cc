import type { Agent } from './agent.ts';
import { exitTwo, orRefuse } from './outputs.ts';
import { commonRequest } from './payload.ts';
import { isEvent } from './payload-signs.ts';
import { commonSample, settingsPath } from './settings.ts';
import { TIMEOUT_SECONDS } from './setup.ts';

const SHELLS = [{ names: ['execute_bash', 'shell'] }];

/** Kiro CLI, version 2 and 3. Only exit status 2 refuses. Source: its documentation on hooks; not seen live. */
export const kiro: Agent = {
  name: 'kiro',
  title: 'Kiro CLI',
  // `kiro-cli-term` is not an agent: people type in it
  process: { markers: [{ KIRO_AGENT_PATH: true }], programs: ['kiro-cli', 'kiro-cli-chat'] },
  hook: {
    isFrom: (payload) =>
      isEvent('preToolUse')(payload) && SHELLS.some(({ names }) => names.includes(String(payload.tool_name))),
    read: (payload) =>
      commonRequest(payload, payload.hook_event_name === 'PreToolUse' ? 'PreToolUse' : 'preToolUse', SHELLS),
    answer: orRefuse(exitTwo),
    refuse: exitTwo,
  },
  /** Version 3 has hooks for all of its agents; version 2 would need them in each agent's file. */
  setup: {
    found: { programs: ['kiro'], paths: ['.kiro'] },
    sample: commonSample('PreToolUse', 'shell'),
    files: (context) => {
      const hook = {
        name: 'safeshell',
        trigger: 'PreToolUse',
        matcher: '.*',
        action: { type: 'command', command: context.command },
        timeout: TIMEOUT_SECONDS,
        enabled: true,
      };
      const text = JSON.stringify({ version: 'v1', hooks: [hook] }, undefined, 2);
      return [{ kind: 'own', path: settingsPath(context, '.kiro', 'hooks', 'safeshell.json'), text: `${text}\n` }];
    },
    next: 'version 2 has no hooks for all agents: put the same command into `hooks.preToolUse` of each file in ~/.kiro/agents',
  },
};
