import type { AgentIntegration } from './agent.ts';
import { claude } from './claude.ts';

/** Every agent that can be made to ask: the only list. */
export const AGENT_INTEGRATIONS: readonly AgentIntegration[] = [claude];
