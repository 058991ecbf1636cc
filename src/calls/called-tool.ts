import type { JsonObject, ToolCall } from '../model/request.ts';
import { isRecord, isString, parseJson } from '../util/guards.ts';

/** An agent's own tool that calls one of a server: Cline's `use_mcp_tool`, Cursor's `CallMcpTool`. */
const CALLS_TOOL = /^(use|call)_?mcp_?tool$/i;

/** The tool that is really called, with its own input; its arguments may be JSON in a string. */
export function calledTool(call: ToolCall): ToolCall {
  const { tool, input } = call;
  const name = input.tool_name ?? input.toolName;
  if (!CALLS_TOOL.test(tool) || !isString(name)) return call;
  const given = input.arguments ?? input.args ?? input.input ?? input.params;
  const inner = isString(given) ? parseJson(given) : given;
  const called = { tool: `mcp__${String(input.server_name ?? input.server ?? 'server')}__${name}` };
  return { ...called, input: isRecord(inner) ? (inner as JsonObject) : input };
}
