import type { Action, JsonObject, ShellName } from '../model/request.ts';
import { withLineInFields } from '../util/command-fields.ts';
import { isRecord, isString } from '../util/guards.ts';
import { isPatchTool } from '../util/patch-paths.ts';
import { resolvePath } from '../util/path.ts';
import { failedOutput } from './failed-output.ts';
import type { HookRequest, Payload } from './hook.ts';

/** A tool of an agent that runs a shell line. */
export interface ShellTool {
  /** names of the tool */
  readonly names: readonly string[];
  /** the input field with the line; default `command` */
  readonly field?: string;
  /** the input field with its working directory, relative to that of the payload */
  readonly directory?: string;
  /** the shell that parses the line; default bash */
  readonly shell?: ShellName;
}

/** Events whose answers do not affect a tool call, or that follow another one about it: its dialog. */
const EVENTS_WITHOUT_CALL =
  /^(post|after|permission|session|subagent|agent|user|notification|stop|setup|task|teammate|precompact|postcompact|model|before(agent|model|submit))/i;

/** Values inside parsed JSON are JSON, so only the top level is checked. */
export function asJsonObject(value: unknown): JsonObject | undefined {
  return isRecord(value) ? (value as JsonObject) : undefined;
}

/** The input of a tool: null or empty where it has no arguments, the bare text where it applies a patch. */
export function inputOf(tool: unknown, value: unknown): JsonObject | undefined {
  if (value === null || value === '') return {};
  return isString(value) && isString(tool) && isPatchTool(tool) ? { input: value } : asJsonObject(value);
}

export function nonEmptyText(value: unknown): string | undefined {
  return isString(value) && value !== '' ? value : undefined;
}

/** A tool call as rules see it. undefined = no tool, or a shell tool without a line: what would run is unknown. */
export function toolCall(
  tool: unknown,
  input: JsonObject | undefined,
  shells: readonly ShellTool[],
): Action | undefined {
  if (!isString(tool) || tool === '' || input === undefined) return undefined;
  const own = shells.find(({ names }) => names.includes(tool));
  if (own === undefined) return withLineInFields({ kind: 'tool', tool, input });
  const line = input[own.field ?? 'command'];
  return isString(line) ? { kind: 'tool', tool, input, line, shell: own.shell ?? 'bash' } : undefined;
}

/** For agents that take a whole new input: the old one, with every field that held the line replaced. */
export function rewriteWholeInput([call]: readonly Action[]): Pick<HookRequest, 'rewrite' | 'replacesInput'> {
  return {
    replacesInput: true,
    rewrite([fresh]) {
      if (call?.kind !== 'tool') return undefined;
      const fields = Object.entries(call.input).map(([name, value]) => [name, value === call.line ? fresh : value]);
      return Object.fromEntries(fields);
    },
  };
}

/** The shape that most agents share: `hook_event_name`, `tool_name`, `tool_input`, `cwd`, `session_id`. */
export function commonRequest(payload: Payload, event: string, shells: readonly ShellTool[]): HookRequest | 'unknown' {
  if (payload.hook_event_name !== event) return afterCall(payload, shells);
  const { tool_name: tool, session_id: session } = payload;
  const input = inputOf(tool, payload.tool_input);
  const call = toolCall(tool, input, shells);
  if (call === undefined) return 'unknown';
  const cwd = directoryOf(payload, shells);
  return { calls: [withServerHints(call, payload)], cwd, sessionId: nonEmptyText(session) };
}

/** Of the payload, or of the tool where that has one of its own. */
function directoryOf({ tool_name: tool, tool_input: input, cwd }: Payload, shells: readonly ShellTool[]) {
  const field = shells.find(({ names }) => names.some((name) => name === tool))?.directory;
  const directory = field === undefined || !isRecord(input) ? undefined : nonEmptyText(input[field]);
  return directory === undefined ? nonEmptyText(cwd) : resolvePath(nonEmptyText(cwd) ?? '/', directory);
}

/** Also those that nobody registers for us: undo knows by them when the command ended. See docs/adr/0057. */
const AFTER_CALL = /^(?:post_?tool(?:_?use)?(?:_?failure)?|after_?tool)$/i;

function afterCall(payload: Payload, shells: readonly ShellTool[]): HookRequest | 'unknown' {
  const { hook_event_name: event, tool_name: tool, session_id: session } = payload;
  const input = inputOf(tool, payload.tool_input);
  const none = withoutCall(event);
  if (none === 'unknown' || !isString(event) || !AFTER_CALL.test(event)) return none;
  const call = toolCall(tool, input, shells);
  if (call?.kind !== 'tool' || call.line === undefined) return none;
  const ended = { call, output: failedOutput(payload) };
  return { ...none, ended, cwd: directoryOf(payload, shells), sessionId: nonEmptyText(session) };
}

/** Takes over `destructiveHint` of an MCP server. `readOnlyHint` is ignored: it would loosen on the server's word. */
function withServerHints(call: Action, payload: Payload): Action {
  const hints = [payload.tool_annotations, payload.annotations, payload.mcp_context].flatMap((one) =>
    isRecord(one) ? [one, one.annotations] : [],
  );
  const isDestructive = hints.some((one) => isRecord(one) && one.destructiveHint === true);
  return call.kind === 'tool' && isDestructive ? { ...call, isDestructive } : call;
}

/** For events other than the one before a call: known ones have no call, an unknown one is refused. */
export function withoutCall(event: unknown): HookRequest | 'unknown' {
  return isString(event) && EVENTS_WITHOUT_CALL.test(event) ? { calls: [] } : 'unknown';
}
