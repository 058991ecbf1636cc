import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appendAudit } from '../../../src/store/audit.ts';
import { auditFiles } from '../../../src/store/audit-read.ts';
import { provenNow } from '../../../src/store/audit-retention.ts';
import { sealAndTidy } from '../../../src/store/audit-seals.ts';
import { verifyAudit } from '../../../src/store/audit-verify.ts';
import { type Layout, layoutOf } from '../../../src/store/layout.ts';
import { START, sampleEntry } from '../../support/audit-records.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const KEEP = { keepDays: 10, maxBytes: Number.POSITIVE_INFINITY };

let root: string;
let layout: Layout;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'temporary-retention-'));
  layout = layoutOf({ HOME: root });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const day = (number: number) => START + number * DAY_MS;
const nameOf = (number: number) => `${new Date(day(number)).toISOString().slice(0, 10)}.jsonl`;
/** One record on each of these days, and what upkeep does on it. */
const live = (days: readonly number[], kept = KEEP) =>
  days.flatMap((number) => {
    appendAudit(layout, sampleEntry({ epochMs: day(number) }));
    return sealAndTidy(layout, kept, day(number))?.dropped ?? [];
  });
const upTo = (last: number) => Array.from({ length: last + 1 }, (_, number) => number);
const names = () => auditFiles(layout).map(({ name }) => name);
const problems = () => verifyAudit(layout).problems;

describe('a clock that goes on', () => {
  test('takes each day as it grows too old', () => {
    expect(live(upTo(14))).toEqual([0, 1, 2, 3].map(nameOf));
    expect(names()).toEqual(upTo(14).slice(4).map(nameOf));
    expect(problems()).toEqual([]);
  });

  test('takes the rest after a long pause, some each day, and keeps the last', () => {
    live(upTo(9));
    expect(live([200])).toEqual([]);
    expect(live([201])).toHaveLength(7);
    expect(live([201, 201])).toEqual([]);
    expect(live([202])).toHaveLength(3);
    expect(names()).toEqual([200, 201, 202].map(nameOf));
  });

  test('what is too large goes at once, but today', () => {
    live(upTo(9));
    expect(live([10], { ...KEEP, maxBytes: 1 })).toHaveLength(10);
    expect(names()).toEqual([nameOf(10)]);
    expect(problems()).toEqual([]);
  });
});

describe('a clock that is wrong', () => {
  test.each([
    ['for a moment, forward', [200]],
    ['for many records of an hour', [200, 200, 200]],
    ['by years', [4000]],
    ['back', [-200]],
    ['back, then forward', [-200, 200]],
  ])('%s takes nothing with it', (_name, wrong) => {
    live(upTo(9));
    expect(live(wrong)).toEqual([]);
    live([9, 10]);
    expect(names()).toEqual(expect.arrayContaining([9, 10, ...wrong].map(nameOf)));
    expect(problems()).toEqual([]);
  });

  test('for days takes few with it', () => {
    live(upTo(9));
    expect(live([200, 201])).toHaveLength(7);
    live([10, 11]);
    expect(names()).toEqual([7, 8, 9, 10, 11, 200, 201].map(nameOf));
    expect(problems()).toEqual([]);
  });

  test('what was recorded while it stood years back is as young as what was sealed before', () => {
    live(upTo(9));
    live([-5000]);
    expect(live([10, 11])).toEqual([nameOf(0)]);
    expect(names()).toContain(nameOf(-5000));
    expect(live([12, 13, 14, 15, 16, 17, 18, 19, 20])).toContain(nameOf(-5000));
  });

  test('a day that was removed may begin anew', () => {
    live(upTo(9), { ...KEEP, maxBytes: 1 });
    live([5, 5]);
    live([10]);
    expect(names()).toEqual([5, 9, 10].map(nameOf));
    expect(problems()).toEqual([]);
    rmSync(join(layout.state.audit, nameOf(5)));
    expect(problems()).toEqual([{ code: 'missing', file: nameOf(5), at: 0 }]);
  });
});

test.each([
  ['records of yesterday', [8, 9], 10, day(10)],
  ['of a day long ago, and of today', [0, 10], 10, Date.UTC(2026, 0, 31, 23, 59, 59, 999)],
  ['of today alone', [10], 10, 0],
  ['of days to come', [300], 10, 0],
  ['none', [], 10, 0],
])('%s prove that it is no later than', (_name, days, now, expected) => {
  for (const number of days) appendAudit(layout, sampleEntry({ epochMs: day(number) }));
  expect(provenNow(auditFiles(layout), day(now))).toBe(expected);
});
