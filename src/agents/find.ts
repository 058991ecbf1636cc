import type { Agent, HookedAgent, InstallableAgent } from './agent.ts';
import { claude } from './claude.ts';
import type { Payload } from './hook.ts';
import { AGENTS } from './index.ts';
import { isEvent } from './payload-signs.ts';

export const HOOKED_AGENTS: readonly HookedAgent[] = AGENTS.filter(isHooked);

export const INSTALLABLE_AGENTS: readonly InstallableAgent[] = HOOKED_AGENTS.filter(isInstallable);

/** By name, title or alias, in any case and with any separator: `claude`, `Claude Code`, `claude_code`. */
export function agentNamed(name: string): HookedAgent | undefined {
  const wanted = slug(name);
  return HOOKED_AGENTS.find((agent) => [agent.name, slug(agent.title), ...(agent.aliases ?? [])].includes(wanted));
}

function slug(text: string): string {
  return text.toLowerCase().replace(/[^a-z\d]+/g, '-');
}

function isHooked(agent: Agent): agent is HookedAgent {
  return agent.hook !== undefined;
}

function isInstallable(agent: HookedAgent): agent is InstallableAgent {
  return agent.setup !== undefined;
}

/**
 * The agent that a payload is from, by its shape alone. For commands that several agents share, and for agents that load
 * the hooks of another: variables do not help, as most of these agents export the other's too. The shape without a sign
 * of its own is Claude Code's: the others copied it.
 */
export function recognise(payload: Payload): HookedAgent | undefined {
  const sender = HOOKED_AGENTS.find(({ hook }) => hook.isFrom?.(payload));
  return sender ?? (isEvent('PreToolUse')(payload) ? claude : undefined);
}
