import type { Action, Json, JsonObject } from '../model/request.ts';
import { asLine, SHELL_TOOLS, shellLineOf } from './shell-tools.ts';

/** What an agent writes beside any call for people or for its own bookkeeping; no tool takes it for content. */
const ASIDES = names(
  'justification run_in_background is_background tool_action tool_summary wait_for_previous_tools fire_and_forget',
);

/**
 * The same beside a shell line, which alone determines what runs. Rights (`sandbox_permissions`, `dangerouslyDisableSandbox`),
 * directories (`workdir`) and open shells (`session_id`) are none of these: they change what happens.
 */
const LINE_ASIDES = names(`description explanation summary goal reason risk_level risk_level_reason requires_approval
  safe_to_auto_run prefix_rule background blocking notify_on_complete
  timeout timeout_ms timeout_sec timeout_secs timeout_seconds initial_wait yield_time_ms max_output_tokens
  wait_ms_before_async wait_duration_seconds`);

/**
 * The part of a request that determines what is done: the same for each try of the same operation, however an agent comments
 * it and in whatever order. A line that an agent hands to its shell is that line alone, whatever the shell is called.
 */
export function canonicalForm(action: Action): Json {
  if (action.kind !== 'tool') return action.kind === 'line' ? { line: action.line } : { argv: action.argv };
  return inKeyOrder(formOfTool(action));
}

function formOfTool(action: Extract<Action, { kind: 'tool' }>): Json {
  const { tool, input } = action;
  const { line, shell = 'unknown' } = shellLineOf(action);
  if (line === undefined) return { tool, input: without(input, ASIDES, tool), line: null };
  const rest = without(input, LINE_ASIDES, tool);
  if (!SHELL_TOOLS.has(tool) && shell === 'unknown') return { tool, input: rest, line };
  const isLine = (name: string, value: Json) => value === line || (name === 'command' && asLine(value) === line);
  const beside = Object.entries(rest).filter(([name, value]) => !isLine(name, value));
  const own = shell === 'powershell' ? { line, shell } : { line };
  return beside.length === 0 ? own : { ...own, input: Object.fromEntries(beside) };
}

/** An explanation is an aside in an agent's own tools (Cursor), and may be content in those of a server. */
function without(input: JsonObject, asides: ReadonlySet<string>, tool: string): JsonObject {
  const isOwn = !/^mcp_/.test(tool);
  const isAside = (name: string) => ASIDES.has(name) || asides.has(name) || (isOwn && name === 'explanation');
  return Object.fromEntries(Object.entries(input).filter(([name]) => !isAside(plain(name))));
}

function names(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).map(plain));
}

/** `run_in_background` and `runInBackground` are one name. */
function plain(name: string): string {
  return name.replace(/[_-]/g, '').toLowerCase();
}

/** Deeper than any tool's input goes, keys stay in the order in which they came. */
function inKeyOrder(value: Json, depth = 0): Json {
  if (typeof value !== 'object' || value === null || depth > 20) return value;
  if (Array.isArray(value)) return value.map((one: Json) => inKeyOrder(one, depth + 1));
  const entries = Object.entries(value as { readonly [key: string]: Json });
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, inKeyOrder(one, depth + 1)]),
  );
}
