import type { Owner } from '../../../trash/cans.ts';
import type { CliContext } from '../context.ts';
import { statusOf } from '../judge.ts';

export function ownerOf({ env }: CliContext): Owner {
  return { env, uid: process.getuid?.() ?? 0 };
}

/**
 * True, and said, where an agent asks for what the rules keep it from: what it may not do with rm or mv, it may not do by
 * way of the trash. People are not asked: nothing is lost.
 */
export async function refuseByRules(words: readonly string[], context: CliContext): Promise<boolean> {
  const { detectActor } = await import('../../../facts/actor.ts');
  if (detectActor({ env: context.env }).actor === 'human') return false;
  const { judge } = await import('../judge.ts');
  const { policyInForce } = await import('../../../policy/load.ts');
  const { policy } = policyInForce({ cwd: context.cwd, env: context.env });
  const decision = judge(words, { actor: 'ai' }, policy, context);
  if (statusOf(decision.verdict) === 0) return false;
  const { refusalLine } = await import('../../../text/refusal.ts');
  const cause = decision.verdict === 'deny' ? 'denied' : 'nobody-to-ask';
  context.err(refusalLine({ kind: 'refuse', cause }, decision).trimEnd());
  return true;
}
