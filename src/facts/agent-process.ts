import { baseName } from '../util/path.ts';
import { agentAbove } from './actor.ts';
import type { Ancestor } from './ancestors.ts';

/** Names one process for good: numbers are used again, with another moment of start. */
export function processId({ pid, started }: Ancestor): string {
  return `${pid}-${started.replace(/\s+/g, '-')}`;
}

/** Shells and what stands between an agent and its hook; they do not outlive one call. */
const PASSING = /^-?(sh|bash|dash|zsh|fish|ksh|ash|busybox|env|timeout|nice|nohup)$/;

/**
 * The agent that started us: the nearest that is known, else the nearest that is no shell. undefined = none in sight.
 */
export function agentProcess(chain: readonly Ancestor[]): Ancestor | undefined {
  const known = agentAbove(chain)?.process;
  return known ?? chain.find(({ argv, pid }) => pid > 1 && !PASSING.test(baseName(argv[0] ?? '')));
}

/** What the agent started that we are a part of: its shell, for one line. */
export function startedByAgent(chain: readonly Ancestor[]): Ancestor | undefined {
  const agent = agentAbove(chain)?.process;
  const at = agent === undefined ? -1 : chain.indexOf(agent);
  return at > 0 ? chain[at - 1] : undefined;
}
