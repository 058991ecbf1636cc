import { baseName } from '../util/path.ts';
import { agentAbove } from './actor.ts';
import type { Ancestor } from './ancestors.ts';

/** Unique over time: pids are reused, but not with the same start time. */
export function processId({ pid, started }: Ancestor): string {
  return `${pid}-${started.replace(/\s+/g, '-')}`;
}

/** Short-lived processes between an agent and its hook. */
const SHORT_LIVED = /^-?(sh|bash|dash|zsh|fish|ksh|ash|busybox|env|timeout|nice|nohup)$/;

/**
 * The agent that started us: the nearest recognised agent, else the nearest long-lived process. undefined = none.
 */
export function agentProcess(chain: readonly Ancestor[]): Ancestor | undefined {
  const known = agentAbove(chain)?.process;
  return known ?? chain.find(({ argv, pid }) => pid > 1 && !SHORT_LIVED.test(baseName(argv[0] ?? '')));
}

const SHELL = /^-?(sh|bash|dash|zsh|fish|ksh|ash|busybox)$/;

/**
 * The shell below a recognised agent that was started for the line that we are part of. undefined = not certain: a server or a
 * persistent shell of the agent runs many lines.
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
