import { lstatSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  covers,
  type GivenAnswer,
  MAX_MINUTES,
  type PendingRequest,
  type SessionAgreement,
  type StoredAnswer,
} from '../model/approval.ts';
import type { Answer } from '../model/outcome.ts';
import { isRecord, isString, isStrings } from '../util/guards.ts';
import { createFileAtomic, nameBeside, removeIf, writeFileAtomic } from './atomic-file.ts';
import { makeFolder } from './folders.ts';
import { VERSIONS } from './layout.ts';
import { readOwnJson } from './small-file.ts';
import { isWaiting } from './watchers.ts';

export type { PendingRequest };

export interface InboxEntry {
  readonly request: PendingRequest;
  /** it covers the request; absent = open */
  readonly answer?: StoredAnswer;
}

export interface Inbox {
  /** Adds it, or renews what is there. Throws what node:fs throws. */
  put(request: PendingRequest): void;
  /** Takes it out, with its answer. Never throws. */
  remove(id: string): void;
  /** undefined = there is none of that id, or it is too old. Never throws. */
  find(id: string): PendingRequest | undefined;
  /** Oldest first; files that are none of ours are passed over, old ones removed. Never throws. */
  list(): readonly InboxEntry[];
  /**
   * `asked`: what the person has seen. The first answer counts; a yes may still follow a no, and a no ends a yes for some minutes.
   * false = it was answered already. Throws what node:fs throws.
   */
  answer(asked: SessionAgreement, given: GivenAnswer): boolean;
  /**
   * The answer that covers this. A yes is used up by whoever takes it first, and the question with it; one for some minutes stays
   * for as long, and a no, so that a rerun is not asked about again. undefined = none, or none that still counts. Never throws.
   */
  take(asked: SessionAgreement): StoredAnswer | undefined;
  /**
   * Takes back the answer that was given at that moment; the question is open again. false = it was fetched meanwhile, or is
   * another one now. What a waiting process was told of a no stays told. Never throws.
   */
  withdraw(id: string, atMs: number): boolean;
}

/** How long a question that nobody waits for any more may be answered, and a no holds. */
export const KEEP_MS = 60 * 60_000;
/** How long an answer that says no time waits for the rerun. */
export const ANSWER_MS = 10 * 60_000;

const ID = /^[\da-f]{64}$/;

/** One file for each question, `ID.request`, and one for its answer, `ID.answer`. Each appears whole, or not at all. */
export function openInbox(folder: string, now: () => number = Date.now): Inbox {
  const requestOf = (id: string) => join(folder, `${id}.request`);
  const answerOf = (id: string) => join(folder, `${id}.answer`);
  const remove = (id: string) => {
    for (const path of [requestOf(id), answerOf(id)]) rmSync(path, { recursive: true, force: true });
  };
  // a time to come is none of ours: it would never be too old
  const isWithin = (atMs: number, ms: number) => Math.abs(now() - atMs) < ms;
  const readRequest = (id: string, answer?: StoredAnswer) => {
    const value = readOwnJson(requestOf(id));
    if (!isRequest(value) || value.id !== id) return undefined;
    if (answer?.answer !== 'minutes' && !isWithin(value.askedMs, KEEP_MS)) return undefined;
    return value.dialog === true && !isWaiting(value) ? undefined : value;
  };
  const readAnswer = (id: string, path = answerOf(id)) => {
    const value = readOwnJson(path);
    if (!isAnswer(value) || value.id !== id) return undefined;
    return isWithin(value.atMs, lifeMs(value)) ? value : undefined;
  };
  return {
    put(request) {
      const text = JSON.stringify({ version: VERSIONS.inbox, ...request });
      writeFileAtomic(requestOf(request.id), text, { durable: false }); // who asked is gone then, too
    },
    remove: (id) => quietly(() => remove(id)),
    find: (id) => readRequest(id),
    list() {
      quietly(() => removeLeftovers(folder, now()));
      const entries = idsIn(folder).flatMap((id): InboxEntry[] => {
        const answer = readAnswer(id);
        const request = readRequest(id, answer);
        if (request !== undefined) return [answer && covers(answer, request) ? { request, answer } : { request }];
        if (answer === undefined) quietly(() => remove(id));
        return [];
      });
      return entries.sort((a, b) => a.request.askedMs - b.request.askedMs);
    },
    answer(asked, given) {
      const { id, grounds, session } = asked;
      const path = answerOf(id);
      const forSession = given.answer === 'session' && { session };
      const text = JSON.stringify({ version: VERSIONS.inbox, id, atMs: now(), ...given, grounds, ...forSession });
      if (appears(path, text)) return true;
      const mayGo = (before: StoredAnswer | undefined) =>
        before === undefined || !covers(before, asked) || isOverruled(before.answer, given.answer);
      if (!mayGo(readAnswer(id))) return false;
      removeIf(path, (aside) => mayGo(readAnswer(id, aside)));
      return appears(path, text);
    },
    take(asked) {
      const { id } = asked;
      const answer = readAnswer(id);
      if (answer === undefined || !covers(answer, asked)) return undefined;
      if (answer.answer === 'no' || answer.answer === 'minutes') return answer;
      const taken = nameBeside(answerOf(id), 'taken');
      try {
        renameSync(answerOf(id), taken);
      } catch {
        return undefined; // somebody else was first
      }
      const mine = readAnswer(id, taken);
      quietly(() => rmSync(taken, { force: true }));
      quietly(() => rmSync(requestOf(id), { force: true }));
      return mine !== undefined && covers(mine, asked) ? mine : undefined;
    },
    withdraw: (id, atMs) => removeIf(answerOf(id), (aside) => readAnswer(id, aside)?.atMs === atMs),
  };
}

/** Of two answers the first counts, but a person may think again about one that stays. */
function isOverruled(before: Answer, next: Answer): boolean {
  return (before === 'no' && next !== 'no') || (before === 'minutes' && next === 'no');
}

/** How long an answer counts. */
export function lifeMs({ answer, atMs, untilMs = atMs }: StoredAnswer): number {
  if (answer === 'minutes') return untilMs - atMs;
  return answer === 'no' ? KEEP_MS : ANSWER_MS;
}

function appears(path: string, content: string): boolean {
  makeFolder(dirname(path));
  return createFileAtomic(path, content);
}

function idsIn(folder: string): readonly string[] {
  try {
    const names = readdirSync(folder).map((name) => name.replace(/\.(request|answer)$/, ''));
    return [...new Set(names)].filter((id) => ID.test(id));
  } catch {
    return [];
  }
}

/** What processes left that were killed in the midst of it. */
const LEFTOVER = /\.(new|taken|old)$|^\d+\.watcher$/;

function removeLeftovers(folder: string, nowMs: number): void {
  for (const name of readdirSync(folder).filter((one) => LEFTOVER.test(one))) {
    const path = join(folder, name);
    const changedMs = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? nowMs;
    if (nowMs - changedMs > KEEP_MS) rmSync(path, { recursive: true, force: true });
  }
}

function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // what cannot be removed is too old to count
  }
}

const DOORS: readonly unknown[] = [
  'shim',
  'hook',
  'shell',
  'line',
  'mcp',
  'wall',
] satisfies readonly PendingRequest['door'][];
const ANSWERS: readonly unknown[] = ['once', 'minutes', 'session', 'always', 'no'] satisfies readonly Answer[];

function isAnswer(value: unknown): value is StoredAnswer {
  return (
    isRecord(value) &&
    value.version === VERSIONS.inbox &&
    isString(value.id) &&
    ANSWERS.includes(value.answer) &&
    isString(value.who) &&
    Number.isFinite(value.atMs) &&
    isStrings(value.grounds) &&
    (value.answer === 'session' ? isString(value.session) : value.session === undefined) &&
    (value.answer === 'minutes' ? isInTime(value) : value.untilMs === undefined) &&
    isOptional(value.reason)
  );
}

/** No door offers a longer time. */
function isInTime({ atMs, untilMs }: Readonly<Record<string, unknown>>): boolean {
  return Number.isFinite(untilMs) && Number(untilMs) - Number(atMs) <= MAX_MINUTES * 60_000;
}

function isRequest(value: unknown): value is PendingRequest {
  return (
    isRecord(value) &&
    value.version === VERSIONS.inbox &&
    [value.id, value.session, value.cwd, value.what, value.burst, value.explain].every(isString) &&
    Number.isFinite(value.askedMs) &&
    (value.actor === 'ai' || value.actor === 'human') &&
    DOORS.includes(value.door) &&
    [value.asking, value.how, value.runs, value.rule, value.severity, value.help].every(isOptional) &&
    [value.reasons, value.grounds].every(isStrings) &&
    (value.dialog === undefined || value.dialog === true) &&
    (value.waiter === undefined || isWaiter(value.waiter)) &&
    (value.always === undefined || isAlways(value.always))
  );
}

function isWaiter(value: unknown): boolean {
  return isRecord(value) && Number.isInteger(value.pid) && Number(value.pid) > 0 && Number.isFinite(value.untilMs);
}

function isAlways(value: unknown): boolean {
  return isRecord(value) && isString(value.file) && isStrings(value.items);
}

function isOptional(value: unknown): boolean {
  return value === undefined || isString(value);
}
