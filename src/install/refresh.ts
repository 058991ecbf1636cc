import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Policy } from '../model/policy.ts';
import { productRoot } from '../store/product.ts';
import type { AgentNames } from './shim-template.ts';
import { generateShims, type ShimLayout, type ShimReport } from './shims.ts';

export interface Refresh {
  readonly layout: ShimLayout;
  readonly policy: Policy;
  /** what the policy was read from: files and directories, there or not */
  readonly sources: readonly string[];
  readonly agents: AgentNames;
  /** PATH of the person */
  readonly path: string;
  /** when the reading of the rule files began */
  readonly startedMs: number;
  /** folder of `shims/` and `dist/`; absent = this product's */
  readonly product?: string;
}

/** Brings the shim directory in line with a policy that was just compiled. Throws what generateShims throws. */
export function refreshShims(refresh: Refresh): ShimReport {
  const { layout, policy, sources, agents, path, startedMs, product = productRoot() } = refresh;
  return generateShims({
    layout,
    commands: indexedCommands(policy),
    sources,
    path,
    agents,
    startedMs,
    template: readFileSync(join(product, 'shims', 'shim.sh'), 'utf8'),
    node: process.execPath,
    main: join(product, 'dist', 'shim.cjs'),
  });
}

/** Every program that a rule names. */
export function indexedCommands(policy: Policy): readonly string[] {
  return [...new Set(policy.modules.flatMap(({ rules }) => rules.flatMap(({ commands = [] }) => commands)))];
}
