import type { Decision, RuleTrace } from '../model/decision.ts';
import type { Request } from '../model/request.ts';
import { sha256 } from '../store/sha256.ts';
import { whatRuns } from '../util/what-runs.ts';

/** The matches that ask a person; each of them has to be content before the request may run. */
export function askingMatches(decision: Pick<Decision, 'trace'>): readonly RuleTrace[] {
  return decision.trace.filter(
    ({ end, verdict }) => end === 'matched' && (verdict === 'require_approval' || verdict === 'escalate'),
  );
}

/**
 * Names exactly the operation that a person agreed to: the words, where, by whom, and which rules asked. Anything
 * else, even one more rule, is another question. Hex, 64 characters.
 */
export function operationSignature(request: Request, decision: Decision): string {
  const rules = [...new Set(askingMatches(decision).map(({ rule }) => rule.id))].sort();
  const unsure = decision.unsure.map(({ code, detail }) => [code, detail]);
  const parts = [
    whatRuns(request.action),
    request.cwd,
    request.actor,
    rules,
    unsure,
    decision.replacement?.argv ?? null,
  ];
  return sha256(JSON.stringify(parts));
}

/** The same operation as part of one session, by which people answer: hex, 64 characters. */
export function requestId(signature: string, session: string): string {
  return sha256(JSON.stringify([signature, session]));
}
