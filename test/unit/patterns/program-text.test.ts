import { expect, test } from 'vitest';
import type { RegexProgram } from '../../../src/model/regex-program.ts';
import { programOf, programText } from '../../../src/patterns/program-text.ts';

const PROGRAMS: readonly RegexProgram[] = [
  { exact: true, sets: [], code: [['match']] },
  { exact: false, sets: [[]], code: [['set', 0], ['match']] },
  {
    exact: true,
    sets: [
      [47, 47],
      [48, 57, 97, 122],
    ],
    code: [
      ['edge', 'line-start'],
      ['ahead', 'not', 4],
      ['ahead', 'is', 4],
      ['split', 1, 12],
      ['set', 1],
      ['jump', 0],
      ['match'],
    ],
  },
];

test.each(PROGRAMS)('a program is parsed as it was: %j', (program) => {
  const pattern = { source: '', flags: '', linear: true, written: '', program: programText(program) };
  expect(programOf(pattern)).toEqual(program);
  expect(programOf(pattern)).toBe(programOf(pattern));
});

test('a text that is no program is refused', () => {
  expect(() => programOf({ source: '', flags: '', linear: true, written: '', program: 'exact  x1' })).toThrow('x1');
});
