import { expect, test } from 'vitest';
import { type FailureAnswer, type FailureKind, failureOutcome } from '../../../src/decide/failure.ts';

// ai, human at a terminal, human without one
test.each<[FailureKind, FailureAnswer, FailureAnswer, FailureAnswer]>([
  ['guard-broken', 'refuse', 'warn-ask', 'warn-run'],
  ['node-killed', 'refuse', 'refuse-hint', 'refuse'],
  ['node-missing', 'refuse', 'warn-run', 'warn-run'],
  ['nobody-to-ask', 'refuse', 'refuse', 'refuse'],
  ['hook-payload', 'agent-refuse', 'agent-refuse', 'agent-refuse'],
  ['audit-unwritable', 'warn-run', 'warn-run', 'warn-run'],
  ['program-missing', 'not-found', 'not-found', 'not-found'],
])('%s', (kind, ai, terminal, none) => {
  expect([true, false].map((has) => failureOutcome(kind, 'ai', has))).toEqual([ai, ai]);
  expect(failureOutcome(kind, 'human', true)).toBe(terminal);
  expect(failureOutcome(kind, 'human', false)).toBe(none);
  const refusing = kind === 'guard-broken' ? 'refuse' : none;
  expect(failureOutcome(kind, 'human', false, true)).toBe(refusing);
  expect(failureOutcome(kind, 'human', true, true)).toBe(terminal);
});
