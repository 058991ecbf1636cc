import { expect, test } from 'vitest';
import { parseCaseFile } from '../../../src/cases/case-file.ts';
import { runCases } from '../../../src/cases/run-cases.ts';

const GOOD = '{"id":"good","steps":[{"command":"ls"}],"expect":["allow"]}';
const MISSPELT = '{"id":"bad","steps":[{"comand":"ls"}],"expect":["allow"]}';

function summaryOf(text: string, file = 'a.jsonl') {
  const read = parseCaseFile(text, file);
  const { passed, failures } = runCases([read], { modules: [] });
  return { lines: read.problems.map(({ at }) => at.line), passed, failures };
}

test('a case that cannot be run fails, the others are run', () => {
  expect(summaryOf(`\ufeff${GOOD}\r\n\r\n${MISSPELT}\r\n{\r\n`)).toMatchObject({
    lines: [3, 4],
    passed: 1,
    failures: [
      { id: 'bad', step: -1, actual: expect.stringContaining('comand') },
      { id: 'line 4', step: -1 },
    ],
  });
});

test('in a list too', () => {
  expect(summaryOf(`- ${GOOD}\n- ${MISSPELT}\n- 5\n`, 'a.yaml')).toMatchObject({
    lines: [2, 3],
    passed: 1,
    failures: [{ id: 'bad' }, { id: 'case 3' }],
  });
  expect(summaryOf('- [', 'a.yaml')).toMatchObject({ passed: 0, failures: [{ id: 'the file' }] });
});

test.each(['yesterday', '2025-01-06T10:00:00Z', '2025-02-30T10:00:00', '10:30'])('%s is no local time', (at) => {
  const one = JSON.stringify({ id: 'a', steps: [{ command: 'ls', at }], expect: ['allow'] });
  expect(summaryOf(one)).toMatchObject({ passed: 0, failures: [{ actual: expect.stringContaining('local time') }] });
});

test('an expectation without a step fails', () => {
  const steps = [{ command: 'ls' }, { command: 'ls' }];
  const one = JSON.stringify({ id: 'a', steps, expect: ['allow', 'allow', 'deny'] });
  expect(summaryOf(one)).toMatchObject({ failures: [{ step: 2, actual: expect.stringContaining('no step') }] });
});

test('events take any form of an expectation', () => {
  const steps = [{ reload: '' }, { reload: 'rules: []' }];
  const one = { id: 'a', rules: 'rules: []', steps, expect: [{ verdict: 'rejected' }, ['rejected', 'reloaded']] };
  expect(summaryOf(JSON.stringify(one))).toMatchObject({ passed: 1, failures: [] });
});

test.each([
  [true, 0],
  ['project', 0],
  ['never', 1],
  [false, 1],
])('where no proof is tried, auto_approve %j passes %i times', (wanted, passed) => {
  const steps = [{ tool: 'Write', input: { file_path: 'a' } }];
  const one = { id: 'a', steps, expect: [{ auto_approve: wanted }] };
  expect(summaryOf(JSON.stringify(one))).toMatchObject({ passed });
});
