import type { Environment } from '../model/request.ts';
import { compilePolicy } from '../policy/compile.ts';
import { recordSettings } from '../policy/record-settings.ts';
import { type PolicySources, policySources } from '../policy/sources.ts';
import { type CachedPolicy, readCached } from '../store/policy-cache.ts';
import { once } from '../util/once.ts';

/** What holds where no project has rules of its own: gates answer for that. */
export interface BasePolicy {
  readonly sources: PolicySources;
  /** see CompiledPolicy; read, or compiled, when it is first asked for */
  readonly inForce: () => CachedPolicy | undefined;
  /** the settings say that every call is recorded: no gate may answer */
  readonly recordsAll: boolean;
}

type JustCompiled = Pick<BasePolicy, 'sources' | 'inForce'>;

/** `just`: what was compiled for some place a moment ago. Never throws. */
export function loadBasePolicy(env: Environment, just?: JustCompiled): BasePolicy {
  const recordsAll = recordSettings(env).everything;
  if (just?.sources.identity.scope === '') return { ...just, recordsAll };
  const sources = policySources({ cwd: '/', env });
  const inForce = once(() => readCached(sources.layout, sources.identity) ?? compilePolicy(sources).inForce);
  return { sources, inForce, recordsAll };
}
