import { isRecord, isString, parseJson } from '../util/guards.ts';
import type { Agent } from './agent.ts';
import type { HookRequest, Payload } from './hook.ts';
import { exitTwo, json } from './outputs.ts';
import { inputOf, nonEmptyText, rewriteWholeInput, toolCall, withoutCall } from './payload.ts';
import { hasFields } from './payload-signs.ts';
import { settingsPath } from './settings.ts';
import { TIMEOUT_SECONDS } from './setup.ts';

const SHELLS = [{ names: ['Shell'] }];

type Reader = (payload: Payload) => Omit<HookRequest, 'cwd' | 'sessionId'> | undefined;

const READERS: Readonly<Record<string, Reader>> = {
  beforeShellExecution: ({ command }) => only(toolCall('Shell', isString(command) ? { command } : undefined, SHELLS)),
  // its input is JSON in a string
  beforeMCPExecution: ({ tool_name: tool, tool_input: input }) =>
    only(toolCall(tool, inputOf(tool, isString(input) ? (parseJson(input) ?? input) : input), [])),
  beforeReadFile: ({ file_path: path }) =>
    isString(path) ? { calls: [{ kind: 'tool', tool: 'Read', input: { file_path: path } }] } : undefined,
  preToolUse: (payload) => {
    const found = only(toolCall(payload.tool_name, inputOf(payload.tool_name, payload.tool_input), SHELLS));
    return found && { ...found, ...rewriteWholeInput(found.calls) };
  },
};

/**
 * Cursor, the editor and cursor-agent. The editor and its documentation differ: in Auto-review an `ask` runs the call without a
 * question (3.21.16), after preToolUse it is ignored; under `failClosed` an answer without `permission` is a failure; and its tool
 * ReadFile starts beforeReadFile, not preToolUse (3.15.6). Its allow does not skip its own list.
 * Source: cursor.com/docs/hooks; for the differences forum.cursor.com topic 173694, awslabs/aidlc-workflows#743,
 * aovestdipaperino/tokensave#187 and perplexityai/numbat#21; not seen live.
 */
export const cursor: Agent = {
  name: 'cursor',
  title: 'Cursor',
  aliases: ['cursor-agent', 'cursor-cli'],
  process: {
    markers: [
      { CURSOR_AGENT: true },
      { CURSOR_EXTENSION_HOST_ROLE: 'agent-exec' },
      { CURSOR_TRACE_ID: true, PAGER: 'head -n 10000 | cat' },
    ],
    programs: ['cursor-agent'],
  },
  hook: {
    isFrom: (payload) => hasFields('cursor_version')(payload) || hasFields('conversation_id', 'generation_id')(payload),
    read(payload) {
      const { hook_event_name: event, conversation_id: sessionId, workspace_roots: roots, cwd } = payload;
      const read = isString(event) && Object.hasOwn(READERS, event) ? READERS[event] : undefined;
      if (read === undefined) return withoutCall(event);
      const request = read(payload);
      if (request === undefined) return 'unknown';
      const directory = isRecord(payload.tool_input) ? nonEmptyText(payload.tool_input.working_directory) : undefined;
      // the command line client sends an empty directory
      const [root] = Array.isArray(roots) ? roots : [];
      return {
        ...request,
        cwd: directory ?? nonEmptyText(cwd) ?? nonEmptyText(root),
        sessionId: nonEmptyText(sessionId),
      };
    },
    answer(reply) {
      if (reply.kind === 'allow') return json({ permission: 'allow' });
      if (reply.kind === 'rewrite') return json({ permission: 'allow', updated_input: reply.input });
      return json({ permission: 'deny', user_message: reply.reason, agent_message: reply.reason });
    },
    refuse: exitTwo,
  },
  /** The shell only by its own event: by preToolUse as well it would be judged twice. Reads by both, as no version starts both for all. */
  setup: {
    found: { programs: ['cursor'], paths: ['.cursor'] },
    sample: ({ line, cwd, session }) => ({
      payload: {
        hook_event_name: 'beforeShellExecution',
        command: line,
        cwd,
        conversation_id: session,
        generation_id: 'g',
        cursor_version: '1',
      },
    }),
    files: (context) => {
      const entry = { command: context.command, timeout: TIMEOUT_SECONDS, failClosed: true };
      return [
        {
          kind: 'json',
          path: settingsPath(context, '.cursor', 'hooks.json'),
          fields: { version: 1 },
          items: [
            { list: ['hooks', 'beforeShellExecution'], value: entry },
            { list: ['hooks', 'beforeMCPExecution'], value: entry },
            { list: ['hooks', 'beforeReadFile'], value: entry },
            { list: ['hooks', 'preToolUse'], value: { ...entry, matcher: 'Write|Delete|Read' } },
          ],
        },
      ];
    },
  },
};

function only(call: ReturnType<typeof toolCall>): Pick<HookRequest, 'calls'> | undefined {
  return call && { calls: [call] };
}
