import type { Agent } from './agent.ts';
import type { Payload } from './hook.ts';
import { AGENTS } from './index.ts';
import type { AgentSetup } from './setup.ts';
import { ofEvent } from './signs.ts';

/** By its name, its title or an alias, however it is written: `claude`, `Claude Code`, `claude_code`. */
export function agentNamed(name: string): Agent | undefined {
  const wanted = slug(name);
  return AGENTS.find((agent) => [agent.name, slug(agent.title), ...(agent.aliases ?? [])].includes(wanted));
}

function slug(text: string): string {
  return text.toLowerCase().replace(/[^a-z\d]+/g, '-');
}

/** An agent whose settings are ours to edit. */
export type InstallableAgent = Agent & { readonly setup: AgentSetup };

export const INSTALLABLE_AGENTS: readonly InstallableAgent[] = AGENTS.filter(isInstallable);

function isInstallable(agent: Agent): agent is InstallableAgent {
  return agent.setup !== undefined;
}

/**
 * The agent that a payload is from, by its shape alone. For commands that several agents share, and for agents that load
 * the hooks of another: variables are no help, most of them export the other's too. The shape that has no sign of its
 * own is Claude Code's: the others took it from there.
 */
export function recognise(payload: Payload): Agent | undefined {
  return AGENTS.find(({ hook }) => hook.isFrom?.(payload)) ?? (ofEvent('PreToolUse')(payload) ? AGENTS[0] : undefined);
}
