import { expect, test } from 'vitest';
import { problemText } from '../../../src/text/problems.ts';

test('what a file holds is shown on a terminal, not obeyed', () => {
  const at = { file: 'a.yaml', line: 1, column: 2 };
  const text = problemText({ code: 'unknown-key', level: 'error', at, subject: '\x1b[2Ja\rb', help: 'c\x07' });
  expect(text).toBe('a.yaml:1:2: error: unknown key `\\x1b[2Ja\\x0db`\n  help: c\\x07');
});
