import { isRecord } from '../util/guards.ts';
import type { DialogReply, HookOutput, Payload } from './hook.ts';
import { json } from './outputs.ts';

/** Claude Code's name for that event, which others copied. */
export const PERMISSION_REQUEST = 'PermissionRequest';

/** The event before a call, or the one about its dialog: `commonRequest` reads both alike. */
export function isDialogEvent({ hook_event_name: event }: Payload): boolean {
  return event === PERMISSION_REQUEST;
}

/** Has the tool been handed nothing but these? A field that is not known may ask for more than the line. */
export function isHandedOnly({ tool_input: input }: Payload, fields: readonly string[]): boolean {
  return isRecord(input) && Object.keys(input).every((field) => fields.includes(field));
}

/** Claude Code's format; Codex voids an answer with any other field. */
export function permissionAnswer(reply: DialogReply): HookOutput {
  const decision = reply.kind === 'allow' ? { behavior: 'allow' } : { behavior: 'deny', message: reply.reason };
  return json({ hookSpecificOutput: { hookEventName: PERMISSION_REQUEST, decision } });
}
