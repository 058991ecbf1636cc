import type { Operation } from '../model/operation.ts';
import type { Action, Json, Request } from '../model/request.ts';

/**
 * Text that is the same for the same operation alone: the line, the words or the tool with its input, where, and what it
 * does. It may hold secrets: keep its hash.
 */
export function operationText(
  { action, cwd }: Pick<Request, 'action' | 'cwd'>,
  operations: readonly Operation[] | undefined,
): string {
  const does = operations?.map(({ type, categories, credential, event }) =>
    JSON.stringify([type, [...categories].sort(), credential ?? null, event ?? null]),
  );
  return JSON.stringify([ordered(whatRuns(action)), cwd, [...new Set(does)].sort()]);
}

const SHELL_TOOLS: ReadonlySet<string> = new Set(['Bash', 'exec', 'shell']);
/** What agents write beside a line for people, or for themselves: it changes nothing of what runs. */
const ASIDES: ReadonlySet<string> = new Set([
  'description',
  'explanation',
  'justification',
  'timeout',
  'timeout_ms',
  'run_in_background',
  'is_background',
]);

/** A line that an agent hands to its own shell is the same as that line alone, whatever the agent calls its shell. */
function whatRuns(action: Action): Json {
  if (action.kind !== 'tool') return action.kind === 'line' ? { line: action.line } : { argv: action.argv };
  const { tool, shell } = action;
  const isShell = SHELL_TOOLS.has(tool) || (shell !== undefined && shell !== 'unknown');
  const line = action.line ?? action.input.command;
  if (!isShell || typeof line !== 'string') return { tool, input: action.input, line: action.line ?? null };
  const rest = Object.entries(action.input).filter(([name, value]) => value !== line && !ASIDES.has(name));
  return rest.length === 0 ? { line } : { line, input: Object.fromEntries(rest) };
}

/** Keys in one order, whoever wrote them; deeper than any tool's input goes, as they come. */
function ordered(value: Json, depth = 0): Json {
  if (typeof value !== 'object' || value === null || depth > 20) return value;
  if (Array.isArray(value)) return value.map((one: Json) => ordered(one, depth + 1));
  const entries = Object.entries(value as { readonly [key: string]: Json });
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, ordered(one, depth + 1)]),
  );
}
