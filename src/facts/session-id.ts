import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Environment } from '../model/request.ts';
import { agentSessionNow } from '../store/agent-sessions.ts';
import { type Box, boxOf } from '../store/box.ts';
import type { Layout } from '../store/layout.ts';
import type { AgentProcess } from './actor.ts';

export interface SessionOf {
  readonly pid: number;
  readonly box: Box | undefined;
}

const THIS_PROCESS: SessionOf = {
  pid: process.pid,
  get box() {
    return boxOf();
  },
};

/**
 * The session of a command: that of its box, else SAFESHELL_SESSION, else that of the agent above, else that of the terminal or job (pid
 * and start time of the session leader). `pid`: a process of the command
 */
export function sessionId(env: Environment, agent?: AgentProcess, { pid, box }: SessionOf = THIS_PROCESS): string {
  const said = box?.session || env.SAFESHELL_SESSION || agentSession(agent);
  return said || leaderFromProc(pid) || leaderFromPs(pid) || 'unknown';
}

/** The same, under the id that the agent last sent to its hook, which is the one that people know. */
export function calledSession(layout: Layout, env: Environment, agent?: AgentProcess): string {
  const own = sessionId(env, agent);
  return agentSessionNow(layout, own) ?? own;
}

/** One session for each process of an agent. */
function agentSession(agent: AgentProcess | undefined): string | undefined {
  return agent && `agent-${agent.pid}-${agent.started.replace(/\W+/g, '-')}`;
}

/** proc(5): session is field 6, starttime (clock ticks since boot) field 22. The leader may have exited. */
function leaderFromProc(pid: number): string | undefined {
  const leader = statFields(String(pid))?.[3];
  return leader === undefined ? undefined : `${leader}-${statFields(leader)?.[19] ?? 'gone'}`;
}

/** Fields after the name, from field 3 (state) on. */
function statFields(pid: string): readonly string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

/** Without /proc: `sess` is a number or an address, the same for the whole session. */
function leaderFromPs(pid: number): string | undefined {
  const ps = spawnSync('/bin/ps', ['-o', 'sess=,tty=', '-p', String(pid)], { encoding: 'utf8' });
  return ps.status === 0 ? ps.stdout.trim().replace(/\s+/g, '-') || undefined : undefined;
}
