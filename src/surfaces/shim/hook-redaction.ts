import type { Decision } from '../../model/decision.ts';
import type { Policy, Rule, RuleIndex } from '../../model/policy.ts';
import { joinRedactions } from '../../model/redaction.ts';
import type { Request } from '../../model/request.ts';
import type { HandOver } from './hand-over.ts';

/**
 * A hook that put a line into safeshell-sh says by which rules it is masked: rules about a tool of another name see less here.
 * Whoever else says so masks more, never less.
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
