import { agentNames } from '../facts/agent-names.ts';
import { compileGates } from '../gate/gate.ts';
import { refreshShims } from '../install/refresh.ts';
import type { ShimReport } from '../install/shims.ts';
import type { Module, Policy } from '../model/policy.ts';
import type { Environment } from '../model/request.ts';
import type { Layout } from '../store/layout.ts';
import { lastGoodPolicies } from '../store/policy-cache.ts';
import { type CompiledPolicy, compilePolicy } from './compile.ts';
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
  const gates = gatesFor(place.env);
  const shims = refreshShims({
    env: place.env,
    policy,
    gates,
    sources: sources.watched,
    agents: agentNames(),
    startedMs,
  });
  return { ...compiled, shims };
}

/**
 * Gates hold where no project has rules of its own, so they are made from what holds there: a trusted project may have
 * loosened a rule for itself. Files with errors are told at each command, so then there are none.
 */
export function gatesFor(env: Environment): (programs: readonly string[]) => Readonly<Record<string, string>> {
  const { inForce, problems } = compilePolicy(policySources({ cwd: '/', env }));
  const isSound = inForce !== undefined && problems.every(({ level }) => level !== 'error');
  return (programs) => (isSound ? compileGates(inForce.policy, programs) : {});
}

/** There is one shim directory for all projects: a program that only one of them names needs its shim too. */
function modulesOfProjects(layout: Layout): readonly Module[] {
  return lastGoodPolicies(layout).flatMap(({ modules }) => modules.filter(({ tier }) => tier === 'project'));
}
