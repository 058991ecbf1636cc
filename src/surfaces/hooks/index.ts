import type { HookAgent } from './agent.ts';
import { claude } from './claude.ts';

/** Every agent that asks through a hook: the only list. */
export const HOOK_AGENTS: readonly HookAgent[] = [claude];
