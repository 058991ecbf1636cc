import { createNarrower } from '../../../policy/narrow.ts';
import { type Advice, adviceOf, type NoisyRule } from '../../../report/advice.ts';
import type { CliContext } from '../context.ts';

/** What a person may do about the noisy rules that are still in force. */
export function adviceFor(noisy: readonly NoisyRule[], { cwd, env }: CliContext): readonly Advice[] {
  if (noisy.length === 0) return [];
  const narrower = createNarrower({ cwd, env });
  return noisy.filter(({ rule }) => narrower.find(rule)).map((one) => adviceOf(one, narrower.narrow(one)));
}
