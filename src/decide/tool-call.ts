import { namesTool } from '../conditions/tool.ts';
import type { ModuleHead, Rule } from '../model/policy.ts';
import type { JsonObject, ToolCall } from '../model/request.ts';
import type { Tri } from '../model/tri.ts';

/** What a language that has no word of its own calls the shell of an agent. */
const SHELL = 'shell';

/** A tool call, or a shell line that reached us without one. */
export interface AskedCall {
  readonly tool: string | undefined;
  readonly input: JsonObject;
  /** the command that it runs */
  readonly line?: string | undefined;
  /** it is an agent's shell: every language also sees it under its own name for that */
  readonly isShell: boolean;
}

export interface CallView {
  readonly call: ToolCall;
  /** whether the rule names the tool; never `no` */
  readonly named: Tri;
}

/** How a rule sees the call; undefined = it is not about this tool. */
export function viewFor({ tools = [] }: Rule, module: ModuleHead, asked: AskedCall): CallView | undefined {
  for (const call of namesOf(module, asked)) {
    const named = namesTool(tools, call.tool);
    if (named !== 'no') return { call, named };
  }
  return undefined;
}

/** Under its own name; a shell also under the one that the module's language has, whatever the agent calls it. */
function namesOf({ shellTool = SHELL }: ModuleHead, { tool, input, line, isShell }: AskedCall): readonly ToolCall[] {
  const own: readonly ToolCall[] = tool === undefined ? [] : [{ tool, input, ...(line !== undefined && { line }) }];
  if (!isShell || line === undefined || tool === shellTool) return own;
  return [...own, { tool: shellTool, input: { ...input, command: line }, line }];
}
