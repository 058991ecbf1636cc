import type { Decision } from '../model/decision.ts';
import type { Facts } from '../model/facts.ts';
import type { AutoApprove, Proof } from '../model/proof.ts';

export interface ProofContext {
  readonly facts: Facts;
  /** where the request was made, absolute */
  readonly cwd: string;
  readonly level: Exclude<AutoApprove, 'off'>;
}

/** Shows that nobody need be asked about what was decided, or gives the first thing that is not shown. Pure; never throws. */
export function prove({ verdict }: Decision, _context: ProofContext): Proof {
  return { isProven: false, obstacle: { why: `it is not allowed but ${verdict}` } };
}
