import type { Operation } from '../model/operation.ts';
import type { Json, Request } from '../model/request.ts';
import { whatRuns } from '../util/what-runs.ts';

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

/** Keys in one order, whoever wrote them; deeper than any tool's input goes, as they come. */
function ordered(value: Json, depth = 0): Json {
  if (typeof value !== 'object' || value === null || depth > 20) return value;
  if (Array.isArray(value)) return value.map((one: Json) => ordered(one, depth + 1));
  const entries = Object.entries(value as { readonly [key: string]: Json });
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, ordered(one, depth + 1)]),
  );
}
