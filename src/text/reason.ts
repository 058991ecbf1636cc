import { askingMatches, type Decision } from '../model/decision.ts';
import type { Doubt } from '../model/invocation.ts';
import type { Proof } from '../model/proof.ts';
import { lossReasons } from './losses.ts';
import { fileReasons } from './source-location.ts';

/** What the shell itself refuses is understood well enough. */
export function unsureReason({ code, detail }: Doubt): string {
  return code === 'refused-syntax' ? detail : `Not understood: ${detail}`;
}

/** Why the guard does not simply run it, one sentence each; at least one. */
export function reasonOf(decision: Decision): readonly string[] {
  return [...ruleReasons(decision), ...fileReasons(decision), ...lossReasons(decision.losses)];
}

/** The same, with each other rule that asks: an approval covers all of them. */
export function reasonsToPerson(decision: Decision): readonly string[] {
  const others = new Map(askingMatches(decision).map(({ rule }) => [rule.id, rule]));
  others.delete(decision.decider?.rule.id ?? '');
  const also = [...others.values()].map(({ id, description, message }) => `Also \`${id}\`: ${description ?? message}`);
  return [...reasonOf(decision), ...also];
}

function ruleReasons({ message, decider, byDefault, unsure, proof }: Decision): readonly string[] {
  if (decider === undefined && unsure.length > 0) return unsure.map(unsureReason);
  if (byDefault !== undefined) return [`No rule is about this call, and \`${byDefault}\` then says so`];
  if (decider === undefined && proof !== undefined) return [agentReason(proof)];
  const reason = message ?? decider?.rule.description ?? 'A rule is about this command';
  return decider?.certainty === 'unknown' ? [reason, 'Not all of the command is known before it runs'] : [reason];
}

/** No rule of the guard asks: an agent does, in its own dialog. */
function agentReason(proof: Proof): string {
  const asks = 'The agent asks by itself';
  return proof.isProven ? asks : `${asks}; it is not proven harmless: ${proof.obstacle.why}`;
}
