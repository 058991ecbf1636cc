import type { CompiledClassifier } from '../classify/settings.ts';
import type { Facts } from '../model/facts.ts';
import type { Tier } from '../model/policy.ts';
import type { ProofLevel } from '../model/proof.ts';

export interface ProofInput {
  readonly facts: Facts;
  /** where the request was made, absolute */
  readonly cwd: string;
  readonly level: ProofLevel;
  /** what the owner says of paths; absent = what is shipped is not known either, and no path is proven */
  readonly classifier?: (() => CompiledClassifier) | undefined;
  /** of a rule file by its name */
  readonly tierOf: (module: string) => Tier | undefined;
}
