import type { Payload } from './hook.ts';

/** Has the payload all of these fields? */
export function hasFields(...fields: readonly string[]): (payload: Payload) => boolean {
  return (payload) => fields.every((field) => payload[field] !== undefined);
}

/** Is it this event, by the field name that most agents use? */
export function isEvent(name: string): (payload: Payload) => boolean {
  return ({ hook_event_name: event }) => event === name;
}
