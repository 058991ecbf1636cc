import { expect, test } from 'vitest';
import type { Problem } from '../../../src/model/errors.ts';
import { byPosition, problemText } from '../../../src/text/problems.ts';

test('what a file holds is shown on a terminal, not obeyed', () => {
  const at = { file: 'a.yaml', line: 1, column: 2 };
  const text = problemText({ code: 'unknown-key', level: 'error', at, subject: '\x1b[2Ja\rb', help: 'c\x07' });
  expect(text).toBe('a.yaml:1:2: error: unknown key `\\x1b[2Ja\\x0db`\n  help: c\\x07');
});

const AT = { file: 'a.yaml', line: 3, column: 5 };

test.each<[string, Omit<Problem, 'at' | 'level'>, string]>([
  [
    'a word that is near, not all that are possible',
    { code: 'unknown-key', subject: 'comands', expected: 'one of commands, context', help: 'did you mean `commands`?' },
    'unknown key `comands`, did you mean `commands`?',
  ],
  [
    'what is possible, where nothing is near',
    { code: 'unknown-key', subject: 'zzz', expected: 'one of commands, context' },
    'unknown key `zzz`, expected one of commands, context',
  ],
  [
    'other help on a line of its own',
    { code: 'missing-key', subject: 'rules', help: 'a file that has none says `rules: []`' },
    'missing key `rules`\n  help: a file that has none says `rules: []`',
  ],
  [
    'why a regex is refused',
    { code: 'exponential-regex', subject: '(a+)+$', expected: 'a loop in it can take the same text in several ways' },
    'regular expression `(a+)+$` takes exponential time on some commands: a loop in it can take the same text in several ways',
  ],
])('says %s', (_, problem, text) => {
  expect(problemText({ ...problem, level: 'error', at: AT })).toBe(`a.yaml:3:5: error: ${text}`);
});

test('problems stand in the order of their lines, file by file', () => {
  const at = (file: string, line: number, column: number): Problem => ({
    code: 'unknown-key',
    level: 'error',
    at: { file, line, column },
    subject: 'x',
  });
  const mixed = [at('b', 9, 1), at('a', 2, 1), at('b', 1, 7), at('b', 1, 3)];
  expect(byPosition(mixed)).toEqual([at('b', 1, 3), at('b', 1, 7), at('b', 9, 1), at('a', 2, 1)]);
});
