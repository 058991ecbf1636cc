import type { Action } from '../model/request.ts';
import { isRecord, isString } from '../util/guards.ts';
import type { Agent } from './agent.ts';
import { exitTwo, orRefuse } from './outputs.ts';
import { asJsonObject, inputOf, nonEmptyText, toolCall, withoutCall } from './payload.ts';
import { hasFields } from './payload-signs.ts';
import { settingsPath } from './settings.ts';
import { UNKNOWN_TIMEOUT_SECONDS } from './setup.ts';

type Info = Readonly<Record<string, unknown>>;

const READERS: Readonly<Record<string, (info: Info) => Action | undefined>> = {
  pre_run_command: (info) =>
    toolCall('run_command', asJsonObject(info), [{ names: ['run_command'], field: 'command_line' }]),
  pre_write_code: ({ file_path: path }) => (isString(path) ? fileCall('write_code', path) : undefined),
  pre_read_code: ({ file_path: path }) => (isString(path) ? fileCall('read_code', path) : undefined),
  pre_mcp_tool_use: (info) => toolCall(info.mcp_tool_name, inputOf(info.mcp_tool_name, info.mcp_tool_arguments), []),
};

const EVENTS = ['pre_run_command', 'pre_write_code', 'pre_read_code', 'pre_mcp_tool_use'];

/**
 * Windsurf. Only exit status 2 refuses.
 * Source: docs.windsurf.com, Cascade hooks; not seen live.
 */
export const windsurf: Agent = {
  name: 'windsurf',
  title: 'Windsurf',
  aliases: ['cascade'],
  process: 'editor',
  hook: {
    isFrom: hasFields('agent_action_name'),
    read({ agent_action_name: event, tool_info: info, trajectory_id: sessionId }) {
      const read = isString(event) && Object.hasOwn(READERS, event) ? READERS[event] : undefined;
      if (read === undefined) return withoutCall(event);
      const call = isRecord(info) ? read(info) : undefined;
      if (call === undefined) return 'unknown';
      return {
        calls: [call],
        cwd: isRecord(info) ? nonEmptyText(info.cwd) : undefined,
        sessionId: nonEmptyText(sessionId),
      };
    },
    answer: orRefuse(exitTwo),
    refuse: exitTwo,
  },
  setup: {
    timeoutSeconds: UNKNOWN_TIMEOUT_SECONDS,
    found: { programs: ['windsurf'], paths: ['.codeium/windsurf'] },
    sample: ({ line, cwd, session }) => ({
      payload: {
        agent_action_name: 'pre_run_command',
        trajectory_id: session,
        tool_info: { command_line: line, cwd },
      },
    }),
    files: (context) => [
      {
        kind: 'json',
        path: settingsPath(
          context,
          ...(context.project === undefined ? ['.codeium', 'windsurf'] : ['.windsurf']),
          'hooks.json',
        ),
        items: EVENTS.map((event) => ({
          list: ['hooks', event],
          value: { command: context.command, show_output: true },
        })),
      },
    ],
  },
};

function fileCall(tool: string, path: string): Action {
  return { kind: 'tool', tool, input: { file_path: path } };
}
