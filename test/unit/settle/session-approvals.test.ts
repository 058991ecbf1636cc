import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createSessionApprovals } from '../../../src/settle/session-approvals.ts';

const root = mkdtempSync(join(tmpdir(), 'approvals-'));
afterAll(() => rmSync(root, { recursive: true }));
let count = 0;
const folder = () => join(root, `${count++}`);

const MINUTE = 60_000;

test('nothing is approved where nobody said anything', () => {
  expect(createSessionApprovals(folder()).has('a')).toBe(false);
});

test('exactly what was approved is', () => {
  const approvals = createSessionApprovals(folder());
  approvals.add('a');
  approvals.add('bc');
  expect(['a', 'bc', 'b', 'c', 'a\nbc', '', 'abc'].filter((one) => approvals.has(one))).toEqual(['a', 'bc']);
});

test('no longer than was said', () => {
  const approvals = createSessionApprovals(folder());
  approvals.add('over', Date.now() - 1);
  approvals.add('soon', Date.now() + MINUTE);
  expect(['over', 'soon'].filter((one) => approvals.has(one))).toEqual(['soon']);
  approvals.add('over');
  expect(approvals.has('over')).toBe(true);
});

test.each(['torn', `torn ${Date.now() + MINUTE}`, 'x\ntorn', '\n\ntorn'])(
  'a last line that is torn is none: %j',
  (text) => {
    const directory = folder();
    const approvals = createSessionApprovals(directory);
    approvals.add('whole');
    appendFileSync(join(directory, 'approvals'), text);
    expect(approvals.has('torn')).toBe(false);
    expect(approvals.has('whole')).toBe(true);
  },
);

test.each(['torn soon', 'torn -1', 'torn 0'])('an end that is none approves nothing: %s', (line) => {
  const directory = folder();
  const approvals = createSessionApprovals(directory);
  approvals.add('whole');
  appendFileSync(join(directory, 'approvals'), `${line}\n`);
  expect(approvals.has('torn')).toBe(false);
});

test('a time is written in whole milliseconds', () => {
  const directory = folder();
  createSessionApprovals(directory).add('a', 12.7);
  expect(readFileSync(join(directory, 'approvals'), 'utf8')).toBe('a 12\n');
});
