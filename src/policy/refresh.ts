import { agentNames } from '../facts/agent-names.ts';
import { refreshShims } from '../install/refresh.ts';
import type { ShimReport } from '../install/shims.ts';
import type { Module, Policy } from '../model/policy.ts';
import type { Layout } from '../store/layout.ts';
import { lastGoodPolicies } from '../store/policy-cache.ts';
import { type CompiledPolicy, compilePolicy } from './compile.ts';
import { policyEverywhere } from './everywhere.ts';
import { gatesFor } from './gates.ts';
import { refreshHooks } from './hooks.ts';
import { type PolicyPlace, policySources } from './sources.ts';

export interface Refreshed extends CompiledPolicy {
  readonly shims: ShimReport;
}

/** Compiles the policy of one place and brings the shims in line with it. Throws where the shims cannot be written. */
export function refresh(place: PolicyPlace): Refreshed {
  const startedMs = Date.now();
  const sources = policySources(place);
  const compiled = compilePolicy(sources);
  const { modules } = compiled.inForce?.policy ?? compiled.policy;
  const policy: Policy = { modules: [...modules, ...modulesOfProjects(sources.layout)] };
  const everywhere = policyEverywhere(place.env, { ...compiled, sources });
  const gates = gatesFor(everywhere, { fresh: true });
  const shims = refreshShims({
    env: place.env,
    policy,
    gates,
    sources: sources.watched,
    agents: agentNames(),
    startedMs,
  });
  refreshHooks({ env: place.env, everywhere });
  return { ...compiled, shims };
}

/** There is one shim directory for all projects: a program that only one of them names needs its shim too. */
function modulesOfProjects(layout: Layout): readonly Module[] {
  return lastGoodPolicies(layout).flatMap(({ modules }) => modules.filter(({ tier }) => tier === 'project'));
}
