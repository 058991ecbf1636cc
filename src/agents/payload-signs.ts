import type { Payload } from './hook.ts';

/** It has all of these fields. */
export function hasFields(...fields: readonly string[]): (payload: Payload) => boolean {
  return (payload) => fields.every((field) => payload[field] !== undefined);
}

/** It is about this event, in the field that most agents have for it. */
export function isEvent(name: string): (payload: Payload) => boolean {
  return ({ hook_event_name: event }) => event === name;
}
