import type { SessionChange, SessionNames } from '../model/session.ts';
import { newSession, SESSION_LISTS, type Session } from '../model/session.ts';
import { VERDICTS } from '../model/verdict.ts';
import { isRecord, isString, isStrings } from '../util/guards.ts';

const VERDICT_WORDS: readonly string[] = VERDICTS;

const PARTS: readonly (keyof SessionChange)[] = ['reset', 'event', 'attributes', 'add', 'remove', 'pendingPlan'];

/** One line of a session's file. */
export function isSessionChange(value: unknown): value is SessionChange {
  if (!isRecord(value) || !PARTS.some((part) => Object.hasOwn(value, part))) return false;
  const { reset, event, attributes, add, remove, pendingPlan } = value;
  return (
    (reset === undefined || reset === true) &&
    (event === undefined || isEvent(event)) &&
    (attributes === undefined || isRecord(attributes)) &&
    [add, remove].every((names) => names === undefined || isNames(names)) &&
    (pendingPlan === undefined || pendingPlan === null || isPlan(pendingPlan))
  );
}

/** The whole of a session at one moment. */
export function isSession(value: unknown): value is Session {
  if (!isRecord(value) || Object.keys(newSession('')).some((key) => value[key] === undefined)) return false;
  const { id, attributes, events, counts, pendingPlan } = value;
  return (
    isString(id) &&
    isRecord(attributes) &&
    Array.isArray(events) &&
    events.every(isEvent) &&
    isRecord(counts) &&
    isCount(counts.total) &&
    isRecord(counts.tools) &&
    Object.values(counts.tools).every(isCount) &&
    SESSION_LISTS.every((list) => isStrings(value[list])) &&
    (pendingPlan === undefined || isPlan(pendingPlan))
  );
}

function isNames(value: unknown): value is SessionNames {
  return isRecord(value) && SESSION_LISTS.every((list) => value[list] === undefined || isStrings(value[list]));
}

function isEvent(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { tools, programs, verdict, ran, epochMs, rules, deletes } = value;
  if (!(rules === undefined || isStrings(rules)) || !(deletes === undefined || deletes === true)) return false;
  const isVerdict = isString(verdict) && VERDICT_WORDS.includes(verdict);
  return isStrings(tools) && isStrings(programs) && isVerdict && typeof ran === 'boolean' && Number.isFinite(epochMs);
}

function isPlan(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every(
      (step) =>
        isRecord(step) &&
        isString(step.signature) &&
        isStrings(step.credentials) &&
        (step.starts === undefined || isStrings(step.starts)) &&
        (step.what === undefined || isString(step.what)),
    )
  );
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
