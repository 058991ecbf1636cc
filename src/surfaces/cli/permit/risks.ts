import { hostFacts } from '../../../facts/host.ts';
import { permitRisk } from '../../../host/permit-risk.ts';
import type { PermitRisk } from '../../../model/permits.ts';
import { policyInForce } from '../../../policy/load.ts';
import { settingsInForce } from '../../../policy/settings.ts';
import { layoutOf } from '../../../store/layout.ts';
import type { CliContext } from '../context.ts';

export interface RiskyPath {
  /** absolute */
  readonly path: string;
  readonly risk: PermitRisk;
}

/** Those of the paths that nobody is offered to permit, by the rules in force in this folder. */
export function riskyPaths(paths: readonly string[], { env, cwd }: CliContext): readonly RiskyPath[] {
  const facts = hostFacts({ env, cwd });
  const { policy } = policyInForce({ cwd, env });
  const world = { policy, facts, classifier: () => settingsInForce(layoutOf(env)).classifier };
  return paths.flatMap((path) => {
    const risk = permitRisk(path, world, cwd);
    return risk === undefined ? [] : [{ path, risk }];
  });
}
