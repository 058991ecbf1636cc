import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createHeldAnswers } from '../../../src/approvals/held-answers.ts';
import type { Question } from '../../../src/approvals/question.ts';
import { openInbox } from '../../../src/store/inbox.ts';
import { pendingOf } from '../../support/loopback.ts';

let folder: string;
let nowMs: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'temporary-held-'));
  nowMs = Date.now();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const YES = { answer: 'once', who: 'web' } as const;
const NO = { answer: 'no', who: 'cli' } as const;
const inbox = () => openInbox(folder, () => nowMs);
const holding = () => createHeldAnswers({ inbox: inbox(), now: () => nowMs });

/** Questions in the inbox that a process waits for so long; 0 = none waits. */
function asked(waitsMs: number, ...commands: readonly string[]): Question {
  const waiter = waitsMs === 0 ? {} : { waiter: { pid: process.pid, untilMs: nowMs + waitsMs } };
  const [first, ...others] = commands.map((what) => pendingOf(what, waiter));
  const requests = [first!, ...others] as const;
  for (const request of requests) inbox().put(request);
  return { key: requests[0].id, requests, waits: waitsMs > 0 };
}

const given = ({ requests }: Question) => requests.map((one) => inbox().take(one)?.answer);

test('an answer is handed on three seconds later, for all that was asked together', () => {
  const question = asked(60_000, 'frob 1', 'frob 2');
  const held = holding();
  expect(held.give(question, YES)).toBe('held');
  expect(held.give(question, NO)).toBe('before');
  nowMs += 2999;
  held.deliver();
  expect([held.list().length, ...given(question)]).toEqual([1, undefined, undefined]);
  nowMs += 1;
  held.deliver();
  expect([held.list().length, ...given(question)]).toEqual([0, 'once', 'once']);
});

test('what is taken back until then was never said', () => {
  const question = asked(60_000, 'frob');
  const held = holding();
  held.give(question, YES);
  expect([held.undo(question.key), held.undo(question.key)]).toEqual([true, false]);
  nowMs += 5000;
  held.deliver(true);
  expect(given(question)).toEqual([undefined]);
  expect(held.give(question, YES)).toBe('held');
});

test.each([
  [0, 'given'],
  [900, 'given'],
  [2500, 'held'],
])('where a process waits for %i ms more it is %s, and comes in time', (waitsMs, result) => {
  const question = asked(waitsMs, 'frob');
  const held = holding();
  expect(held.give(question, YES)).toBe(result);
  nowMs += Math.max(0, waitsMs - 1000);
  held.deliver();
  expect(given(question)).toEqual(['once']);
});

test('the end hands on what is held', () => {
  const question = asked(60_000, 'frob');
  const held = holding();
  held.give(question, YES);
  held.deliver(true);
  expect(given(question)).toEqual(['once']);
});

test('what was answered elsewhere meanwhile keeps that answer, be it fetched or not', () => {
  const [denied, fetched] = [asked(60_000, 'frob'), asked(60_000, 'other')];
  const held = holding();
  held.give(denied, YES);
  held.give(fetched, YES);
  inbox().answer(denied.requests[0], NO);
  inbox().answer(fetched.requests[0], YES);
  inbox().take(fetched.requests[0]);
  held.deliver(true);
  expect([...given(denied), ...given(fetched)]).toEqual(['no', undefined]);
});
