import type { Decision } from '../../model/decision.ts';
import type { Policy, Rule, RuleIndex } from '../../model/policy.ts';
import { joinRedactions } from '../../model/redaction.ts';
import type { Request } from '../../model/request.ts';
import type { HandOver } from './hand-over.ts';

/**
 * Adds the redaction that a hook asked for when it put the line into safeshell-sh: rules about a tool of another name do not match
 * here. Anyone who sets the variable can only add to what is masked.
 */
export function withHookRedaction(
  decision: Decision,
  { redactedBy: by }: HandOver,
  { request: { action }, policy }: { readonly request: Request; readonly policy: Policy | RuleIndex },
): Decision {
  if (by === undefined || action.kind !== 'argv' || !action.isShell) return decision;
  const patterns = rulesAboutCalls(policy).flatMap(({ id, redact }) =>
    by.includes(id) ? (redact?.patterns ?? []) : [],
  );
  const redaction = joinRedactions([decision.redaction, { by, input: false, patterns }]);
  return redaction === undefined ? decision : { ...decision, redaction };
}

function rulesAboutCalls(policy: Policy | RuleIndex): readonly Rule[] {
  return 'calls' in policy ? policy.calls().map(({ rule }) => rule) : policy.modules.flatMap(({ rules }) => rules);
}
