import { describe, expect, test } from 'vitest';
import {
  literalOfGlob,
  matchedEnds,
  matchedStarts,
  parseShellGlob,
  shellGlobMatches,
} from '../../../src/util/shell-glob.ts';

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
    ['**a', 'aa', true],
    ['?', '\u{1f600}', true],
  ])('%s against %s: %s', (pattern, text, expected) => {
    expect(shellGlobMatches(pattern, text)).toBe(expected);
  });
});

test.each<[string, string, readonly number[], readonly number[]]>([
  ['*', 'ab', [0, 1, 2], [0, 1, 2]],
  ['', 'ab', [0], [0]],
  ['*b', 'abab', [2, 4], [1, 2, 3, 4]],
  ['a*', 'abab', [1, 2, 3, 4], [2, 4]],
  ['?*b?', 'aabbb', [4, 5], [3, 4, 5]],
  ['c', 'ab', [], []],
])('what %s matches of the starts and ends of %s', (pattern, text, starts, ends) => {
  const glob = parseShellGlob(pattern);
  expect([matchedStarts(glob, [...text]), matchedEnds(glob, [...text])]).toEqual([starts, ends]);
});

test.each<[string, string | undefined]>([
  ['plain', 'plain'],
  ['a\\*b', 'a*b'],
  ['a*', undefined],
  ['a[b]', undefined],
])('literalOfGlob %s', (pattern, expected) => {
  expect(literalOfGlob(pattern)).toBe(expected);
});
