import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Agreement } from '../../../src/model/approval.ts';
import { createSessionApprovals } from '../../../src/settle/session-approvals.ts';

const root = mkdtempSync(join(tmpdir(), 'approvals-'));
afterAll(() => rmSync(root, { recursive: true }));
let count = 0;
const folder = () => join(root, `${count++}`);
const one = (id: string, ...grounds: readonly string[]): Agreement => ({ id, grounds });

test('nothing is approved where nobody said anything', () => {
  expect(createSessionApprovals(folder()).has(one('a'))).toBe(false);
});

test.each<[Agreement, boolean]>([
  [one('a', 'p/x', 'p/y'), true],
  [one('a', 'p/y'), true],
  [one('a'), true],
  [one('a', 'p/x', 'p/z'), false],
  [one('b', 'p/x'), false],
  [one('bc', 'p/x'), false],
  [one('a\n'), false],
  [one(''), false],
])('of an operation that was approved for some reasons, %j is covered: %s', (asked, is) => {
  const approvals = createSessionApprovals(folder());
  approvals.add(one('a', 'p/x', 'p/y'));
  approvals.add(one('bc'));
  expect(approvals.has(asked)).toBe(is);
});

test.each([
  'torn',
  '{"id":"torn","grounds":[]}',
  'x\n{"id":"torn","grounds":[]}',
  '{"id":"torn"}\n',
  '{"id":"torn","grounds":[1]}\n',
  '[{"id":"torn","grounds":[]}]\n',
])('a last line that is torn, and a line that is none of ours, approve nothing: %j', (text) => {
  const directory = folder();
  const approvals = createSessionApprovals(directory);
  approvals.add(one('whole'));
  appendFileSync(join(directory, 'approvals'), text);
  expect([approvals.has(one('torn')), approvals.has(one('whole'))]).toEqual([false, true]);
});
