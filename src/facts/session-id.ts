import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Environment } from '../model/request.ts';
import { agentSessionNow } from '../store/agent-sessions.ts';
import type { Layout } from '../store/layout.ts';
import type { AgentProcess } from './actor.ts';

/**
 * Whose session a command is part of: SAFESHELL_SESSION, else the agent's that it runs under, else the terminal's or job's: its
 * session leader's pid and the moment of its start.
 */
export function sessionId(env: Environment, agent?: AgentProcess): string {
  return env.SAFESHELL_SESSION || agentSession(agent) || leaderFromProc() || leaderFromPs() || 'unknown';
}

/** The same as the agent last called it, where one of its hooks was asked: the session that people mean. */
export function calledSession(layout: Layout, env: Environment, agent?: AgentProcess): string {
  const own = sessionId(env, agent);
  return agentSessionNow(layout, own) ?? own;
}

/** Of one agent process, whatever it calls its own sessions. */
function agentSession(agent: AgentProcess | undefined): string | undefined {
  return agent && `agent-${agent.pid}-${agent.started.replace(/\W+/g, '-')}`;
}

/** proc(5): session is field 6, starttime (clock ticks since boot) field 22. A leader that is gone leaves its pid. */
function leaderFromProc(): string | undefined {
  const leader = statFields('self')?.[3];
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

/** Where there is no /proc, `sess` is a number or an address, the same for all of a session. */
function leaderFromPs(): string | undefined {
  const ps = spawnSync('/bin/ps', ['-o', 'sess=,tty=', '-p', String(process.pid)], { encoding: 'utf8' });
  return ps.status === 0 ? ps.stdout.trim().replace(/\s+/g, '-') || undefined : undefined;
}
