import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fishQuote, shArgument, shLine, shQuote, shWord } from '../../../src/util/sh-quote.ts';

test.each([
  ['push', 'push', 'push'],
  ['--depth=1', "'--depth=1'", '--depth=1'],
  ['A=b', "'A=b'", 'A=b'],
  ['=ls', "'=ls'", "'=ls'"], // zsh: the path of ls
  ['', "''", "''"],
  ["it's", "'it'\\''s'", "'it'\\''s'"],
  ['~/x', "'~/x'", "'~/x'"],
  ['*.txt', "'*.txt'", "'*.txt'"],
  ['a\nb', "'a\nb'", "'a\nb'"],
  ['{a,b}', "'{a,b}'", "'{a,b}'"],
])('%j is %s as the first word, %s as an argument', (text, first, argument) => {
  expect([shWord(text), shArgument(text)]).toEqual([first, argument]);
});

test('a line quotes its first word as a first word', () => {
  expect(shLine(['A=b', 'dd', 'if=x y'])).toBe("'A=b' dd 'if=x y'");
});

test('fish reads a backslash inside of quotes', () => expect(fishQuote("a\\'")).toBe("'a\\\\\\''"));

test('sh reads back every text', () => {
  const texts = fc.sample(fc.string({ unit: fc.constantFrom(...'aZ0-=~*?[]{}$`"\'\\!#&;|<>() \t\n:@%+,./é') }), {
    numRuns: 300,
    seed: 1,
  });
  const read = (quoted: readonly string[]) =>
    execFileSync('sh', ['-c', `printf '%s\\0' ${quoted.join(' ')}`], { encoding: 'utf8' })
      .split('\0')
      .slice(0, -1);
  for (const quote of [shQuote, shWord, shArgument]) expect(read(texts.map(quote))).toEqual(texts);
});
