import { join } from 'node:path';
import type { Agent } from './agent.ts';
import { exitTwo, orRefuse } from './outputs.ts';
import { commonRequest } from './payload.ts';
import { hasFields, isEvent } from './payload-signs.ts';
import type { SetupContext } from './setup.ts';
import { TIMEOUT_SECONDS } from './setup.ts';

/**
 * Junie CLI, of JetBrains. Hooks start in its own folder; `project_path` is the working directory. Reports disagree about its
 * answers in JSON; exit status 2 refuses in all of them.
 * Source: what GitGuardian/ggshield#1451 saw it send, and Fmarzochi/EGC#1081 read in its documentation; not seen live.
 */
export const junie: Agent = {
  name: 'junie',
  title: 'Junie CLI',
  aliases: ['junie-cli', 'jetbrains-junie'],
  process: { markers: [{ JUNIE_SHIM_PATH: true }], programs: ['junie'], packages: ['@jetbrains/junie'] },
  hook: {
    isFrom: (payload) =>
      isEvent('PreToolUse')(payload) && hasFields('project_path')(payload) && payload.transcript_path === undefined,
    read: (payload) =>
      commonRequest({ ...payload, cwd: payload.project_path ?? payload.cwd }, 'PreToolUse', [{ names: ['Bash'] }]),
    answer: orRefuse(exitTwo),
    refuse: exitTwo,
  },
  /** Without a matcher it covers every tool. Junie ignores hooks in a project's file. */
  setup: {
    found: { paths: ['.junie'] },
    onlyUser: true,
    sample: ({ line, cwd, session }) => ({
      payload: {
        hook_event_name: 'PreToolUse',
        session_id: session,
        project_path: cwd,
        tool_name: 'Bash',
        tool_input: { command: line },
      },
    }),
    files: (context) => {
      const value = { hooks: [{ type: 'command', command: context.command, timeout: TIMEOUT_SECONDS }] };
      return [
        { kind: 'json', path: join(folder(context), 'config.json'), items: [{ list: ['hooks', 'PreToolUse'], value }] },
      ];
    },
    next: 'Hooks are in its Early Access versions: others may not ask at all, nor does it where an editor runs it.',
  },
};

function folder({ env, home }: Pick<SetupContext, 'env' | 'home'>): string {
  return env.JUNIE_HOME?.startsWith('/') ? env.JUNIE_HOME : join(home, '.junie');
}
