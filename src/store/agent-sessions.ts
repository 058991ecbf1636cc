import { join } from 'node:path';
import { readIfThere, writeFileAtomic } from './atomic-file.ts';
import { type Layout, sessionFolder } from './layout.ts';

/**
 * An agent tells its hooks what it calls its session; what it starts knows only the process that it runs under. `agent`: the
 * session id by that process. Throws what node:fs throws.
 */
export function keepAgentSession(layout: Layout, agent: string, session: string): void {
  if (agentSessionNow(layout, agent) !== session) writeFileAtomic(fileOf(layout, agent), session, { durable: false });
}

/** What the agent last called its session; undefined = none of its hooks was asked. */
export function agentSessionNow(layout: Layout, agent: string): string | undefined {
  return readIfThere(fileOf(layout, agent)) || undefined;
}

function fileOf(layout: Layout, agent: string): string {
  return join(sessionFolder(layout, agent), 'called');
}
