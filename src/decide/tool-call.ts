import type { SeenCall } from '../conditions/subject.ts';
import type { RuleFileHeader } from '../model/policy.ts';
import type { RawCall } from '../operation/tool-call.ts';

/** What a language that has no word of its own calls the shell of an agent. */
const SHELL = 'shell';

/** The call as the rules of a module see it; an agent's shell also has the name that the module's language has for it. */
export function seenCall(
  { shellTool = SHELL }: Pick<RuleFileHeader, 'shellTool'>,
  { tool, input, line, isShell }: RawCall,
): SeenCall {
  const own = tool ?? shellTool;
  if (line === undefined) return { tool: own, names: [own], input };
  if (!isShell) return { tool: own, names: [own], input, line };
  return { tool: own, names: [...new Set([own, shellTool])], input: { ...input, command: line }, line };
}
