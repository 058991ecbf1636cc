import { expect, it } from 'vitest';
import { shellGlobMatches } from '../../../src/util/shell-glob.ts';

it.each([
  ['[[:alpha:]].txt', 'a.txt', true],
  ['[[:alpha:]].txt', '1.txt', false],
  ['[![:space:]x]*', 'ab', true],
  ['[![:space:]x]*', 'xb', false],
  ['[[:digit:][:upper:]_-]', '-', true],
  ['[[:lower:]', '[:lower:', false],
  ['[]a]', ']', true],
  ['[!]a]', ']', false],
  ['[a-c]?', 'bz', true],
  ['[:a]', ':', true],
  ['[[:nope:]a]', 'a', true],
])('%s matches %s: %s', (pattern, text, matches) => {
  expect(shellGlobMatches(pattern, text)).toBe(matches);
});
