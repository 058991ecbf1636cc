import type { Redaction } from '../model/redaction.ts';
import type { Action, JsonObject } from '../model/request.ts';
import { lineOf } from '../operation/tool-call.ts';
import { redactJson } from '../redact/redact.ts';

/**
 * What a tool is handed, masked; undefined where nothing asks for that, or the tool runs a command, whose words are never
 * changed.
 */
export function redactedInput(action: Action, redaction: Redaction | undefined): JsonObject | undefined {
  if (!redaction?.input || action.kind !== 'tool' || lineOf(action) !== undefined) return undefined;
  return redactJson(action.input, { custom: redaction.patterns }) as JsonObject;
}
