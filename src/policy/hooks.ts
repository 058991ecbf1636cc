import { launchersIn, writeLaunchers } from '../install/hook-launchers.ts';
import type { Environment } from '../model/request.ts';
import { productRoot } from '../store/product.ts';
import { type Everywhere, policyEverywhere } from './everywhere.ts';
import { hookGateFor } from './gates.ts';

export interface HookRefresh {
  readonly env: Environment;
  /** agents to make a launcher for, beside those that have one */
  readonly add?: readonly string[];
  /** absent = found out */
  readonly everywhere?: Everywhere;
}

/**
 * Brings the launchers of hooks in line with the policy that holds everywhere: in a project with rules of its own no
 * gate answers. Returns the agents that have one. Throws what node:fs throws.
 */
export function refreshHooks({ env, add = [], everywhere = policyEverywhere(env) }: HookRefresh): readonly string[] {
  const startedMs = Date.now();
  const { layout, watched } = everywhere.sources;
  if (add.length === 0 && launchersIn(layout.data.hooks).length === 0) return [];
  return writeLaunchers({
    env,
    hooks: layout.data.hooks,
    shims: layout.data.shims,
    product: productRoot(),
    add,
    gate: hookGateFor(everywhere),
    sources: watched,
    startedMs,
  });
}
