import type { Policy, RuleIndex } from '../model/policy.ts';
import { lastGoodPolicy, openCached } from '../store/policy-cache.ts';
import type { CompiledPolicy } from './compile.ts';
import type { PolicySources } from './sources.ts';

export interface PolicyForCall {
  readonly policy: Policy | RuleIndex;
  /** what is wrong with the sources, or with what compiles them; `policy` is then the last one without errors */
  readonly problems?: string | undefined;
}

/**
 * What counts for one call, compiled only where it is not in the cache. Whatever fails, a good policy that can be read
 * counts. Throws where there is none.
 */
export function policyForCall(
  sources: PolicySources,
  compile: (sources: PolicySources) => CompiledPolicy,
): PolicyForCall {
  const cached = openCached(sources.layout, sources.identity);
  if (cached !== undefined) return { policy: cached, problems: cached.header.problems };
  let problem: string;
  try {
    const { inForce, problems } = compile(sources);
    if (inForce !== undefined) return inForce;
    problem = `there is no valid policy: ${problems.length} problems in the rule files`;
  } catch (error) {
    problem = `the rules cannot be compiled: ${error instanceof Error ? error.message : String(error)}`;
  }
  const { layout, identity } = sources;
  const policy = lastGoodPolicy(layout, identity.scope) ?? lastGoodPolicy(layout, '');
  if (policy === undefined) throw new Error(problem);
  return { policy, problems: problem };
}
