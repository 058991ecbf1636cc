import { describe, expect, test } from 'vitest';
import { literalOfGlob, shellGlobMatches } from '../../../src/util/shell-glob.ts';

describe('shellGlobMatches', () => {
  test.each<[string, string, boolean]>([
    ['*', '', true],
    ['r?', 'rm', true],
    ['r?', 'r', false],
    ['r[ml]', 'rm', true],
    ['r[!m]', 'rm', false],
    ['r[^m]', 'rl', true],
    ['[a-c]x', 'bx', true],
    ['[]]', ']', true],
    ['[!]]', 'a', true],
    ['[', '[', true],
    ['[a', '[a', true],
    ['\\*', '*', true],
    ['\\*', 'x', false],
    ['[[:lower:]]*', 'etc', true],
    ['[[:lower:]]*', 'Etc', false],
    ['[[:digit:][:upper:]_]', 'A', true],
    ['[![:alpha:]]', '1', true],
    ['*a*a*a*a*b', 'a'.repeat(2000), false],
  ])('%s against %s: %s', (pattern, text, expected) => {
    expect(shellGlobMatches(pattern, text)).toBe(expected);
  });
});

test.each<[string, string | undefined]>([
  ['plain', 'plain'],
  ['a\\*b', 'a*b'],
  ['a*', undefined],
  ['a[b]', undefined],
])('literalOfGlob %s', (pattern, expected) => {
  expect(literalOfGlob(pattern)).toBe(expected);
});
