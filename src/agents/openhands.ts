import { join } from 'node:path';
import type { Agent } from './agent.ts';
import { excludesByPattern, isAsync, isOtherType, type Off, type SettingsFile, type Workplace } from './asking.ts';
import { exitTwo, orRefuse } from './outputs.ts';
import { commonRequest, nonEmptyText } from './payload.ts';
import { hasFields } from './payload-signs.ts';
import { hookGroup, settingsPath } from './settings.ts';

/**
 * OpenHands. The event and the directory have names of their own. It knows no `ask` and takes no other input.
 * Source: docs.openhands.dev/openhands/usage/customization/hooks, and openhands-sdk/openhands/sdk/hooks in
 * OpenHands/software-agent-sdk at 611629e6 (22 August 2026); not seen live.
 */
export const openhands: Agent = {
  name: 'openhands',
  title: 'OpenHands',
  aliases: ['openhands-cli'],
  process: { programs: ['openhands'] },
  hook: {
    isFrom: hasFields('event_type', 'working_dir'),
    read(payload) {
      const named = { ...payload, hook_event_name: payload.event_type };
      const request = commonRequest(named, 'PreToolUse', [{ names: ['terminal', 'execute_bash'] }]);
      return request === 'unknown' ? request : { ...request, cwd: nonEmptyText(payload.working_dir) };
    },
    answer: orRefuse(exitTwo),
    refuse: exitTwo,
  },
  setup: {
    found: { paths: ['.openhands'] },
    sample: ({ line, cwd, session }) => ({
      payload: {
        event_type: 'PreToolUse',
        tool_name: 'terminal',
        tool_input: { command: line },
        session_id: session,
        working_dir: cwd,
      },
    }),
    files: (context) => [
      hookGroup({
        path: settingsPath(context, '.openhands', 'hooks.json'),
        list: ['pre_tool_use'],
        matcher: '*',
        command: context.command,
      }),
    ],
    asking: {
      isStrict: true,
      projects: ({ cwd }) => [cwd],
      ignores: ({ hooks, PreToolUse }) =>
        hooks === undefined && PreToolUse === undefined
          ? undefined
          : '`pre_tool_use` does not count beside `hooks` or `PreToolUse`: put it into that list',
      skips: ({ matcher, ...hook }) =>
        excludesByPattern(matcher === '*' || matcher === undefined ? matcher : `^(?:${matcher})$`, ['terminal']) ??
        isOtherType(hook) ??
        isAsync(hook),
      off: shadowed,
    },
  },
};

/** Where a project has hooks of its own, the person's are not read. */
function shadowed(files: readonly SettingsFile[], entry: string, { cwd }: Workplace): Off | undefined {
  const own = join(cwd, '.openhands', 'hooks.json');
  const isHidden = entry !== own && files.some(({ path }) => path === own);
  return isHidden ? { found: 'hooks of the project, which count alone', path: own } : undefined;
}
