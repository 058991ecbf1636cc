import type { CallView } from '../conditions/subject.ts';
import type { RuleFileHeader } from '../model/policy.ts';
import type { RawCall } from '../operation/tool-call.ts';

/** The name of an agent's shell in a language that has none of its own. */
const SHELL = 'shell';

/** The call as rules of one file match it; a shell of an agent also has the name that the language of the file has for it. */
export function callView(
  { shellTool = SHELL }: Pick<RuleFileHeader, 'shellTool'>,
  { tool, input, line, isShell }: RawCall,
): CallView {
  const own = tool ?? shellTool;
  if (line === undefined) return { tool: own, names: [own], input };
  if (!isShell) return { tool: own, names: [own], input, line };
  return { tool: own, names: [...new Set([own, shellTool])], input: { ...input, command: line }, line };
}
