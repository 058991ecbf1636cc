import type { Environment } from '../../model/request.ts';

/** As it was before our launcher was started, which keeps Node's options from us. */
export function callersEnv({ SAFESHELL_NODE_OPTIONS: kept, ...env }: Environment): Environment {
  if (kept === undefined) return env;
  const { NODE_OPTIONS: _, ...others } = env;
  return kept.startsWith('=') ? { ...others, NODE_OPTIONS: kept.slice(1) } : others;
}
