import type { Environment } from '../model/request.ts';
import { type CachedPolicy, readCached } from '../store/policy-cache.ts';
import { once } from '../util/once.ts';
import { compilePolicy } from './compile.ts';
import { recordSettings } from './record-settings.ts';
import { type PolicySources, policySources } from './sources.ts';

/** What holds where no project has rules of its own: gates answer for that. */
export interface Everywhere {
  readonly sources: PolicySources;
  /** see CompiledPolicy; read, or compiled, when it is first asked for */
  readonly inForce: () => CachedPolicy | undefined;
  /** the settings say that every call is recorded: no gate may answer */
  readonly recordsAll: boolean;
}

type JustCompiled = Pick<Everywhere, 'sources' | 'inForce'>;

/** `just`: what was compiled for some place a moment ago. Never throws. */
export function policyEverywhere(env: Environment, just?: JustCompiled): Everywhere {
  const recordsAll = recordSettings(env).everything;
  if (just?.sources.identity.scope === '') return { ...just, recordsAll };
  const sources = policySources({ cwd: '/', env });
  const inForce = once(() => readCached(sources.layout, sources.identity) ?? compilePolicy(sources).inForce);
  return { sources, inForce, recordsAll };
}
