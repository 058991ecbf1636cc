import type { Owner } from '../../../trash/cans.ts';
import { agentJudge } from '../agent-judge.ts';
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
  const decision = (await agentJudge(context))?.(words);
  if (decision === undefined || statusOf(decision.verdict) === 0) return false;
  const { refusalLine } = await import('../../../text/refusal.ts');
  const cause = decision.verdict === 'deny' ? 'denied' : 'nobody-to-ask';
  context.err(refusalLine({ kind: 'refuse', cause }, decision).trimEnd());
  return true;
}
