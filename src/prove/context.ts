import type { CompiledClassifier } from '../classify/settings.ts';
import type { Subject } from '../conditions/subject.ts';
import type { Grammar } from '../grammar/grammar.ts';
import type { Facts } from '../model/facts.ts';
import type { Analysis, Invocation } from '../model/invocation.ts';
import type { Tier } from '../model/policy.ts';
import type { AutoApprove } from '../model/proof.ts';

export interface ProofContext {
  readonly facts: Facts;
  /** where the request was made, absolute */
  readonly cwd: string;
  readonly level: Exclude<AutoApprove, 'off'>;
  /** what the owner says of paths; absent = what is shipped is not known either, and no path is proven */
  readonly classifier?: (() => CompiledClassifier) | undefined;
  /** of a rule file by its name */
  readonly tierOf: (module: string) => Tier | undefined;
}

/** One start, as the parts of this room see it. */
export interface ProofStart {
  readonly analysis: Analysis;
  readonly index: number;
  readonly invocation: Invocation;
  readonly program: string;
  readonly subject: Subject;
  readonly grammar: Grammar;
  readonly context: ProofContext;
}

/** What it starts was found, as a start of its own. */
export function startsOther({ analysis, index }: Pick<ProofStart, 'analysis' | 'index'>): boolean {
  return analysis.invocations.some(({ via }) => via.some(({ invocation }) => invocation === index));
}
