import { join } from 'node:path';
import { lastingNode } from '../install/lasting-node.ts';
import { nodeOptions, nodeOptionsFolder } from '../install/node-options.ts';
import { writeWrapper } from '../install/shell-wrapper.ts';
import type { AgentNames } from '../install/shim-template.ts';
import { shimText } from '../install/shim-text.ts';
import { generateShims, type ShimPlan, type ShimReport, shimLayout } from '../install/shims.ts';
import type { Environment } from '../model/request.ts';
import { basesOf } from '../store/layout.ts';
import { productRoot } from '../store/product.ts';

export interface Refresh {
  /** the person's: says where our files are, and PATH */
  readonly env: Environment;
  /** every program that a rule names, by its base name or a path */
  readonly commands: readonly string[];
  /** what the policy was read from: files and directories, there or not */
  readonly sources: readonly string[];
  readonly agents: AgentNames;
  /** when the reading of the rule files began */
  readonly startedMs: number;
  /** see ShimPlan */
  readonly gates?: NonNullable<ShimPlan['gates']>;
  readonly projects?: string;
  readonly onlyAdd?: boolean;
  /** folder of `shims/` and `dist/`; absent = this product's */
  readonly product?: string;
}

/** Brings the shim directory in line with a policy that was just compiled. Throws what generateShims throws. */
export function refreshShims({ env, product = productRoot(), ...rest }: Refresh): ShimReport {
  const layout = shimLayout(env);
  const node = lastingNode();
  const started = {
    node,
    nodeOptions: nodeOptions(node, nodeOptionsFolder(layout.shims)),
    main: join(product, 'dist', 'shim.cjs'),
  };
  const report = generateShims({
    ...rest,
    ...started,
    layout,
    bases: basesOf(env),
    path: env.PATH ?? '',
    template: shimText(product, 'shim.sh'),
  });
  if (!rest.onlyAdd) writeWrapper({ env, shims: layout.shims, product, agents: rest.agents, ...started });
  return report;
}
