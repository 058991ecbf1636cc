import type { Decision } from '../../model/decision.ts';
import type { Action, Json } from '../../model/request.ts';
import { redactJson } from '../../redact/redact.ts';

/** What a tool is handed, masked; undefined where no rule, nor a file's default, asks for that, or the tool runs a command. */
export function redactedInput(call: Action, { redaction }: Decision): Json | undefined {
  if (call.kind !== 'tool' || call.line !== undefined || !redaction?.input) return undefined;
  return redactJson(call.input, { custom: redaction.patterns });
}
