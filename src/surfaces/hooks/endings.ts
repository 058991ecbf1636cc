import type { Ending } from './agent.ts';

/** No opinion: the agent goes its normal way. */
export const SILENT: Ending = { stdout: '', stderr: '', exit: 0 };

/** A complete answer in JSON, nothing else on any stream. */
export function json(answer: unknown, exit = 0): Ending {
  return { stdout: JSON.stringify(answer), stderr: '', exit };
}

/** The refusal that most agents understand: the reason on stderr, nothing on stdout. An empty reason would allow in some. */
export function exitTwo(reason: string): Ending {
  return { stdout: '', stderr: `${reason}\n`, exit: 2 };
}
