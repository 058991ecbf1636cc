import type { Environment } from '../model/request.ts';
import { type CachedPolicy, readCached } from '../store/policy-cache.ts';
import { type CompiledPolicy, compilePolicy } from './compile.ts';
import { type PolicySources, policySources } from './sources.ts';

/** What holds where no project has rules of its own: gates answer there alone. */
export interface Everywhere {
  readonly sources: PolicySources;
  /** see CompiledPolicy */
  readonly inForce: CachedPolicy | undefined;
}

interface JustCompiled extends Pick<CompiledPolicy, 'inForce'> {
  readonly sources: PolicySources;
}

/** `just`: what was compiled for some place a moment ago. Never throws. */
export function policyEverywhere(env: Environment, just?: JustCompiled): Everywhere {
  if (just?.sources.identity.scope === '') return just;
  const sources = policySources({ cwd: '/', env });
  const inForce = readCached(sources.layout, sources.identity) ?? compilePolicy(sources).inForce;
  return { sources, inForce };
}
