import { type AgentIntegration, TIMEOUT_SECONDS } from './agent.ts';
import { below } from './common.ts';

/** The shell by the event that can ask; by the general one it would be judged twice. */
export const cursor: AgentIntegration = {
  name: 'cursor',
  title: 'Cursor',
  files: (places) => {
    const entry = { command: places.command, timeout: TIMEOUT_SECONDS, failClosed: true };
    return [
      {
        kind: 'json',
        path: below(places, '.cursor', 'hooks.json'),
        fields: { version: 1 },
        items: [
          { list: ['hooks', 'beforeShellExecution'], value: entry },
          { list: ['hooks', 'beforeMCPExecution'], value: entry },
          { list: ['hooks', 'preToolUse'], value: { ...entry, matcher: 'Write|Delete|Read' } },
        ],
      },
    ];
  },
};
