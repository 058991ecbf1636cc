import { join } from 'node:path';
import type { Action, JsonObject } from '../model/request.ts';
import { isRecord, isString, parseJson } from '../util/guards.ts';
import { shQuote } from '../util/sh-quote.ts';
import type { HookedAgent } from './agent.ts';
import type { Payload } from './hook.ts';
import { json, SILENT } from './outputs.ts';
import { asJsonObject, inputOf, nonEmptyText, toolCall, withoutCall } from './payload.ts';
import { hasFields } from './payload-signs.ts';

const SHELLS = ['run_commands', 'execute_command'];

/**
 * Cline. Exit statuses are ignored, and `cancel` ends the whole run. Where it is known how, other commands that only say
 * the reason take the place of those that are refused: the model reads it and goes on.
 * Source: github.com/cline/cline, seen live in the command line 3.0.65.
 */
export const cline: HookedAgent = {
  name: 'cline',
  title: 'Cline',
  aliases: ['cline-cli'],
  process: { markers: [{ CLINE_ACTIVE: true }, { CLINE_CONNECTOR_CLI_LAUNCH: true }], programs: ['cline'] },
  hook: {
    isFrom: (payload) => hasFields('clineVersion')(payload) || hasFields('tool_call', 'preToolUse')(payload),
    read(payload) {
      const { taskId, workspaceRoots } = payload;
      const call = callOf(payload);
      if (call === undefined) return payload.preToolUse === undefined ? withoutCall(payload.hookName) : 'unknown';
      const calls = callsOf(call);
      if (calls === undefined) return 'unknown';
      const [root] = Array.isArray(workspaceRoots) ? workspaceRoots : [];
      const known =
        listed(payload) === undefined ? {} : { rewrite: (lines: readonly string[]) => ({ commands: lines }) };
      return { calls, cwd: nonEmptyText(root), sessionId: nonEmptyText(taskId), ...known };
    },
    answer(reply, payload) {
      if (reply.kind === 'allow') return SILENT;
      if (reply.kind === 'rewrite') return json({ overrideInput: reply.input });
      if (listed(payload) === undefined) return cline.hook.refuse(reply.reason);
      return json({ overrideInput: { commands: [`echo ${shQuote(reply.reason)} >&2; exit 1`] } });
    },
    refuse: (errorMessage) => json({ cancel: true, errorMessage }),
  },
  /** Cline executes a file named after the event. */
  setup: {
    found: { paths: ['.cline'] },
    starts: 'file',
    sample: ({ line, cwd, session }) => ({
      payload: {
        clineVersion: '1',
        taskId: session,
        workspaceRoots: [cwd],
        tool_call: { name: 'run_commands', input: { commands: [line] } },
      },
    }),
    files: ({ home, project, script: text }) => {
      const folder = project === undefined ? join(home, '.cline', 'hooks') : join(project, '.clinerules', 'hooks');
      return [{ kind: 'own', path: join(folder, 'PreToolUse'), text, executable: true }];
    },
    next: 'in the editor, switch Hooks on in its settings',
  },
};

type Call = Readonly<Record<string, unknown>>;

/** The CLI sends both fields, the editor only the second, with lists encoded as JSON text. */
function callOf({ tool_call: call, preToolUse }: Payload): Call | undefined {
  if (isRecord(call)) return call;
  if (!isRecord(preToolUse) || !isRecord(preToolUse.parameters)) return undefined;
  const { commands, ...rest } = preToolUse.parameters;
  const parsed = isString(commands) ? parseJson(commands) : commands;
  const list = parsed === undefined ? {} : { commands: parsed };
  return { name: preToolUse.toolName, input: { ...rest, ...list } };
}

/** The list of commands in the only shape that is known to accept a replacement. */
function listed({ tool_call: call }: Payload): readonly string[] | undefined {
  if (!isRecord(call) || call.name !== 'run_commands' || !isRecord(call.input)) return undefined;
  const { commands } = call.input;
  return Array.isArray(commands) && commands.length > 0 && commands.every(isString) ? commands : undefined;
}

function callsOf({ name, input }: Call): readonly Action[] | undefined {
  if (!isString(name) || !SHELLS.includes(name)) {
    const call = toolCall(name, inputOf(name, input), []);
    return call && [call];
  }
  const lines = linesOf(input);
  if (lines.length === 0 || !lines.every(isString)) return undefined;
  // a call carries its own line only
  const { commands: _, cmd: __, ...whole }: JsonObject = asJsonObject(input) ?? {};
  return lines.map((line) => ({ kind: 'tool', tool: name, input: { ...whole, command: line }, line, shell: 'bash' }));
}

/** A text, a list of texts or objects, or an object that holds one of these. */
function linesOf(input: unknown): readonly unknown[] {
  if (isString(input)) return [input];
  if (Array.isArray(input)) return input.flatMap(linesOf);
  if (!isRecord(input)) return [undefined];
  return linesOf(input.commands ?? input.command ?? input.cmd);
}
