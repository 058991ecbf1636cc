import { detectActor } from '../../facts/actor.ts';
import type { Decision } from '../../model/decision.ts';
import type { CliContext } from './context.ts';

/** What the rules in force say where an agent calls a command of ours; undefined = a person does. Loads the rules only for agents. */
export async function agentJudge(context: CliContext): Promise<((words: readonly string[]) => Decision) | undefined> {
  if (detectActor({ env: context.env }).actor === 'human') return undefined;
  const { judge } = await import('./judge.ts');
  const { policyInForce } = await import('../../policy/load.ts');
  const { policy } = policyInForce({ cwd: context.cwd, env: context.env });
  return (words) => judge(words, { actor: 'ai' }, policy, context);
}
