import type { Decision } from '../model/decision.ts';
import type { JudgedSentence, Judgement } from '../model/judge.ts';
import { isManner } from '../model/verdict.ts';

/**
 * What a judge is asked where rules leave a call to judgement. undefined = it is not what decides, or how it would run is
 * another rule's business.
 */
export function escalationOf({ verdict, decider, byDefault, trace }: Decision): JudgedSentence | undefined {
  if (verdict !== 'escalate') return undefined;
  const isChanged = trace.some((one) => one.end === 'matched' && (one.verdict === 'redirect' || isManner(one.verdict)));
  if (isChanged) return undefined;
  const why = decider?.rule.message ?? decider?.rule.name;
  const sentence = why ?? `No rule is about this call, and ${byDefault ?? 'the rules'} leaves such calls to judgement`;
  return { sentence, role: 'escalation' };
}

/** A judge may let it run, and never denies: everything else is for a person. */
export function clearedBy(judged: Judgement | undefined, decision: Decision): Decision {
  const asked = judged && escalationOf(decision);
  const said = asked && judged(asked);
  if (!said?.applies) return decision;
  const { decider: _, byDefault: __, ...rest } = decision;
  return { ...rest, verdict: 'allow', message: `The judge lets it run: ${said.reason}` };
}
