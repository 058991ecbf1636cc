import { redactedInput } from '../calls/redacted-input.ts';
import type { Decision } from '../model/decision.ts';
import type { Redaction } from '../model/redaction.ts';
import type { Action, Json } from '../model/request.ts';
import { redactJson, redactText } from '../redact/redact.ts';
import { decisionJson } from '../text/decision-json.ts';
import type { GuardDecision } from './contract.ts';

/** What the decisions that were handed out mask: patterns of rules are no JSON. */
const redactions = new WeakMap<GuardDecision, Redaction>();

/** A decision as callers have it. */
export function toldDecision<More extends object>(
  decision: Decision,
  action: Action,
  more: More,
): GuardDecision & More {
  const { redaction } = decision;
  const told = { ...decisionJson(decision), redacted_input: redactedInput(action, redaction) ?? null, ...more };
  if (redaction !== undefined) redactions.set(told, redaction);
  return told;
}

/**
 * A copy with secrets and personal data masked, texts of nested lists and maps included; docs/redact.md says what is found.
 * `decision`: as it was handed out; what its rules name is masked too. Throws a TypeError where it is a copy, which
 * cannot say what that is.
 */
export function redact<Value>(value: Value, decision?: GuardDecision): Value {
  const redaction = decision && redactions.get(decision);
  if (decision?.redaction && redaction === undefined) {
    throw new TypeError('`decision` is a copy: hand over the decision as it came');
  }
  const options = { custom: redaction?.patterns ?? [] };
  if (typeof value === 'string') return redactText(value, options) as Value;
  return redactJson(value as Json, options) as Value;
}
