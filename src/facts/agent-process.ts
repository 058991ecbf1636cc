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

const SHELL = /^-?(sh|bash|dash|zsh|fish|ksh|ash|busybox)$/;

/**
 * The shell below a known agent that was handed the line which we are a part of. undefined = none is known for sure: a server
 * that the agent started, or a shell that it keeps, runs many lines.
 */
export function lineShell(chain: readonly Ancestor[]): Ancestor | undefined {
  const agent = agentAbove(chain)?.process;
  const below = agent === undefined ? [] : chain.slice(0, chain.indexOf(agent));
  return below.findLast(({ argv: [name = '', ...words] }) => SHELL.test(baseName(name)) && words.some(isHandedLine));
}

/** `-c`, and `-lc` and the like. */
function isHandedLine(word: string): boolean {
  return /^-[a-z]*c$/.test(word);
}
