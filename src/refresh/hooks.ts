import { existsSync, readdirSync } from 'node:fs';
import { agentNames } from '../facts/agent-names.ts';
import { OTHER } from '../gate/plan.ts';
import { gatedPrograms, type HookGates } from '../install/hook-gates.ts';
import { launchersIn, writeLaunchers } from '../install/hook-launchers.ts';
import { pathEntries } from '../install/programs.ts';
import type { Environment } from '../model/request.ts';
import { productRoot } from '../store/product.ts';
import { type BasePolicy, loadBasePolicy } from './base-policy.ts';
import { gatesFor, lineGateFor } from './gates.ts';
import { projectsOf } from './project-say.ts';

export interface HookRefresh {
  readonly env: Environment;
  /** agents to make a launcher for, beside those that have one */
  readonly add?: readonly string[];
  /** absent = found out */
  readonly basePolicy?: BasePolicy;
}

/**
 * Brings the launchers of hooks, and that of typed lines where there are shims, in line with the policy that holds
 * everywhere. What projects have beside it is kept apart: see keepSay. Returns the agents that have one. Throws what node:fs throws.
 */
export function refreshHooks({ env, add = [], basePolicy = loadBasePolicy(env) }: HookRefresh): readonly string[] {
  const startedMs = Date.now();
  const { layout, watched } = basePolicy.sources;
  const { hooks, shims } = layout.data;
  const lines = existsSync(shims) ? agentNames() : undefined;
  if (lines === undefined && add.length === 0 && launchersIn(hooks).length === 0) return [];
  const programs = [...programsIn(env.PATH ?? ''), ...gatedPrograms(hooks)];
  return writeLaunchers({
    env,
    hooks,
    shims,
    product: productRoot(),
    add,
    lines,
    gates: gatesOfHooks(basePolicy, programs),
    projects: projectsOf(basePolicy),
    sources: watched,
    startedMs,
  });
}

/** The gates of `programs`, the same as shims have; undefined = every payload goes to Node. */
function gatesOfHooks(basePolicy: BasePolicy, programs: Iterable<string>): HookGates | undefined {
  const plan = lineGateFor(basePolicy);
  if (plan === undefined) return undefined;
  const present = new Set([...programs, ...plan.builtins]);
  const wanted = plan.gated.filter((name) => present.has(name));
  const gates = gatesFor(basePolicy)([...wanted, OTHER]).byProgram;
  const own = wanted.flatMap((name) => (Object.hasOwn(gates, name) ? [[name, gates[name] as string] as const] : []));
  const { known, writers, project } = plan;
  return { own: Object.fromEntries(own), other: gates[OTHER], known, writers, project };
}

/** Names in the folders of a PATH. Gates of programs that are not there are not worth their making. */
function programsIn(path: string): readonly string[] {
  return pathEntries(path).flatMap((folder) => {
    try {
      return readdirSync(folder);
    } catch {
      return [];
    }
  });
}
