import type { KeptFor } from '../gate/losing.ts';
import type { Environment } from '../model/request.ts';
import type { UndoSettings } from '../model/undo.ts';
import { compilePolicy } from '../policy/compile.ts';
import { recordSettings } from '../policy/record-settings.ts';
import { saidSettings } from '../policy/said-settings.ts';
import { type PolicySources, policySources } from '../policy/sources.ts';
import { undoOf } from '../policy/undo-settings.ts';
import { layoutOf } from '../store/layout.ts';
import { type CachedPolicy, readCached } from '../store/policy-cache.ts';
import { once } from '../util/once.ts';

/** What holds where no project has rules of its own: gates answer for that. */
export interface BasePolicy {
  readonly sources: PolicySources;
  /** see CompiledPolicy; read, or compiled, when it is first asked for */
  readonly inForce: () => CachedPolicy | undefined;
  /** the settings say that every call is recorded: no gate may answer */
  readonly recordsAll: boolean;
  /** whose calls no gate may answer where they may destroy something */
  readonly keptFor: KeptFor;
}

type JustCompiled = Pick<BasePolicy, 'sources' | 'inForce'>;

/** `just`: what was compiled for some place a moment ago. Never throws. */
export function loadBasePolicy(env: Environment, just?: JustCompiled): BasePolicy {
  const said = {
    recordsAll: recordSettings(env).everything,
    keptFor: keptFor(undoOf(saidSettings(layoutOf(env)).map(({ undo }) => undo))),
  };
  if (just?.sources.identity.scope === '') return { ...just, ...said };
  const sources = policySources({ cwd: '/', env });
  const inForce = once(() => readCached(sources.layout, sources.identity) ?? compilePolicy(sources).inForce);
  return { sources, inForce, ...said };
}

/** What a person is asked about goes to Node as it is. */
export function keptFor({ mode, people }: UndoSettings): KeptFor {
  if (mode === 'off') return 'nobody';
  return people === 'all' ? 'everybody' : 'agents';
}
